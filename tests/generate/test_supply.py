"""Where values of a type come from: literals, the pool, and displays made on the spot."""

from __future__ import annotations

import collections
import http.cookiejar
from collections import abc

import pytest

from caddis.generate.draft import Draft
from caddis.generate.literals import DEFAULTS, EDGES, HUGE, primitive_pools
from caddis.model.sequence import Literal
from caddis.model.types import ANYTHING, NONE, ClassOf, Function, Instance, Type, exactly, one_of
from emit.making import constructor, display, sequence
from generate.supplying import LIMIT, component, picked, supplies

INT, STR = Instance(int), Instance(str)
ORDERED = sequence((constructor("OrderedDict", module="collections"),))
ORDERED_DICT = Instance(collections.OrderedDict)


@pytest.mark.parametrize("cls", [int, str, bool, bytes])
def test_an_atom_is_a_literal_of_its_type(cls: type) -> None:
    """Each of the small default set most of the time, and no other but those of the rare sets."""
    values = picked(Instance(cls), times=4_000)
    usual = [value for value in values if value in DEFAULTS[cls]]

    assert {type(value) for value in values} == {cls}
    assert set(usual) == set(DEFAULTS[cls])
    assert set(values) <= {*DEFAULTS[cls], *EDGES.get(cls, ()), *HUGE.get(cls, ())}
    assert len(usual) / len(values) == pytest.approx(0.9 if cls in EDGES else 1.0, abs=0.02)


def test_numbers_may_be_of_a_narrower_type() -> None:
    """An int goes where a float is asked for, and both where a complex is; a bool goes for itself."""
    assert {type(value) for value in picked(Instance(float))} == {float, int}
    assert {type(value) for value in picked(Instance(complex))} == {complex, float, int}
    assert {type(value) for value in picked(INT)} == {int}


def test_users_add_atoms_to_the_default_ones() -> None:
    """Theirs come on top."""
    pools = primitive_pools({str: ("mine",)})

    assert [literal.value for literal in pools[str]] == [*DEFAULTS[str], "mine"]
    assert [literal.value for literal in pools[int]] == list(DEFAULTS[int])


def test_none_is_never_given_where_something_else_yields_the_type() -> None:
    """Neither literals, nor makers, nor the pool, nor what may be anything."""
    for known in (INT, Instance(list), ANYTHING, Function(ANYTHING)):
        assert None not in picked(known)
    assert None not in picked(ORDERED_DICT, ORDERED)


def test_none_is_given_where_nothing_else_yields_the_type() -> None:
    """The paper's rule for null."""
    assert set(picked(Instance(http.cookiejar.CookieJar))) == {None}
    assert set(picked(NONE)) == {None}


def test_none_is_an_ordinary_value_where_the_type_admits_it() -> None:
    """As often as the ratio says."""
    known = one_of((INT, NONE))

    for ratio in (0.05, 0.5):
        share = picked(known, times=4_000, none_ratio=ratio).count(None) / 4_000
        assert share == pytest.approx(ratio, abs=0.04)
    assert None not in picked(known, none_ratio=0.0)


CONTAINERS: list[tuple[Type, type, set[type]]] = [
    (Instance(list, (INT,)), list, {int}),
    (Instance(list, (STR,)), list, {str}),
    (Instance(set, (STR,)), set, {str}),
    (Instance(frozenset, (INT,)), frozenset, {int}),
    (Instance(collections.deque, (STR,)), collections.deque, {str}),
    (Instance(abc.Sequence, (STR,)), abc.Sequence, {str}),
    (Instance(abc.Iterable, (INT,)), abc.Iterable, {int}),
    (Instance(abc.Iterator, (INT,)), abc.Iterator, {int}),
    (Instance(abc.Set, (INT,)), abc.Set, {int}),
    (Instance(list, (one_of((INT, STR)),)), list, {int, str}),
]


@pytest.mark.parametrize(("known", "cls", "elements"), CONTAINERS, ids=str)
def test_containers_hold_elements_of_the_right_type(known: Type, cls: type, elements: set[type]) -> None:
    """Empty ones and fuller ones."""
    values = [value for value in picked(known) if not isinstance(value, (str, bytes))]
    contents = [list(value) for value in values]  # type: ignore[call-overload]

    assert all(isinstance(value, cls) for value in values)
    assert {type(item) for content in contents for item in content} == elements
    assert {0, 1, 2} <= {len(content) for content in contents}


@pytest.mark.parametrize("cls", [dict, abc.Mapping, abc.MutableMapping])
def test_dicts_hold_keys_and_values_of_the_right_types(cls: type) -> None:
    """Each its own."""
    values = picked(Instance(cls, (STR, Instance(float))))

    assert all(type(value) is dict for value in values)
    assert {type(key) for value in values for key in value} == {str}  # type: ignore[attr-defined]
    assert {type(item) for value in values for item in value.values()} == {float, int}  # type: ignore[attr-defined]


def test_tuples_have_an_element_for_each_argument() -> None:
    """`tuple[int, str]` is always a pair."""
    values = picked(Instance(tuple, (INT, STR)))

    assert {tuple(map(type, value)) for value in values} == {(int, str)}  # type: ignore[call-overload]


def test_containers_nest() -> None:
    """`dict[str, list[int]]`."""
    values = picked(Instance(dict, (STR, Instance(list, (INT,)))))
    lists = [item for value in values for item in value.values()]  # type: ignore[attr-defined]

    assert {type(item) for item in lists} == {list}
    assert {type(number) for item in lists for number in item} == {int}


def test_containers_of_anything_can_be_hashed_where_they_must() -> None:
    """Sets and keys are made of atoms."""
    assert {type(value) for value in picked(Instance(set))} == {set}
    assert {type(value) for value in picked(Instance(dict))} == {dict}


def test_a_literal_type_gives_its_values() -> None:
    """And None where it is one of them."""
    assert set(picked(exactly("r", "w"))) == {"r", "w"}
    assert set(picked(exactly("r", None), none_ratio=0.5)) == {"r", None}


def test_unions_give_every_option() -> None:
    """Not only the first."""
    assert {type(value) for value in picked(one_of((INT, STR, Instance(list))))} == {int, str, list}


def test_functions_and_classes_are_given_by_name() -> None:
    """Something that can be called; a class below the bound."""
    known = supplies()
    known.know_class(collections.OrderedDict, constructor("OrderedDict", module="collections"))
    draft = Draft(LIMIT)
    known.of(ClassOf(ORDERED_DICT)).pick(draft)

    assert all(callable(value) for value in picked(Function(ANYTHING)))
    assert [str(statement.operation) for statement in draft.statements] == ["collections.OrderedDict"]


def test_a_kept_value_goes_where_its_base_is_asked_for() -> None:
    """By its run-time type; and never where another type is."""
    assert collections.OrderedDict in {type(value) for value in picked(Instance(dict), ORDERED)}
    assert {type(value) for value in picked(ORDERED_DICT, ORDERED)} == {collections.OrderedDict}
    assert collections.OrderedDict not in {type(value) for value in picked(Instance(list), ORDERED)}


def test_kept_containers_go_where_their_elements_fit() -> None:
    """A list of text is no list of numbers."""
    texts = sequence((display("[", 1), "mine"))

    assert ["mine"] in picked(Instance(list, (STR,)), texts)
    assert ["mine"] in picked(Instance(list), texts)
    assert ["mine"] not in picked(Instance(list, (INT,)), texts)


def test_a_value_is_used_again_or_made_again() -> None:
    """Aliasing and distinct duplicates both happen."""
    supply = supplies(ORDERED).of(ORDERED_DICT)
    pairs = set()
    for _ in range(200):
        draft = Draft(LIMIT)
        pairs.add((supply.from_pool(draft), supply.from_pool(draft), len(draft.statements)))

    assert pairs == {(0, 0, 1), (0, 1, 2)}


def test_what_reached_something_new_is_used_more_often() -> None:
    """One rewarding value among a hundred others."""
    made, entry = supplies(ORDERED), component(sequence((constructor("OrderedDict", module="collections"),)))
    supply = made.of(ORDERED_DICT)
    shelf = supply.shelves[0]
    shelf.entries.extend([(component(ORDERED), 0)] * 100)
    shelf.rewarding.append((entry, 0))
    used = 0
    for _ in range(500):
        draft = Draft(LIMIT)
        supply.from_shelf(draft, shelf)
        used += draft.statements is entry.sequence.statements

    assert 60 < used < 140


def test_a_draft_never_grows_past_its_limit() -> None:
    """There is room for the call itself."""
    supply = supplies(ORDERED).of(ORDERED_DICT)
    draft = Draft(2)

    assert draft.place(supplies_entry := supply.shelves[0].entries[0]) == 0
    assert draft.place(supplies_entry) is None
    assert len(draft.statements) == 1


def test_literals_like_another_are_those_it_was_chosen_from() -> None:
    """Repeated calls choose among them anew."""
    supply = supplies().of(STR)

    assert [literal.value for literal in supply.like(Literal("a"))] == list(DEFAULTS[str])
    assert supply.like(Literal("unheard of")) == [Literal("unheard of")]
