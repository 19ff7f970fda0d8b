"""How bodies use their parameters → the types that would do."""

from __future__ import annotations

import builtins
import collections.abc
import datetime
import decimal
import io
import operator
import pathlib
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from caddis.discover.bodies import Key, ParameterUse, Uses, read_bodies
from caddis.discover.foreign import MISSING, annotated, attempt, dynamic, is_class, mro, namespace, static, text_of
from caddis.discover.sources import Sources, collector_at_rest, written
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    NONE,
    Anything,
    ClassOf,
    Exactly,
    Function,
    Instance,
    OneOf,
    Type,
    exactly,
    one_of,
)

MOST = 6
"""So many types at most are offered for one parameter."""
_DEEPEST = 2
"""So many calls a value is followed through that is passed on."""
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
_OF_EVERYTHING = frozenset(dir(object)) | {"__dict__", "__weakref__"}
_OF_FUNCTIONS = frozenset(dir(Function)) | frozenset(dir(types.FunctionType))
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
    known: Sequence[type],
    names: Names,
    passed: Told = _nothing_told,
) -> list[Type]:
    """The types that would do for what is asked, the likeliest first; none if nothing is asked."""
    return _Matching(Members(known), names, passed).types(use)


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
        flat = [part for each in found for part in (each.options if isinstance(each, OneOf) else (each,))]
        chosen = _without_repetition(flat)[:MOST]
        if chosen and Literal(None) in use.literals and NONE not in chosen:
            chosen.append(NONE)
        return chosen

    def _tested(self, use: ParameterUse) -> list[Type]:
        return [found for text in use.classes for found in _as_types(self._names(text))]

    def _literal(self, use: ParameterUse) -> list[Type]:
        atoms = [literal for literal in use.literals if literal.value is not None]
        for text in use.among:
            atoms += [Literal(value) for value in _atoms_in(self._names(text))]
        atoms = [literal for literal in dict.fromkeys(atoms) if type(literal.value) is not bool][:_MOST_LITERALS]
        if not atoms:
            return []
        kinds = tuple(dict.fromkeys(type(literal.value) for literal in atoms))
        # a number compared with is a border more often than a choice
        choice = exactly(*(literal.value for literal in atoms if not isinstance(literal.value, (int, float))))
        return [*([choice] if choice.values else []), *map(Instance, kinds)]

    def _told(self, use: ParameterUse) -> list[Type]:
        found: list[Type] = []
        for each in use.passed:
            taken = self._taken_by(each.callee) if each.place == 0 else None
            if taken is not None:
                found += map(Instance, taken)
                continue
            told = self._passed(each.callee, each.place)
            if told is not None and not isinstance(told, Anything):
                found += told.options if isinstance(told, OneOf) else (told,)
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
        if use.parts:
            return self._parts(use)
        if not asked and not use.operands and not use.keys:
            return []
        if "__mro__" in asked or (asked and asked <= _OF_CLASSES and asked & {"__bases__", "mro", "__subclasses__"}):
            return [ClassOf(ANYTHING)]
        if "__call__" in asked and asked <= _OF_FUNCTIONS:
            return [Function(ANYTHING)]
        if "__next__" in asked and asked <= _OF_ITERATORS:
            return [Instance(collections.abc.Iterator, self._elements(use))]
        plain = [self._filled(cls, use) for cls in self._plain(use, asked)]
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
            found = [cls for cls in found if cls in (int, float, str, list)]
        if use.keys:
            found = [cls for cls in found if _indexed_by(cls, use.keys)]
        return found

    def _filled(self, cls: type, use: ParameterUse) -> Type | None:
        """The type with those of its elements, if what is asked of the elements goes with it."""
        elements = self._joined(use.element, use.item)
        match cls.__name__:
            case "str" | "bytes":
                fitting = Instance(str if cls is str else int)
                return Instance(cls) if not elements or any(_covers(each, fitting) for each in elements) else None
            case "dict":
                keys, values = self._of(use.element), self._of(use.item)
                if keys and not values and not _is_looked_up(use):
                    return None
                if not keys and not values:
                    return Instance(dict)
                if not keys:
                    keys = [Instance(str)] if str in use.keys else [ANYTHING]
                return Instance(dict, (one_of(tuple(keys)), one_of(tuple(values)) if values else ANYTHING))
            case "list" | "tuple" | "set":
                return Instance(cls, (one_of(tuple(elements)),) if elements else ())
            case _:
                return Instance(cls)

    def _parts(self, use: ParameterUse) -> list[Type]:
        parts = tuple(one_of(tuple(self._of(part) or [ANYTHING])) for part in use.parts)
        if len(parts) == 1:
            return [Instance(list, parts)]
        return [Instance(tuple, parts)]

    def _elements(self, use: ParameterUse) -> tuple[Type, ...]:
        found = self._joined(use.element, use.item)
        return (one_of(tuple(found)),) if found else ()

    def _joined(self, *uses: ParameterUse | None) -> list[Type]:
        return _without_repetition([each for use in uses for each in self._of(use)])

    def _of(self, use: ParameterUse | None) -> list[Type]:
        return [] if use is None else self.types(use)


def _says_something(told: Type | None) -> bool:
    """Whether a type is more than anything, or None by default."""
    options = told.options if isinstance(told, OneOf) else (told,)
    return any(not (each is None or isinstance(each, Anything) or each == NONE) for each in options)


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


class Usage:
    """Knows how functions use their parameters, from their source files, each read once."""

    def __init__(
        self,
        known: Sequence[type] = (),
        annotation: Callable[[Any, int | str], Type | None] = lambda callee, place: None,
        sources: Sources | None = None,
    ) -> None:
        """`known` are the classes of the target; `annotation` is what is known otherwise of an argument of a callee."""
        self._annotation = annotation
        self._sources = sources or Sources()
        self._files: dict[str, dict[Key, Uses]] = {}
        self._found: dict[tuple[types.FunctionType, str, int], list[Type]] = {}
        self._members = Members(known, self._assigned)

    def of(self, function: object) -> Uses:
        """What a function asks of its parameters; nothing for lambdas and functions not written in Python."""
        inner = written(function)
        if inner is None:
            return Uses()
        code = inner.__code__
        file = code.co_filename
        if file not in self._files:
            tree = self._sources.tree(file)
            with collector_at_rest():
                self._files[file] = {} if tree is None else attempt(lambda: read_bodies(tree), {})
        return self._files[file].get((code.co_firstlineno, code.co_name), Uses())

    def types(self, function: object, parameter: str, owner: type | None = None) -> list[Type]:
        """The types that would do for a parameter, the likeliest first; `owner` is the class of a method."""
        return self._types(function, parameter, owner, 0)

    def _types(self, function: object, parameter: str, owner: type | None, depth: int) -> list[Type]:
        inner = written(function)
        use = self.of(inner).parameters.get(parameter) if inner is not None else None
        if inner is None or use is None:
            return []
        key = (inner, parameter, depth)
        if key not in self._found:
            self._found[key] = []  # what calls itself learns nothing from that
            names = names_seen_by(inner, owner)
            receiver = _receiver(inner, owner)

            def told(callee: str, place: int | str) -> Type | None:
                of_owner = callee.partition(".")[0] in (receiver, "super()")
                return self._told(names(callee), place, owner if of_owner else None, depth)

            self._found[key] = attempt(lambda: _Matching(self._members, names, told).types(use), [])
        return self._found[key]

    def _told(self, callee: Any, place: int | str, owner: type | None, depth: int) -> Type | None:
        """What a callee, a method of the owner if there is one, asks of an argument: by annotation, else by use."""
        if callee is MISSING:
            return None
        told = attempt(lambda: self._annotation(callee, place), None)
        if _says_something(told) or depth >= _DEEPEST:
            return told
        if is_class(callee):
            owner, callee = callee, static(callee, "__init__")
        inner = written(callee)
        if inner is None:
            return None
        is_bound = type(callee) is types.MethodType or (owner is not None and type(callee) is not staticmethod)
        name = _parameter_at(inner, place, is_bound)
        found = self._types(inner, name, owner, depth + 1) if name is not None else []
        return one_of(tuple(found)) if found else None

    def _assigned(self, function: Any) -> frozenset[str]:
        return self.of(function).assigned


def names_seen_by(function: types.FunctionType, owner: type | None = None) -> Names:
    """What names stand for inside a function; those that begin with its receiver are looked up in the owner."""
    code = function.__code__
    receiver = _receiver(function, owner)
    enclosed = dict(zip(code.co_freevars, function.__closure__ or (), strict=False))

    def find(text: str) -> Any:
        first, *others = text.split(".")
        if first == "super()":
            return _inherited(function, owner, others[0])
        if first == receiver:
            found: Any = owner
        elif first in enclosed:
            found = attempt(lambda: enclosed[first].cell_contents, MISSING)
        elif first in code.co_varnames:
            return MISSING
        else:
            found = function.__globals__.get(first, builtins.__dict__.get(first, MISSING))
        for name in others:
            found = dynamic(found, name) if isinstance(found, types.ModuleType) else static(found, name)
        return found

    return find


def _inherited(function: types.FunctionType, owner: type | None, name: str) -> Any:
    if owner is None:
        return MISSING
    definer = function.__qualname__.rpartition(".")[0]
    bases = mro(owner)
    index = next((index for index, base in enumerate(bases) if base.__qualname__ == definer), len(bases))
    return next((namespace(base)[name] for base in bases[index + 1 : -1] if name in namespace(base)), MISSING)


def _receiver(function: types.FunctionType, owner: type | None) -> str | None:
    code = function.__code__
    return code.co_varnames[0] if owner is not None and code.co_argcount else None


def _parameter_at(function: types.FunctionType, place: int | str, is_bound: bool) -> str | None:
    """The name of the parameter that an argument of a call arrives in."""
    code = function.__code__
    if isinstance(place, str):
        return place if place in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] else None
    position = place + is_bound
    return code.co_varnames[position] if position < code.co_argcount else None
