"""What is asked of a value: the facts, and what they are gathered in."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from caddis.model.sequence import Literal


@dataclass(frozen=True, slots=True)
class Passed:
    """Handed on in a call: the callee as it is written, and the position or the keyword of the argument."""

    callee: str
    place: int | str


@dataclass(frozen=True, slots=True)
class ParameterUse:
    """What is asked of one value, as far as the source shows it. Names are as written, to be resolved by the reader."""

    attributes: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()
    """The special methods that operators, statements and builtins imply."""
    keys: tuple[type, ...] = ()
    """The types of the literals it is indexed with."""
    operands: tuple[type, ...] = ()
    """What it must be like, by the literal on the other side of an operator: int stands for any number."""
    classes: tuple[str, ...] = ()
    """The classes it is tested for; `callable` where it is asked whether it can be called."""
    literals: tuple[Literal, ...] = ()
    """What it is compared with."""
    among: tuple[str, ...] = ()
    """Names of constants it is compared with, or looked up in."""
    defaults: tuple[type, ...] = ()
    """The types of the literals that stand in for it when it is missing."""
    passed: tuple[Passed, ...] = ()
    element: ParameterUse | None = None
    """What is asked of what iteration gives: the elements of a list, the keys of a dict."""
    item: ParameterUse | None = None
    """What is asked of what an index gives: the elements of a list, the values of a dict."""
    parts: tuple[ParameterUse, ...] = ()
    """What is asked of each part, where it is taken apart."""
    others: tuple[ParameterUse, ...] = ()
    """What is asked of it only after asking whether it has it."""


NOTHING = ParameterUse()


@dataclass(frozen=True, slots=True)
class Uses:
    """What a function asks of its parameters, those it says something of, and the attributes it gives its receiver."""

    parameters: Mapping[str, ParameterUse] = field(default_factory=dict)
    assigned: frozenset[str] = frozenset()
    keywords: tuple[str, ...] = ()
    """What it looks for in its `**options`; what is asked of these is told with the parameters."""


class Value:
    """What has been seen so far of one value."""

    __slots__ = (
        "_element",
        "_item",
        "_parts",
        "also",
        "among",
        "attributes",
        "classes",
        "defaults",
        "keys",
        "literals",
        "methods",
        "operands",
        "others",
        "passed",
        "special",
    )

    def __init__(self) -> None:
        self.attributes: set[str] = set()
        self.methods: set[str] = set()
        self.special: set[str] = set()
        self.keys: dict[type, None] = {}
        self.operands: dict[type, None] = {}
        self.defaults: dict[type, None] = {}
        self.classes: dict[str, None] = {}
        self.among: dict[str, None] = {}
        self.literals: dict[Literal, None] = {}
        self.passed: dict[Passed, None] = {}
        self.others: list[Value] = []
        self.also: list[Value] = []
        """Other names for the same value: what is asked of these is asked of it."""
        self._element: Value | None = None
        self._item: Value | None = None
        self._parts: list[Value] = []

    def ask(self, *special: str) -> None:
        self.special.update(special)

    @property
    def element(self) -> Value:
        self._element = self._element or Value()
        return self._element

    @property
    def item(self) -> Value:
        self._item = self._item or Value()
        return self._item

    def iterated(self) -> Value:
        """What iteration gives."""
        self.ask("__iter__")
        return self.element

    def parts(self, count: int) -> list[Value]:
        """What unpacking into so many gives."""
        self.ask("__iter__")
        self._parts += [Value() for _ in range(count - len(self._parts))]
        return self._parts

    def copy(self) -> Value:
        """Another container of the same elements: what is asked of it says nothing about this one."""
        return container(self.element, self.item)

    def stored(self, attribute: Value) -> None:
        """It lives on as an attribute."""
        self.also.append(attribute)
        if self._element is not None:
            self._element.also.append(attribute.element)
        if self._item is not None:
            self._item.also.append(attribute.item)

    def frozen(self, depth: int = 0) -> ParameterUse:
        same = self._same()
        if depth > 3:
            return NOTHING
        parts = max((each._parts for each in same), key=len)
        return ParameterUse(
            attributes=frozenset[str]().union(*(each.attributes for each in same)),
            methods=frozenset[str]().union(*(each.methods for each in same)),
            special=frozenset[str]().union(*(each.special for each in same)),
            keys=_in_order(each.keys for each in same),
            operands=_in_order(each.operands for each in same),
            classes=_in_order(each.classes for each in same),
            among=_in_order(each.among for each in same),
            defaults=_in_order(each.defaults for each in same),
            literals=_in_order(each.literals for each in same),
            passed=_in_order(each.passed for each in same),
            element=_joined([each._element for each in same], depth),
            item=_joined([each._item for each in same], depth),
            parts=tuple(part.frozen(depth + 1) for part in parts),
            others=tuple(use for each in same for other in each.others if (use := other.frozen(depth + 1)) != NOTHING),
        )

    def _same(self) -> list[Value]:
        found: dict[int, Value] = {id(self): self}
        waiting = [self]
        while waiting:
            for each in waiting.pop().also:
                if id(each) not in found:
                    found[id(each)] = each
                    waiting.append(each)
        return list(found.values())


T = TypeVar("T")


def _in_order(several: Iterable[Iterable[T]]) -> tuple[T, ...]:
    """All of them, each once, in the order seen."""
    return tuple(dict.fromkeys(each for one in several for each in one))


def _joined(values: list[Value | None], depth: int) -> ParameterUse | None:
    present = [value for value in values if value is not None]
    if not present:
        return None
    if len(present) > 1:
        both = Value()
        both.also = present
        present = [both]
    use = present[0].frozen(depth + 1)
    return None if use == NOTHING else use


def container(element: Value | None = None, item: Value | None = None) -> Value:
    made = Value()
    made._element, made._item = element, item
    return made


def container_of_tuples(*parts: Value | None) -> Value:
    """A container of tuples of these parts."""
    element = Value()
    element._parts = [part or Value() for part in parts]
    return container(element)


class Held(dict[str, Value]):
    """The attributes of the instances of one class, shared by its methods."""

    def __missing__(self, name: str) -> Value:
        self[name] = Value()
        return self[name]


class Options(Value):
    """What a function takes as `**options`: those that it looks for by name are values of their own."""

    __slots__ = ("named",)

    def __init__(self, each: Value) -> None:
        super().__init__()
        self._item = each
        self.named: dict[str, Value] = {}

    def under(self, key: ast.expr) -> Value | None:
        """The one that is looked for, where that is written out."""
        match key:
            case ast.Constant(value=str() as name) if name.isidentifier() and not keyword.iskeyword(name):
                return self.named.setdefault(name, Value())
            case _:
                return None


class Guarded(Value):
    """The same value where only some of its kinds can be."""

    __slots__ = ("guards",)

    def __init__(self, guards: Value) -> None:
        super().__init__()
        self.guards = guards


def is_guard_of(value: Value, of: Value) -> bool:
    return isinstance(value, Guarded) and value.guards is of


def unguarded(value: Value) -> Value:
    while isinstance(value, Guarded):
        value = value.guards
    return value
