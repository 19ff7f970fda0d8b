"""Annotations → what choosing values needs to know of a type."""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import enum
import io
import re
import types
import typing
from collections.abc import Sequence
from typing import Any

from caddis.discover.foreign import attempt, is_class, text_of
from caddis.discover.hints import NO_HINTS, Hints
from caddis.discover.names import Scope, evaluate, parsed
from caddis.discover.protocols import PLAIN, is_protocol, matching, members_asked
from caddis.model.operation import Parameter
from caddis.model.types import ANYTHING, NONE, ClassOf, Function, Instance, OneOf, Type, exactly, one_of

_ATOMS = (int, str, bytes, bool, type(None))
_DEEPEST = 12

_STREAMS: dict[Any, Type] = {
    typing.TextIO: Instance(io.StringIO),
    typing.BinaryIO: Instance(io.BytesIO),
    typing.IO: OneOf((Instance(io.StringIO), Instance(io.BytesIO))),
}
_TRANSPARENT = frozenset({"Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Unpack", "InitVar"})
_BOOLEAN = frozenset({"TypeGuard", "TypeIs"})
_NOTHING_KNOWN = frozenset({"Any", "object", "Never", "NoReturn", "ParamSpec", "Concatenate", "TypeVarTuple"})


class Reader:
    """Reads annotations; `known` are the classes a protocol may be met by."""

    def __init__(self, known: Sequence[type] = ()) -> None:
        self._known = (*PLAIN, *known)
        self._met: dict[type, Type] = {}
        self._read: dict[tuple[str, str, type | None], Type] = {}

    def read(self, annotation: Any, scope: Scope, depth: int = 0) -> Type:
        """The type an annotation says; ANYTHING where it says nothing that can be understood."""
        if type(annotation) is str:
            key = (annotation, scope.module, scope.owner)
            if scope.parameters:
                return self._text(annotation, scope, depth)
            if key not in self._read:
                self._read[key] = self._text(annotation, scope, depth)
            return self._read[key]
        if depth > _DEEPEST:
            return ANYTHING
        return attempt(lambda: self._object(annotation, scope, depth + 1), ANYTHING)

    def hints(self, function: Any, owner: type | None, scope: Scope, parameters: Sequence[Parameter]) -> Hints:
        """What else is known of the parameters of a function: nothing, to one who reads annotations alone."""
        return NO_HINTS

    def _text(self, text: str, scope: Scope, depth: int) -> Type:
        expression = parsed(text)
        return ANYTHING if expression is None else self.read(evaluate(expression, scope), scope, depth + 1)

    def _object(self, annotation: Any, scope: Scope, depth: int) -> Type:
        if annotation is None or annotation is type(None):
            return NONE
        if annotation in (Any, object):
            return ANYTHING
        if isinstance(annotation, typing.ForwardRef):
            return self.read(annotation.__forward_arg__, scope, depth)
        if isinstance(annotation, dataclasses.InitVar):
            return self.read(annotation.type, scope, depth)
        origin = typing.get_origin(annotation)
        if origin is not None:
            return self._generic(annotation, origin, typing.get_args(annotation), scope, depth)
        if annotation in _STREAMS:
            return _STREAMS[annotation]
        if is_class(annotation):
            return self._class(annotation)
        return self._special(annotation, scope, depth)

    def _special(self, annotation: Any, scope: Scope, depth: int) -> Type:
        """Typing's own objects that are neither classes nor generics of them."""
        kind = type(annotation).__name__
        if kind == "TypeVar":
            return self._variable(annotation, scope, depth)
        if kind == "TypeAliasType":
            return self.read(annotation.__value__, Scope(text_of(annotation, "__module__")), depth)
        if kind == "NewType":
            return self.read(annotation.__supertype__, Scope(text_of(annotation, "__module__")), depth)
        name = text_of(annotation, "_name") or text_of(annotation, "__name__")
        if name == "Self" and scope.owner is not None:
            return Instance(scope.owner)
        if name == "LiteralString":
            return Instance(str)
        if name == "Callable":
            return Function(ANYTHING)
        return ANYTHING

    def _variable(self, variable: Any, scope: Scope, depth: int) -> Type:
        where = Scope(text_of(variable, "__module__"), scope.owner)
        if variable.__constraints__:
            return one_of(tuple(self.read(option, where, depth) for option in variable.__constraints__))
        bound = variable.__bound__
        return ANYTHING if bound is None else self.read(bound, where, depth)

    def _generic(self, annotation: Any, origin: Any, arguments: tuple[Any, ...], scope: Scope, depth: int) -> Type:
        name = text_of(origin, "_name") or text_of(origin, "__name__")
        if origin in (typing.Union, types.UnionType):
            return one_of(tuple(self.read(argument, scope, depth) for argument in arguments))
        if name == "Literal":
            return _exactly(arguments)
        if name in _TRANSPARENT:
            return self.read(arguments[0], scope, depth)
        if name in _BOOLEAN:
            return Instance(bool)
        if name in _NOTHING_KNOWN:
            return ANYTHING
        if origin is type:
            return ClassOf(self.read(arguments[0], scope, depth))
        if origin is collections.abc.Callable:
            return Function(self.read(arguments[-1], scope, depth))
        if origin is typing.IO:
            text = arguments[0] is str
            return Instance(io.StringIO if text else io.BytesIO) if arguments[0] in (str, bytes) else _STREAMS[origin]
        if not is_class(origin):
            return self.read(getattr(origin, "__value__", Any), scope, depth)
        plain = self._class(origin)
        if plain != Instance(origin):
            return plain
        # tuple[int, ...] has one argument, and any length; more arguments are those of a tuple of that length
        known = tuple(argument for argument in arguments if argument is not Ellipsis)
        types_ = tuple(self.read(argument, scope, depth) for argument in known)
        if len(known) == 1 and type(known[0]).__name__ == "TypeVar" and isinstance(types_[0], OneOf):
            # a variable is the same type for all elements: list[int] or list[str], never a mixture
            return one_of(tuple(Instance(origin, (option,)) for option in types_[0].options))
        return Instance(origin, types_)

    def _class(self, cls: type) -> Type:
        if typing.is_typeddict(cls):
            return Instance(dict)
        if cls is type:
            return ClassOf(ANYTHING)
        if cls is collections.abc.Callable:  # type: ignore[comparison-overlap]
            return Function(ANYTHING)
        if cls in (types.FunctionType, types.LambdaType, types.MethodType, types.BuiltinFunctionType):
            return Function(ANYTHING)
        if is_protocol(cls) and text_of(cls, "__module__") != "collections.abc":
            if cls not in self._met:
                self._met[cls] = self._protocol(cls)
            return self._met[cls]
        return Instance(cls)

    def _protocol(self, protocol: type) -> Type:
        """The known classes that have all a protocol asks for; a callable where it asks to be called."""
        members = members_asked(protocol)
        if members == {"__call__"}:
            return Function(ANYTHING)
        return matching(members, self._known) or Instance(protocol)


def _exactly(values: tuple[Any, ...]) -> Type:
    flat: list[Any] = []
    for value in values:
        flat.extend(typing.get_args(value) if typing.get_origin(value) is typing.Literal else (value,))
    atoms = tuple(value for value in flat if type(value) in _ATOMS)
    others = tuple(Instance(type(value)) for value in flat if type(value) not in _ATOMS)
    return one_of(((exactly(*atoms),) if atoms else ()) + others)


def type_of_default(default: object) -> Type:
    """What a default value tells of its parameter: probably its own type, perhaps another."""
    if default is None:
        return ANYTHING
    cls = type(default)
    told = cls in (*PLAIN, complex, bytearray, re.Pattern) or issubclass(cls, enum.Enum)
    return OneOf((Instance(cls), ANYTHING)) if told else ANYTHING


def also_none(known: Type) -> Type:
    """The type with None among its ordinary values."""
    return one_of((known, NONE))


def mentioned(known: Type) -> set[type]:
    """The classes a type speaks of."""
    match known:
        case Instance(cls=cls, arguments=arguments):
            return {cls}.union(*map(mentioned, arguments))
        case OneOf(options=options):
            return set().union(*map(mentioned, options))
        case ClassOf(bound=bound):
            return mentioned(bound)
        case _:
            return set()
