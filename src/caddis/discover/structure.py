"""What is asked of a value → the types that have it: matching by structure."""

from __future__ import annotations

import collections.abc
import datetime
import decimal
import enum
import io
import operator
import pathlib
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from caddis.discover.bodies import ParameterUse
from caddis.discover.foreign import annotated, attempt, dynamic, is_class, namespace, text_of
from caddis.discover.protocols import OF_FUNCTIONS
from caddis.model.classes import mro
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    NONE,
    Anything,
    ClassOf,
    Exactly,
    Function,
    Instance,
    Type,
    exactly,
    one_of,
    options_of,
)

MOST = 6
"""So many types at most are offered for one parameter."""
_MOST_LITERALS = 20

_CONTAINERS = (list, dict, str, tuple, set, bytes)
_NUMBERS = (int, float)
_ELSEWHERE = (
    io.StringIO,
    io.BytesIO,
    datetime.datetime,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    pathlib.PurePosixPath,
    slice,
    range,
    re.Pattern,
    re.Match,
    decimal.Decimal,
)
"""Classes of the standard library that are recognised by what is asked of them."""
_ORDER = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})
_ARITHMETIC = frozenset(
    {"__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__pow__", "__neg__", "__pos__"}
    | {"__abs__", "__round__", "__divmod__", "__index__", "__and__", "__or__", "__xor__", "__invert__"}
    | {"__lshift__", "__rshift__"}
    | _ORDER
)
_OF_SETS = frozenset({"__and__", "__or__", "__xor__"})
_OF_EVERYTHING = frozenset(dir(object)) | {"__dict__", "__weakref__"}
_OF_CLASSES = frozenset({"__mro__", "__bases__", "__subclasses__", "mro", "__name__", "__qualname__"})
_OF_ITERATORS = frozenset({"__next__", "__iter__", "send", "throw", "close"})
_TAKEN_BY: dict[object, tuple[type, ...]] = {
    int: (int, str, float),
    float: (float, int, str),
    complex: (float, int, str),
    dict: (dict,),
    bytes: (bytes,),
    bytearray: (bytes,),
    chr: (int,),
    ord: (str,),
    open: (str,),
    eval: (str,),
    compile: (str,),
    operator.index: (int,),
}

Names = Callable[[str], Any]
"""What an expression of names and dots stands for where it was written, or MISSING."""
Told = Callable[[str, int | str], Type | None]
"""What is known of an argument of a callee as it is written: the type it asks for at a position or keyword."""


def _nothing_told(callee: str, place: int | str) -> Type | None:
    return None


class Members:
    """Which attributes the instances of classes have; `assigned` are those a method gives its receiver."""

    def __init__(
        self, known: Sequence[type] = (), assigned: Callable[[Any], Iterable[str]] = lambda function: ()
    ) -> None:
        # by identity: a metaclass may have its own idea of equality
        self._known = tuple({id(cls): cls for cls in known}.values())
        self._assigned = assigned
        self._of: dict[int, tuple[type, frozenset[str]]] = {}
        self._having: dict[frozenset[str], tuple[list[Type], list[Type]]] = {}

    def of(self, cls: type) -> frozenset[str]:
        """All names: stored in the class, annotated, in slots, assigned by its methods."""
        if id(cls) not in self._of:
            self._of[id(cls)] = (cls, frozenset(self._names(cls)))
        return self._of[id(cls)][1]

    def _names(self, cls: type) -> Iterator[str]:
        for base in mro(cls)[:-1]:
            held = namespace(base)
            yield from (name for name, value in held.items() if value is not None or not _is_special(name))
            yield from annotated(base)
            for stored in held.values():
                if type(stored) in (types.FunctionType, property):
                    yield from self._assigned(stored)
        fields = dynamic(cls, "__attrs_attrs__")
        if isinstance(fields, tuple):
            yield from (text_of(each, "name") for each in fields)

    def having(self, asked: frozenset[str]) -> tuple[list[Type], list[Type]]:
        """The known classes that have all of it, and those of the standard library."""
        if asked not in self._having:
            self._having[asked] = (self._highest(asked, self._known), self._highest(asked, _ELSEWHERE))
        return self._having[asked]

    def _highest(self, asked: frozenset[str], classes: tuple[type, ...]) -> list[Type]:
        """A class stands for its subclasses; those with the least besides what is asked come first."""
        found = {id(cls): cls for cls in classes if asked <= self.of(cls)}
        highest = [cls for cls in found.values() if not any(id(base) in found for base in mro(cls)[1:])]
        return [
            Instance(cls)
            for cls in sorted(highest, key=lambda cls: sum(not _is_special(name) for name in self.of(cls)))
        ]


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def types_for(
    use: ParameterUse,
    known: Sequence[type] | Members,
    names: Names,
    passed: Told = _nothing_told,
) -> list[Type]:
    """The types that would do for what is asked, the likeliest first; none if nothing is asked.

    `known` are the classes to choose among besides the builtin ones.
    """
    return _Matching(known if isinstance(known, Members) else Members(known), names, passed).types(use)


class _Matching:
    """Matches what is asked against what classes have."""

    def __init__(self, members: Members, names: Names, passed: Told) -> None:
        self._members = members
        self._names = names
        self._passed = passed

    def types(self, use: ParameterUse) -> list[Type]:
        asked = _asked(use)
        told = [each for each in self._told(use) if self._could_be(each, asked)]
        found: list[Type] = [*self._literal(use), *self._tested(use), *told]
        found += [Instance(cls) for cls in use.defaults if cls is not tuple or not found]
        found += self._structural(use, asked)
        for other in use.others:
            found += self.types(other)
        flat = [part for each in found for part in options_of(each)]
        chosen = _without_repetition(flat)[:MOST]
        if chosen and Literal(None) in use.literals and NONE not in chosen:
            chosen.append(NONE)
        return chosen

    def _tested(self, use: ParameterUse) -> list[Type]:
        return [found for text in use.classes for found in _as_types(self._names(text))]

    def _literal(self, use: ParameterUse) -> list[Type]:
        atoms = [literal for literal in use.literals if literal.value is not None]
        others: list[Type] = []
        for text in use.among:
            constant = self._names(text)
            atoms += [Literal(value) for value in _atoms_in(constant)]
            if enum.Enum in mro(type(constant)):
                others.append(Instance(type(constant)))
        atoms = [literal for literal in dict.fromkeys(atoms) if type(literal.value) is not bool][:_MOST_LITERALS]
        if not atoms:
            return others
        kinds = tuple(dict.fromkeys(type(literal.value) for literal in atoms))
        # a number compared with is a border more often than a choice
        choice = exactly(*(literal.value for literal in atoms if not isinstance(literal.value, (int, float))))
        return [*([choice] if choice.values else []), *map(Instance, kinds), *others]

    def _told(self, use: ParameterUse) -> list[Type]:
        found: list[Type] = []
        for each in use.passed:
            taken = self._taken_by(each.callee) if each.place == 0 else None
            if taken is not None:
                found += map(Instance, taken)
                continue
            told = self._passed(each.callee, each.place)
            if told is not None and not isinstance(told, Anything):
                found += options_of(told)
        return [each for each in found if not isinstance(each, Anything) and each != NONE]

    def _taken_by(self, callee: str) -> tuple[type, ...] | None:
        found = self._names(callee)
        return next((taken for builtin, taken in _TAKEN_BY.items() if builtin is found), None)

    def _could_be(self, told: Type, asked: frozenset[str]) -> bool:
        if not isinstance(told, Instance):
            return True
        # an abstract class says less than its instances have
        return attempt(lambda: told.cls.__module__ in ("collections.abc", "typing"), False) or self._has(
            told.cls, asked
        )

    def _has(self, cls: type, asked: frozenset[str]) -> bool:
        return asked <= self._members.of(cls)

    def _structural(self, use: ParameterUse, asked: frozenset[str]) -> list[Type]:
        if use.parts and not asked & {"__len__", "__getitem__"}:
            return self._parts(use)
        if not asked and not use.operands and not use.keys:
            return []
        if "__mro__" in asked or (asked and asked <= _OF_CLASSES and asked & {"__bases__", "mro", "__subclasses__"}):
            return [ClassOf(ANYTHING)]
        if "__call__" in asked and asked <= OF_FUNCTIONS:
            return [Function(ANYTHING)]
        if "__next__" in asked and asked <= _OF_ITERATORS:
            elements = self._of(use.element)
            return [Instance(collections.abc.Iterator, (one_of(tuple(elements)),) if elements else ())]
        elements, items = self._of(use.element), self._of(use.item)
        plain = [_filled(cls, use, elements, items) for cls in self._plain(use, asked)]
        builtin = [each for each in plain if each is not None]
        # what only compares or adds says too little to tell one class from another
        ours, elsewhere = ([], []) if asked <= _ARITHMETIC else self._members.having(asked)
        if all(map(_is_special, asked)):
            # nearly every container can be iterated and asked for its length: the builtin ones stand for all
            return [*builtin[: MOST - 2], *ours[:2]]
        return [*builtin, *ours[: MOST // 2], *elsewhere, *ours[MOST // 2 :]]

    def _plain(self, use: ParameterUse, asked: frozenset[str]) -> list[type]:
        """The builtin classes that have all of it, and go with the literals it meets."""
        numeric = asked <= _ARITHMETIC and not use.keys
        order: tuple[type, ...] = (*_NUMBERS, *_CONTAINERS) if numeric else (*_CONTAINERS, *_NUMBERS)
        found = [cls for cls in order if self._has(cls, asked)]
        if use.operands:
            wanted = tuple(part for cls in use.operands for part in (_NUMBERS if cls is int else (cls,)))
            found = [cls for cls in found if cls in wanted]
        elif asked and asked <= _ORDER:
            found = [int, float, str]
        elif numeric and int in found:
            found = [cls for cls in found if cls in (int, float, str, list) or asked & _OF_SETS]
        if use.keys:
            found = [cls for cls in found if _indexed_by(cls, use.keys)]
        return found

    def _parts(self, use: ParameterUse) -> list[Type]:
        parts = tuple(one_of(tuple(self._of(part) or [ANYTHING])) for part in use.parts)
        if len(parts) == 1:
            return [Instance(list, parts)]
        return [Instance(tuple, parts)]

    def _of(self, use: ParameterUse | None) -> list[Type]:
        return [] if use is None else self.types(use)


def _filled(cls: type, use: ParameterUse, elements: list[Type], items: list[Type]) -> Type | None:
    """A builtin class with the types of its elements, if what is asked of these goes with it.

    `elements` are the types for what iteration gives, `items` those for what an index gives.
    """
    both = _without_repetition([*elements, *items])
    if cls is str or cls is bytes:
        fitting = Instance(str if cls is str else int)
        return Instance(cls) if not both or any(_covers(each, fitting) for each in both) else None
    if cls is dict and both:
        if not items and not _is_looked_up(use):
            return None
        keys = elements or ([Instance(str)] if str in use.keys else [ANYTHING])
        return Instance(dict, (one_of(tuple(keys)), one_of(tuple(items or [ANYTHING]))))
    if cls in (list, tuple, set) and both:
        return Instance(cls, (one_of(tuple(both)),))
    return Instance(cls)


def _asked(use: ParameterUse) -> frozenset[str]:
    return (use.attributes | use.methods | use.special) - _OF_EVERYTHING | (use.special & _ORDER)


def _without_repetition(found: Iterable[Type]) -> list[Type]:
    """One type for each class: `list[int]` says more than `list`."""
    kept: dict[object, Type] = {}
    for each in found:
        key: object = each.cls if isinstance(each, Instance) else each
        first = kept.setdefault(key, each)
        if isinstance(each, Instance) and isinstance(first, Instance) and each.arguments and not first.arguments:
            kept[key] = each
    return list(kept.values())


def _covers(known: Type, other: Instance) -> bool:
    if isinstance(known, Exactly):
        return any(type(each.value) is other.cls for each in known.values if isinstance(each, Literal))
    return isinstance(known, Anything) or (isinstance(known, Instance) and known.cls is other.cls)


def _indexed_by(cls: type, keys: tuple[type, ...]) -> bool:
    if cls is dict:
        return slice not in keys
    return cls in (list, tuple, str, bytes) and all(key in (int, slice, bool) for key in keys)


def _is_looked_up(use: ParameterUse) -> bool:
    """Whether it is asked for more than the elements that iteration gives."""
    return bool(use.methods & {"keys", "values", "items", "get"}) or "__getitem__" in use.special


def _as_types(found: Any) -> list[Type]:
    """The types a test names: a class, several, a union; `callable`."""
    if found is callable:
        return [Function(ANYTHING)]
    if type(found) is tuple:
        return [each for part in found for each in _as_types(part)]
    if type(found) is types.UnionType:
        return [each for part in typing.get_args(found) for each in _as_types(part)]
    if not is_class(found):
        found = typing.get_origin(found)
    if not is_class(found) or found is object:
        return []
    if found is type:
        return [ClassOf(ANYTHING)]
    if found in (collections.abc.Callable, types.FunctionType, types.MethodType, types.BuiltinFunctionType):
        return [Function(ANYTHING)]
    return [Instance(found)]


def _atoms_in(found: Any) -> list[Any]:
    """The atoms a constant is, or holds: the keys of a dict."""
    if type(found) in (str, int, float, bytes):
        return [found]
    if type(found) in (tuple, list, set, frozenset, dict, types.MappingProxyType):
        atoms = [each for each in found if type(each) in (str, int, float, bytes)]
        return sorted(atoms, key=repr) if type(found) in (set, frozenset) else atoms
    return []
