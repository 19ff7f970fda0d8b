"""How functions use their parameters, from their source files → the types that would do."""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable, Sequence
from typing import Any

from caddis.discover.bodies import Key, Uses, read_bodies
from caddis.discover.foreign import (
    MISSING,
    attempt,
    dynamic,
    instance_namespace,
    is_class,
    namespace,
    static,
    text_of,
)
from caddis.discover.sources import Sources, collector_at_rest, function_behind
from caddis.discover.structure import Members, Names, types_for
from caddis.model.classes import mro
from caddis.model.types import NONE, Anything, OneOf, Type, one_of

_DEEPEST = 2
"""So many calls a value is followed through that is passed on."""


class Usage:
    """Knows how functions use their parameters, from their source files, each read once."""

    def __init__(
        self,
        known: Sequence[type] = (),
        annotation: Callable[[Any, int | str, type | None], Type | None] = lambda callee, place, owner: None,
        sources: Sources | None = None,
    ) -> None:
        """`known` are the classes of the target; `annotation` is what is known otherwise of an argument of a callee.

        It is asked with the class that the callee is called on an instance of, if it is.
        """
        self._annotation = annotation
        self._sources = sources or Sources()
        self._files: dict[str, dict[Key, Uses]] = {}
        self._found: dict[tuple[types.FunctionType, str, int, int], list[Type]] = {}
        self._members = Members(known, self._assigned)

    def of(self, function: object) -> Uses:
        """What a function asks of its parameters; nothing for lambdas and functions not written in Python."""
        inner = function_behind(function)
        if inner is None:
            return Uses()
        code = inner.__code__
        file = code.co_filename
        if file not in self._files:
            with collector_at_rest():
                tree = self._sources.tree(file)
                # expressions can be nested deeper than can be followed
                self._files[file] = {} if tree is None else attempt(lambda: read_bodies(tree), {})
        return self._files[file].get((code.co_firstlineno, code.co_name), Uses())

    def types(self, function: object, parameter: str, owner: type | None = None) -> list[Type]:
        """The types that would do for a parameter, the likeliest first; `owner` is the class of a method."""
        return list(self._types(function, parameter, owner, 0))

    def _types(self, function: object, parameter: str, owner: type | None, depth: int) -> list[Type]:
        inner = function_behind(function)
        use = self.of(inner).parameters.get(parameter) if inner is not None else None
        if inner is None or use is None:
            return []
        key = (inner, parameter, id(owner), depth)
        if key not in self._found:
            self._found[key] = []  # what calls itself learns nothing from that
            names = names_seen_by(inner, owner)
            receiver = _receiver(inner, owner)

            def told(callee: str, place: int | str) -> Type | None:
                before, _, name = callee.rpartition(".")
                is_own = before in (receiver, "super()")
                called_on = owner if is_own else _class_called_on(names(before), name) if before else None
                return self._told(names(callee), place, called_on, depth)

            self._found[key] = attempt(lambda: types_for(use, self._members, names, told), [])
        return self._found[key]

    def _told(self, callee: Any, place: int | str, owner: type | None, depth: int) -> Type | None:
        """What a callee, a method of the owner if there is one, asks of an argument: by annotation, else by use."""
        if callee is MISSING:
            return None
        told = attempt(lambda: self._annotation(callee, place, owner), None)
        if _says_something(told) or depth >= _DEEPEST:
            return told
        if is_class(callee):
            owner, callee = callee, static(callee, "__init__")
        inner = function_behind(callee)
        if inner is None:
            return None
        of_owner = owner is not None and type(callee) is not staticmethod
        is_bound = of_owner or type(callee) in (types.MethodType, classmethod)
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
            found = _attribute(found, name)
        return found

    return find


def _class_called_on(thing: Any, name: str) -> type | None:
    """The class of an instance that a method of its class is called on."""
    if thing is MISSING or is_class(thing) or isinstance(thing, types.ModuleType) or name in instance_namespace(thing):
        return None
    return type(thing)


def _attribute(thing: Any, name: str) -> Any:
    if isinstance(thing, types.ModuleType):
        return dynamic(thing, name)
    members = namespace(thing).get("_member_map_") if is_class(thing) else None
    # how an enumeration stores its members differs between versions of Python
    return members[name] if isinstance(members, dict) and name in members else static(thing, name)


def _inherited(function: types.FunctionType, owner: type | None, name: str) -> Any:
    if owner is None:
        return MISSING
    definer = function.__qualname__.rpartition(".")[0]
    bases = mro(owner)
    index = next((index for index, base in enumerate(bases) if text_of(base, "__qualname__") == definer), len(bases))
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


def _says_something(told: Type | None) -> bool:
    """Whether a type is more than anything, or None by default."""
    options = told.options if isinstance(told, OneOf) else (told,)
    return any(not (each is None or isinstance(each, Anything) or each == NONE) for each in options)
