"""Objects with the same concrete representation have the same fingerprint, others another; nothing of theirs runs."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import pytest

from caddis.keep.classes import Classes
from caddis.keep.fingerprint import Fingerprints


class Plain:
    def __init__(self, **attributes: object) -> None:
        self.__dict__.update(attributes)


class Slotted:
    __slots__ = ("__hidden", "shown")

    def __init__(self, hidden: object = None, shown: object = None) -> None:
        self.__hidden = hidden
        self.shown = shown


class Below(Slotted):
    __slots__ = ("__hidden",)

    def __init__(self, above: object, below: object) -> None:
        super().__init__(above)
        self.__hidden = below


class _Underscored:
    __slots__ = ("__hidden",)

    def __init__(self, hidden: object) -> None:
        self.__hidden = hidden


class Mixed(Slotted):
    """Slots above, a dict below."""

    def __init__(self, hidden: object, own: object) -> None:
        super().__init__(hidden)
        self.own = own


class Numbers(list[int]):
    name = ""


class Settings(dict[str, int]):
    pass


class Name(str):
    pass


class Amount(int):
    unit = ""


def fresh() -> Fingerprints:
    """Fingerprints that have seen nothing yet."""
    return Fingerprints(Classes())


def made(build: Callable[[], Any]) -> int:
    """The fingerprint of what a function builds, asked of fresh eyes."""
    return fresh().of(build())


def cycle(length: int) -> list[object]:
    """A list that holds a list … that holds the first."""
    first: list[object] = []
    last = first
    for _ in range(length - 1):
        last.append([])
        last = last[0]  # type: ignore[assignment]
    last.append(first)
    return first


def aliased() -> list[object]:
    one: list[object] = [1]
    return [one, one]


def unalike() -> list[object]:
    return [[1], [1]]


BUILDERS: dict[str, Callable[[], Any]] = {
    "nothing": Plain,
    "a number": lambda: Plain(x=1),
    "a float": lambda: Plain(x=1.0),
    "a truth": lambda: Plain(x=True),
    "another name": lambda: Plain(y=1),
    "two": lambda: Plain(x=1, y=2),
    "nested": lambda: Plain(x=Plain(x=1)),
    "a list": lambda: [1],
    "a list of a float": lambda: [1.0],
    "a tuple": lambda: (1,),
    "a set": lambda: {1},
    "a frozenset": lambda: frozenset({1}),
    "a deque": lambda: deque([1]),
    "a dict": lambda: {"a": 1, "b": 2},
    "a dict in another order": lambda: {"b": 2, "a": 1},
    "an ordered dict": lambda: OrderedDict(a=1, b=2),
    "a default dict": lambda: defaultdict(int, a=1, b=2),
    "a counter": lambda: Counter(a=1, b=2),
    "one list twice": aliased,
    "two equal lists": unalike,
    "a list in itself": lambda: cycle(1),
    "a longer cycle": lambda: cycle(2),
    "empty slots": Slotted,
    "a hidden slot": lambda: Slotted(1),
    "a shown slot": lambda: Slotted(None, 1),
    "a slot of the base": lambda: Below(1, 2),
    "a slot of the same name below": lambda: Below(2, 1),
    "a slot of an underscored class": lambda: _Underscored(1),
    "another there": lambda: _Underscored(2),
    "slots and dict": lambda: Mixed(1, 2),
    "slots and dict, otherwise": lambda: Mixed(2, 2),
    "dict and slots, otherwise": lambda: Mixed(1, 3),
    "a subclass of list": lambda: Numbers([1]),
    "a fuller one": lambda: Numbers([1, 2]),
    "a subclass of dict": lambda: Settings(a=1),
    "a fuller dict": lambda: Settings(a=2),
    "a subclass of str": lambda: Name("a"),
    "another text": lambda: Name("b"),
    "a subclass of int": lambda: Amount(1),
    "another amount": lambda: Amount(2),
    "bytes": lambda: bytearray(b"a"),
    "other bytes": lambda: bytearray(b"b"),
}


@pytest.mark.parametrize("name", BUILDERS)
def test_the_same_representation_has_the_same_fingerprint(name: str) -> None:
    """Two objects built the same way cannot be told apart, also by one that has seen others."""
    experienced = fresh()
    for build in BUILDERS.values():
        experienced.of(build())

    assert made(BUILDERS[name]) == made(BUILDERS[name]) == experienced.of(BUILDERS[name]())


def test_other_representations_have_other_fingerprints() -> None:
    """Types, names, nesting, aliasing, cycles, slots, order, and what builtin bases hold all count."""
    prints = {name: made(build) for name, build in BUILDERS.items()}

    assert {n for n in prints for m in prints if n != m and prints[n] == prints[m]} == set()


def test_attributes_of_a_builtin_subclass_count() -> None:
    """Beside what the builtin base holds."""
    named, plain = Numbers([1]), Numbers([1])
    named.name = "one"

    assert fresh().of(named) != fresh().of(plain)


def test_sharing_between_attributes_counts() -> None:
    """Appending to the one changes the other, or it does not."""
    shared: list[int] = []

    assert made(lambda: Plain(x=shared, y=shared)) != made(lambda: Plain(x=[], y=[]))


def test_whether_equal_atoms_are_one_object_does_not_count() -> None:
    """Atoms cannot be changed, so nobody can tell."""
    number, text = int("1000"), "".join(["long", "text"])
    again, as_well = int("1000"), "".join(["long", "text"])

    assert made(lambda: [number, number]) == made(lambda: [number, again])
    assert made(lambda: {1: text, 2: text}) == made(lambda: {1: text, 2: as_well})


def test_small_negative_numbers_are_told_apart() -> None:
    """Though hash(-1) == hash(-2)."""
    assert made(lambda: -1) != made(lambda: -2)
    assert made(lambda: [-1]) != made(lambda: [-2])
    assert made(lambda: Plain(x=-1)) != made(lambda: Plain(x=-2))


def test_how_many_alike_objects_a_set_holds_counts() -> None:
    """They are different objects that merely look the same."""
    assert made(lambda: {Plain(x=1), Plain(x=1)}) != made(lambda: {Plain(x=1)})


def test_a_change_shows() -> None:
    """The fingerprint is of the state now, also deep inside."""
    fingerprints = fresh()
    value = Plain(x=[Plain(y={})])
    before = fingerprints.of(value)
    value.x[0].y["a"] = 1  # type: ignore[attr-defined]

    assert fingerprints.of(value) != before


def test_the_order_of_a_set_does_not_count() -> None:
    """Nobody chose it."""
    # 0 and 8 fall into the same place of a small set: what came first is iterated first
    one, other = {0, 8}, {8, 0}

    assert list(one) != list(other)
    assert fresh().of(one) == fresh().of(other)


def test_where_the_members_of_a_set_lie_does_not_count() -> None:
    """Objects hashed by their address come in another order in another process."""
    heads, tails = [Plain(x=1), Plain(x=[])], [Plain(x=[]), Plain(x=1)]

    assert fresh().of({*heads}) == fresh().of({*tails})
    assert fresh().of({*heads, Plain(x=2)}) != fresh().of({*heads, Plain(x=3)})


def test_which_instance_of_a_class_came_first_does_not_count() -> None:
    """The reader that is made for its attributes reads others like the general one would, and the other way round."""
    plain, other = Plain(a=1, b=[2]), Plain(c=float("nan"), a=-1)
    by_plain, by_other = fresh(), fresh()
    by_plain.of(plain)
    by_other.of(other)

    assert by_plain.of(plain) == by_other.of(plain)
    assert by_plain.of(other) == by_other.of(other)
    assert by_plain.of(Plain(a=1, c=[2])) not in (by_plain.of(plain), by_other.of(plain))


def test_in_which_order_attributes_were_set_does_not_count() -> None:
    """Nobody sees it, as a rule."""
    assert made(lambda: Plain(a=1, b=2)) == made(lambda: Plain(b=2, a=1))


def test_a_slot_that_is_not_filled_is_told_from_one_that_holds_a_number() -> None:
    """Reading it raises nothing."""
    empty = Slotted(1, 2)
    del empty.shown

    assert fresh().of(empty) not in (fresh().of(Slotted(1, 2)), fresh().of(Slotted(1, 0)))


def test_huge_and_deep_objects_do_not_hurt() -> None:
    """Past a limit the rest is taken as given."""
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    wide = [Plain(x=number) for number in range(5_000)]

    assert fresh().of(deep) == fresh().of(deep)
    assert fresh().of(wide) == fresh().of(wide)


def refuse(*_: object) -> NoReturn:
    raise AssertionError("code of the class ran")


class Untouchable:
    """Whoever asks an instance anything gets an error."""

    __eq__ = __hash__ = __repr__ = __str__ = __bool__ = __len__ = __iter__ = __getattribute__ = refuse  # type: ignore[assignment]
    __reduce_ex__ = __getattr__ = __contains__ = __sizeof__ = __dir__ = __format__ = refuse  # type: ignore[assignment]
    inner = property(refuse)


class UntouchableList(list[int]):
    __eq__ = __hash__ = __repr__ = __bool__ = __len__ = __iter__ = __getattribute__ = __getitem__ = refuse  # type: ignore[assignment]


class UntouchableDict(dict[str, int]):
    __eq__ = __hash__ = __repr__ = __bool__ = __len__ = __iter__ = __getattribute__ = __getitem__ = refuse  # type: ignore[assignment]
    items = keys = values = refuse  # type: ignore[assignment]


class UntouchableText(str):
    __eq__ = __hash__ = __repr__ = __str__ = __len__ = __iter__ = __getattribute__ = refuse  # type: ignore[assignment]


class UntouchableSlots:
    __slots__ = ("x",)
    __eq__ = __hash__ = __repr__ = __getattribute__ = __getattr__ = refuse  # type: ignore[assignment]


@pytest.mark.parametrize("cls", [Untouchable, UntouchableList, UntouchableDict, UntouchableText, UntouchableSlots])
def test_no_code_of_the_class_runs(cls: type) -> None:
    """Alone, inside a container, or as an attribute."""
    fingerprints = fresh()

    assert fingerprints.of(cls()) == fingerprints.of(cls())
    assert fingerprints.of([cls()]) == fingerprints.of([cls()])
    assert fingerprints.of(Plain(x=cls())) == fingerprints.of(Plain(x=cls()))


def test_a_property_in_the_place_of_a_slot_does_not_run() -> None:
    """Decorators put one there."""

    class Replaced:
        __slots__ = ("x",)

    Replaced.x = property(refuse)  # type: ignore[assignment]

    assert fresh().of(Replaced()) == fresh().of(Replaced())


def test_a_view_does_not_show_its_elements() -> None:
    """Its repr would run theirs."""
    ran: list[str] = []

    class Shown:
        def __repr__(self) -> str:
            ran.append("repr")
            return "shown"

    fresh().of({"a": Shown()}.values())

    assert ran == []


def test_methods_are_told_by_function_and_receiver() -> None:
    """A bound method is made anew each time it is asked for."""
    stack: list[int] = [1]

    assert made(lambda: Plain(x=1).__init__) == made(lambda: Plain(x=1).__init__)  # type: ignore[misc]
    assert made(lambda: Plain(x=1).__init__) != made(lambda: Plain(x=2).__init__)  # type: ignore[misc]
    assert fresh().of(stack) == fresh().of([1])


@dataclass(slots=True)
class Point:
    x: int
    y: int


def test_dataclasses_with_slots_are_seen_through() -> None:
    """As any other class with slots."""
    assert made(lambda: Point(1, 2)) == made(lambda: Point(1, 2))
    assert made(lambda: Point(1, 2)) != made(lambda: Point(2, 1))


def test_a_shape_knows_no_atoms() -> None:
    """Only how the parts of an object hang together."""
    prints = Fingerprints(Classes(), by_shape=True)

    assert prints.of([1, "a", [2]]) == prints.of([5, "b", [7]])
    assert prints.of([1, [2]]) != prints.of([[1], 2])
    assert prints.of([1, None]) != prints.of([1, 2])
    assert prints.of({"a": 1}) == prints.of({"b": 2})
