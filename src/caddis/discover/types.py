"""Annotations → what choosing values needs to know of a type."""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import enum
import inspect
import io
import re
import types
import typing
from collections.abc import Sequence
from typing import Any

from caddis.discover.bounds import bounds_of_metadata
from caddis.discover.foreign import MISSING, attempt, dynamic, is_class, text_of
from caddis.discover.hints import NO_HINTS, Hints
from caddis.discover.names import Scope, evaluate, parsed
from caddis.discover.protocols import FURTHER, OF_FUNCTIONS, PLAIN, is_protocol, matching, members_asked
from caddis.model.operation import Parameter
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    NONE,
    Bounds,
    ClassOf,
    Display,
    Exactly,
    Field,
    Function,
    Instance,
    Named,
    OneOf,
    Record,
    Spelt,
    Type,
    Within,
    bounded,
    one_of,
)

_ATOMS = (int, str, bytes, bool, type(None))
_DEEPEST = 12

_STREAMS: dict[Any, Type] = {
    typing.TextIO: Instance(io.StringIO),
    typing.BinaryIO: Instance(io.BytesIO),
    typing.IO: OneOf((Instance(io.StringIO), Instance(io.BytesIO))),
}
_TRANSPARENT = frozenset({"Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Unpack", "InitVar"})
_BOOLEAN = frozenset({"TypeGuard", "TypeIs"})
_REQUIRED = {"Required": True, "NotRequired": False}
_NOTHING_KNOWN = frozenset({"Any", "object", "Never", "NoReturn", "ParamSpec", "Concatenate", "TypeVarTuple"})


class Reader:
    """Reads annotations; `known` are the classes a protocol may be met by."""

    def __init__(self, known: Sequence[type] = ()) -> None:
        self._known = (*PLAIN, *known)
        self._met: dict[type, Type] = {}
        self._read: dict[tuple[str, str, type | None], Type] = {}
        self._strict: Reader | None = None

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

    def certain(self, annotation: Any, scope: Scope) -> Type:
        """The type that an annotation says, as far as a value can be held against it: nothing that stands for more."""
        if self._strict is None:
            self._strict = _Strict()
        return self._strict.read(annotation, scope)

    def hints(self, function: Any, owner: type | None, scope: Scope, parameters: Sequence[Parameter]) -> Hints:
        """What else is known of the parameters of a function: nothing, to one who reads annotations alone."""
        return NO_HINTS

    def options(self, function: Any, owner: type | None) -> tuple[str, ...]:
        """What a function looks for in its `**options`: nobody knows who reads annotations alone."""
        return ()

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
            return self._class(annotation, depth)
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
        where = Scope(text_of(variable, "__module__"), scope.owner, tuple(scope.parameters.values()))
        if variable.__constraints__:
            return one_of(tuple(self.read(option, where, depth) for option in variable.__constraints__))
        bound = variable.__bound__
        if bound is not None:
            return self.read(bound, where, depth)
        return self.read(variable.__default__, where, depth) if _has_default(variable) else ANYTHING

    def _generic(self, annotation: Any, origin: Any, arguments: tuple[Any, ...], scope: Scope, depth: int) -> Type:
        form = self._form(text_of(origin, "_name") or text_of(origin, "__name__"), arguments, scope, depth)
        if form is not None:
            return form
        if origin in (typing.Union, types.UnionType):
            return one_of(tuple(self.read(argument, scope, depth) for argument in arguments))
        if origin is type:
            return ClassOf(self.read(arguments[0], scope, depth))
        if origin is collections.abc.Callable:
            return self._function(arguments, scope, depth)
        if origin is tuple:
            return self._tuple(annotation, arguments, scope, depth)
        if origin is typing.IO:
            text = arguments[0] is str
            return Instance(io.StringIO if text else io.BytesIO) if arguments[0] in (str, bytes) else _STREAMS[origin]
        if not is_class(origin):
            return self._alias(origin, arguments, depth)
        plain = self._class(origin, depth)
        if plain != Instance(origin):
            return plain
        types_ = tuple(self.read(argument, scope, depth) for argument in arguments)
        if len(types_) == 1 and type(arguments[0]).__name__ == "TypeVar" and isinstance(types_[0], OneOf):
            # a variable is the same type for all elements: list[int] or list[str], never a mixture
            return one_of(tuple(Instance(origin, (option,)) for option in types_[0].options))
        return Instance(origin, types_)

    def _form(self, name: str, arguments: tuple[Any, ...], scope: Scope, depth: int) -> Type | None:
        """What a special form of typing says, if it is one."""
        if name == "Literal":
            return _exactly(arguments)
        if name == "Annotated":
            return bounded(self.read(arguments[0], scope, depth), bounds_of_metadata(arguments[1:]))
        if name in _TRANSPARENT:
            return self.read(arguments[0], scope, depth)
        if name in _BOOLEAN:
            return Instance(bool)
        return ANYTHING if name in _NOTHING_KNOWN else None

    def _alias(self, alias: Any, arguments: tuple[Any, ...], depth: int) -> Type:
        """A generic `type` statement with arguments."""
        value: Any = getattr(alias, "__value__", Any)
        given = attempt(lambda: value[arguments if len(arguments) > 1 else arguments[0]], value)
        return self.read(given, Scope(text_of(alias, "__module__")), depth)

    def _function(self, arguments: tuple[Any, ...], scope: Scope, depth: int) -> Type:
        if not arguments:
            # `typing.Callable` by itself
            return Function(ANYTHING)
        listed = arguments[0] if len(arguments) == 2 and type(arguments[0]) is list else None
        returns = self.read(arguments[-1], scope, depth)
        if listed is None or any(_is_unpacked(each) for each in listed):
            return Function(returns)
        return Function(returns, tuple(self.read(each, scope, depth) for each in listed))

    def _tuple(self, annotation: Any, arguments: tuple[Any, ...], scope: Scope, depth: int) -> Type:
        """`tuple[int, ...]` has one argument and any length; all others have an argument for each element."""
        if not arguments:
            return _EMPTY if dynamic(annotation, "__args__") == () else Instance(tuple)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            known = self.read(arguments[0], scope, depth)
            # a variable is the same type for all elements
            options = (
                known.options if type(arguments[0]).__name__ == "TypeVar" and isinstance(known, OneOf) else (known,)
            )
            return one_of(tuple(Instance(tuple, (option,)) for option in options))
        items: list[Type] = []
        for argument in arguments:
            items.extend(self._items(argument, scope, depth))
        if not items:
            return Instance(tuple)
        whole = Instance(tuple, tuple(items))
        return Within(whole, Bounds(shortest=1, longest=1)) if len(items) == 1 else whole

    def _items(self, argument: Any, scope: Scope, depth: int) -> tuple[Type, ...]:
        """The elements an argument of a tuple stands for: one, or those of a tuple unpacked into it."""
        if not _is_unpacked(argument):
            return (self.read(argument, scope, depth),)
        inner = typing.get_args(argument)[0] if type(argument) is not types.GenericAlias else argument
        if typing.get_origin(inner) is not tuple:
            return ()
        return tuple(self.read(each, scope, depth) for each in typing.get_args(inner) if each is not Ellipsis)

    def _class(self, cls: type, depth: int = 0) -> Type:
        if typing.is_typeddict(cls) or attempt(lambda: _typed_dict_of_extensions(cls), False):
            if cls not in self._met:
                self._met[cls] = Instance(dict)  # what a record that holds itself sees
                self._met[cls] = self._record(cls, depth)
            return self._met[cls]
        if cls is type:
            return ClassOf(ANYTHING)
        if cls is collections.abc.Callable:  # type: ignore[comparison-overlap]
            return Function(ANYTHING)
        if cls in (types.FunctionType, types.LambdaType, types.MethodType, types.BuiltinFunctionType):
            return Function(ANYTHING)
        if is_protocol(cls) and text_of(cls, "__module__") != "collections.abc":
            if cls not in self._met:
                self._met[cls] = Instance(cls)  # what a protocol that speaks of itself sees
                self._met[cls] = self._protocol(cls)
            return self._met[cls]
        return Instance(cls)

    def _record(self, cls: type, depth: int) -> Type:
        """The keys of a `TypedDict`; those in text say themselves whether they are required."""
        scope = Scope(text_of(cls, "__module__"), cls)
        required: Any = dynamic(cls, "__required_keys__")
        fields = []
        for name, annotation in cls.__annotations__.items():
            said = evaluated(annotation, scope)
            demanded = name in required
            while (form := text_of(typing.get_origin(said), "_name")) in _REQUIRED or form == "ReadOnly":
                demanded = _REQUIRED.get(form, demanded)
                said = evaluated(typing.get_args(said)[0], scope)
            fields.append(Field(name, self.read(said, scope, depth + 1), demanded))
        return Record(tuple(fields))

    def _protocol(self, protocol: type) -> Type:
        """The known classes that have all a protocol asks for; a callable where it asks to be called."""
        members = members_asked(protocol)
        if members == {"__call__"}:
            return self._called(protocol)
        followers = matching(members, self._known) or matching(members, FURTHER) or Instance(protocol)
        if "__call__" not in members:
            return followers
        # plain functions are what most people pass where something is called, and may even do
        return one_of((followers, dataclasses.replace(self._called(protocol), and_more=not members <= OF_FUNCTIONS)))

    def _called(self, protocol: type) -> Function:
        """What a protocol asks of a function."""
        signature = attempt(lambda: inspect.signature(protocol.__call__), None)
        if signature is None:
            return Function(ANYTHING)
        scope = Scope(text_of(protocol, "__module__"), protocol)
        empty, parameters = inspect.Parameter.empty, list(signature.parameters.values())[1:]
        returns = ANYTHING if signature.return_annotation is empty else self.read(signature.return_annotation, scope)
        if any(each.kind not in _BY_POSITION for each in parameters):
            return Function(returns)
        known = (ANYTHING if each.annotation is empty else self.read(each.annotation, scope) for each in parameters)
        return Function(returns, tuple(known))


class _Strict(Reader):
    """Reads annotations for what they demand, where others read them for values to give.

    One class of streams stands for all of them, some classes for all that follow a protocol, and a bound for whatever
    type a variable takes: good to choose from, too little to judge by.
    """

    def _object(self, annotation: Any, scope: Scope, depth: int) -> Type:
        if typing.get_origin(annotation) is typing.IO or annotation in _STREAMS:
            return ANYTHING
        return super()._object(annotation, scope, depth)

    def _protocol(self, protocol: type) -> Type:
        return ANYTHING

    def _variable(self, variable: Any, scope: Scope, depth: int) -> Type:
        return ANYTHING


_EMPTY = Exactly((Display("(", ()),))
_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def evaluated(annotation: Any, scope: Scope) -> Any:
    """An annotation as an object, though it be written as text."""
    text = annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else annotation
    expression = parsed(text) if type(text) is str else None
    return annotation if expression is None else evaluate(expression, scope)


def variables(annotation: Any) -> frozenset[Any]:
    """The type variables in an annotation."""
    if type(annotation) is typing.TypeVar:
        return frozenset({annotation})
    return frozenset().union(*map(variables, typing.get_args(annotation)))


def _typed_dict_of_extensions(cls: type) -> bool:
    """Whether `typing_extensions` made the class, which `typing` does not know of."""
    return type(cls).__name__ == "_TypedDictMeta" and hasattr(cls, "__required_keys__")


def _has_default(variable: Any) -> bool:
    return dynamic(variable, "has_default") is not MISSING and variable.has_default()


def _is_unpacked(argument: Any) -> bool:
    return dynamic(argument, "__unpacked__") is True or typing.get_origin(argument) is typing.Unpack


def _exactly(values: tuple[Any, ...]) -> Type:
    flat: list[Any] = []
    for value in values:
        flat.extend(typing.get_args(value) if typing.get_origin(value) is typing.Literal else (value,))
    return Exactly(tuple(map(_spelt, flat)))


def _spelt(value: Any) -> Spelt:
    if type(value) in _ATOMS:
        return Literal(value)
    return Named(text_of(type(value), "__module__"), f"{text_of(type(value), '__qualname__')}.{value.name}")


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
        case Record(fields=fields):
            return set().union(*(mentioned(field.known) for field in fields))
        case Within(base=base):
            return mentioned(base)
        case _:
            return set()
