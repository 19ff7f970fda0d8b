"""The members of a class → operations on it."""

from __future__ import annotations

import dataclasses
import dis
import enum
import functools
import inspect
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from caddis.discover import signatures, stubs
from caddis.discover.foreign import (
    MISSING,
    annotated,
    attempt,
    dynamic,
    is_a,
    is_class,
    namespace,
    static,
    text_of,
)
from caddis.discover.names import Scope
from caddis.discover.protocols import is_protocol
from caddis.discover.signatures import Shape
from caddis.discover.types import Reader
from caddis.model.api import NOTHING_NEARBY, Clue, Signature, Source
from caddis.model.classes import is_of_object, mro
from caddis.model.operation import Kind, Operation, Parameter, Place, Waiting
from caddis.model.operators import AWAITED, COPYING, ENTERING, IN_PLACE, OPERATORS, arity
from caddis.model.types import ANYTHING, NONE, Anything, Instance, OneOf, Type
from caddis.properties.marking import mark_of

Known = tuple[Operation, Signature]

_ORDERING = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})
_READ_FROM_C = (types.MemberDescriptorType, types.GetSetDescriptorType)
_CALLED = (types.FunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)
_CANNOT_BE_CALLED = 1 << 7
"""The flag of C classes that refuse to be instantiated."""

_RESULTS: dict[str, Type] = {
    **dict.fromkeys(("__len__", "__hash__", "__int__"), Instance(int)),
    **dict.fromkeys(("__repr__", "__str__"), Instance(str)),
    **dict.fromkeys(("__bool__", "__contains__"), Instance(bool)),
    **dict.fromkeys(("__setitem__", "__delitem__"), NONE),
    "__float__": Instance(float),
    "__complex__": Instance(complex),
    "__bytes__": Instance(bytes),
}
_DESCRIBES = ("__get__", "__set__", "__delete__")
_LISTED = ("__iter__", "__reversed__", "__aiter__")
_ASKS_FOR_LOOP = frozenset({"create_task", "get_running_loop", "ensure_future", "current_task", "gather"})
_ONLY_BEGUN = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
"""Functions whose body does not run when they are called."""
_MAKES_LOOP = frozenset({"run", "Runner", "new_event_loop", "run_until_complete"})
_BETWEEN_EQUALS = frozenset(
    name for name, source in OPERATORS.items() if source.startswith(("{0} ", "{1} ")) and name != "__contains__"
)
"""Binary operators: what they are most often used with is another of the same class."""


_STATED = frozenset({Source.ANNOTATION, Source.STUB, Source.SHARED, Source.DOCSTRING})
_ANSWERED_ALONE = frozenset({"__getitem__", "__invert__", "__neg__", "__pos__", "__abs__"})
"""Operators whose value is what their method returns, whoever the other operand is."""


class Members:
    """Finds the operations of one class, under the name a user would write for it."""

    def __init__(
        self,
        cls: type,
        module: str,
        owner: str,
        reader: Reader,
        *,
        private: bool = False,
        ours: Callable[[type], bool] = lambda _: False,
    ) -> None:
        self._cls = cls
        self._module = module
        self._owner = owner
        self._reader = reader
        self._private = private
        self._ours = ours

    def constructor(self) -> Iterator[Known]:
        """The call of the class, if it can be called."""
        if not can_be_made(self._cls):
            return
        parameters, signature = signatures.of_constructor(self._cls, self._reader).alone()
        name = self._owner.rpartition(".")[2]
        made_by = [static(self._cls, method) for method in ("__init__", "__new__", "__post_init__")]
        waiting = Waiting.INSIDE if Waiting.INSIDE in map(waiting_of, made_by) else Waiting.PLAIN
        yield Operation(Kind.CONSTRUCTOR, self._module, self._owner, name, parameters, waiting), signature

    def constants(self) -> Iterator[Known]:
        """The members of an enumeration, and instances of our classes that a class keeps."""
        held = namespace(self._cls)
        if is_enumeration(self._cls):
            names = [name for name in held.get("_member_names_", ()) if self._wanted(name)]
            yield from (self._constant(name, self._cls) for name in names)
            return
        for name, stored in held.items():
            held_plainly = not (is_class(stored) or hasattr(type(stored), "__get__"))
            if self._wanted(name) and held_plainly and self._ours(type(stored)):
                yield self._constant(name, type(stored))

    def _constant(self, name: str, cls: type) -> Known:
        return Operation(Kind.CONSTANT, self._module, self._owner, name), Signature((), Instance(cls))

    def all(self) -> Iterator[Known]:
        """Everything but the constructor and the constants."""
        seen: set[str] = set()
        abstract = not can_be_made(self._cls) and not is_enumeration(self._cls)
        for definer in mro(self._cls):
            counts = _counts(definer, self._cls)
            for name, stored in namespace(definer).items():
                if name in seen:
                    continue
                seen.add(name)
                if mark_of(stored) is not None:
                    # what a property does to its object is nobody's business
                    continue
                unwritten = abstract and dynamic(stored, "__isabstractmethod__") is True
                added = _is_of_enumerations(stored) or attempt(partial(is_of_object, name, stored), False)
                if not counts or stored is None or unwritten or added:
                    continue
                yield from self._member(definer, name, stored)
        for name in self._attributes(seen):
            yield self._read(name, self._attribute(name))

    def copies(self) -> Iterator[Known]:
        """The ways to copy an instance, which every class has; enumerations have no copies."""
        if is_enumeration(self._cls):
            return
        for name in COPYING:
            parameters = (Parameter("self", Place.POSITIONAL),)
            operation = Operation(Kind.OPERATOR, self._module, self._owner, name, parameters)
            yield operation, Signature((Instance(self._cls),), Instance(self._cls))

    def one(self, name: str, stored: Any) -> Known | None:
        """A method of the class itself, whatever it is called; None if it is none."""
        found = next(self._named(self._cls, name, stored), None)
        return found if found is not None and found[0].kind is not Kind.READ else None

    def _member(self, definer: type, name: str, stored: Any) -> Iterator[Known]:
        if name in COPYING:
            return
        if name in OPERATORS:
            if self._is_usable(definer, name, stored):
                yield self._operator(definer, name, stored)
        elif name == "__call__" or self._wanted(name):
            yield from self._named(definer, name, stored)

    def _wanted(self, name: str) -> bool:
        if name.startswith("__") or f"_{self._cls.__name__.lstrip('_')}__" in name:
            return False
        return self._private or not name.startswith("_")

    def _named(self, definer: type, name: str, stored: Any) -> Iterator[Known]:
        if is_a(stored, property):
            yield from self._property(definer, name, stored)
        elif is_a(stored, functools.cached_property):
            yield self._read(name, self._getter(definer, name, stored.func), waiting_of(stored.func))
        elif is_a(stored, *_READ_FROM_C) or type(stored).__name__ == "_tuplegetter":
            yield self._read(name, self._attribute(name))
        else:
            kind, function, bound = self._called(name, stored)
            if kind is None:
                yield from self._descriptor(name, stored)
                return
            shape = signatures.of_method(function, self._reader, self._cls, definer, name, bound=bound)
            parameters, signature = shape.received_by(self._cls) if kind is Kind.METHOD else shape.alone()
            yield Operation(kind, self._module, self._owner, name, parameters, waiting_of(function)), signature

    def _called(self, name: str, stored: Any) -> tuple[Kind | None, Any, bool]:
        """How a member is called, the function behind it, and whether that has no receiver any more."""
        if is_a(stored, staticmethod):
            return Kind.STATIC_METHOD, stored.__func__, True
        if is_a(stored, classmethod):
            return Kind.CLASS_METHOD, stored.__func__, False
        if is_a(stored, types.ClassMethodDescriptorType):
            return Kind.CLASS_METHOD, dynamic(self._cls, name), True
        if is_a(stored, functools.partialmethod):
            return Kind.METHOD, dynamic(self._cls, name), False
        if is_a(stored, functools.singledispatchmethod):
            return Kind.METHOD, stored.func, False
        callable_descriptor = not is_class(stored) and inspect.ismethoddescriptor(stored) and callable(stored)
        if is_a(stored, *_CALLED) or attempt(lambda: callable_descriptor, False):
            return Kind.METHOD, stored, False
        return None, None, False

    def _property(self, definer: type, name: str, stored: property) -> Iterator[Known]:
        getter = self._getter(definer, name, stored.fget)
        if stored.fget is not None:
            yield self._read(name, getter, waiting_of(stored.fget))
        if stored.fset is not None and _can_return(stored.fset):
            shape = signatures.of_method(stored.fset, self._reader, self._cls, self._cls, name, bound=False)
            value = next((each for each in shape.types if not isinstance(each, Anything)), getter.returns)
            parameters = (Parameter("self", Place.POSITIONAL), Parameter("value", Place.POSITIONAL))
            operation = Operation(Kind.WRITE, self._module, self._owner, name, parameters)
            clues = ((), *shape.clues[:1]) if shape.clues else ()
            yield operation, Signature((Instance(self._cls), value), NONE, clues, raises=shape.raises)
        if stored.fdel is not None and _can_return(stored.fdel):
            yield self._delete(name)

    def _descriptor(self, name: str, stored: Any) -> Iterator[Known]:
        """What can be done with an attribute that a descriptor of the target's own stands for."""
        has = {name for base in mro(type(stored)) for name in _DESCRIBES if name in namespace(base)}
        if "__get__" in has:
            yield self._read(name, self._attribute(name))
        if "__set__" in has:
            parameters = (Parameter("self", Place.POSITIONAL), Parameter("value", Place.POSITIONAL))
            known = signatures.of_method(
                static(type(stored), "__set__"), self._reader, type(stored), type(stored), "__set__", bound=False
            )
            value = known.types[1] if len(known.types) > 1 else ANYTHING
            operation = Operation(Kind.WRITE, self._module, self._owner, name, parameters)
            yield operation, Signature((Instance(self._cls), value), NONE)
        if "__delete__" in has:
            yield self._delete(name)

    def _delete(self, name: str) -> Known:
        operation = Operation(Kind.DELETE, self._module, self._owner, name, (Parameter("self", Place.POSITIONAL),))
        return operation, Signature((Instance(self._cls),), NONE)

    def _getter(self, definer: type, name: str, function: Any) -> Shape:
        if function is None:
            return self._attribute(name)
        return signatures.of_method(function, self._reader, self._cls, definer, name, bound=False)

    def _attribute(self, name: str) -> Shape:
        return Shape((), (), self._declared(name))

    def _read(self, name: str, shape: Shape, waiting: Waiting = Waiting.PLAIN) -> Known:
        parameters = (Parameter("self", Place.POSITIONAL),)
        operation = Operation(Kind.READ, self._module, self._owner, name, parameters, waiting)
        # what a getter asks for beside its receiver nobody gives it
        return operation, replace(shape, types=(), clues=()).received_by(self._cls)[1]

    def _declared(self, name: str) -> Type:
        """What the annotation of an attribute says, in the class or in a stub."""
        for base in mro(self._cls):
            said = annotated(base).get(name, MISSING)
            if said is not MISSING:
                return self._reader.read(said, Scope(text_of(base, "__module__"), self._cls))
        said = stubs.of_attribute(self._cls, name)
        return ANYTHING if said is MISSING else self._reader.read(said, Scope("", self._cls))

    def _attributes(self, seen: set[str]) -> Iterator[str]:
        """The public attributes instances have by declaration, where the class itself holds no descriptor for them."""
        if is_enumeration(self._cls) or is_protocol(self._cls):
            return
        found: dict[str, None] = {}
        for base in mro(self._cls):
            if _counts(base, self._cls):
                found.update({name: None for name, said in annotated(base).items() if _is_of_instances(said)})
        listed = dynamic(self._cls, "__attrs_attrs__")
        if isinstance(listed, tuple):
            found.update({text_of(attribute, "name"): None for attribute in listed})
        for name in found:
            if name and self._wanted(name) and (name not in seen or _is_plain(self._cls, name)):
                yield name

    def _is_usable(self, definer: type, name: str, stored: Any) -> bool:
        if is_a(stored, staticmethod, classmethod, property) or not callable(stored):
            return False
        if name not in AWAITED and (waiting_of(stored) is Waiting.AWAITED or inspect.isasyncgenfunction(stored)):
            return False
        if name in ENTERING:
            return dynamic(self._cls, name.replace("enter", "exit")) is not MISSING
        # C classes have all six comparisons, whether they can be ordered or not
        if name in _ORDERING and is_a(stored, types.WrapperDescriptorType):
            return bool(stubs.of_member(definer, name))
        return True

    def _operator(self, definer: type, name: str, stored: Any) -> Known:
        shape = signatures.of_method(stored, self._reader, self._cls, definer, name, bound=False)
        known = [*zip(shape.parameters, shape.types, strict=True)]
        known += [(Parameter(other), ANYTHING) for other in ("other", "value")[len(known) :]]
        known = known[: arity(name)]
        types_ = tuple(self._beside(name, each) for _, each in known)
        places = tuple(Parameter(each.name, Place.POSITIONAL) for each, _ in known)
        told = replace(
            shape,
            parameters=places,
            types=types_,
            returns=self._result(name, shape.returns),
            clues=_of_operands(name, shape.clues, len(types_)),
            nearby=NOTHING_NEARBY,
            promised=shape.promised if name in _ANSWERED_ALONE else None,
        )
        parameters, signature = told.received_by(self._cls)
        waiting = Waiting.AWAITED if name in AWAITED else waiting_of(stored)
        return Operation(Kind.OPERATOR, self._module, self._owner, name, parameters, waiting), signature

    def _beside(self, name: str, known: Type) -> Type:
        if isinstance(known, Anything) and name in _BETWEEN_EQUALS:
            return OneOf((Instance(self._cls), ANYTHING))
        return known

    def _result(self, name: str, returns: Type) -> Type:
        if name in _LISTED:
            return Instance(list, returns.arguments[:1] if isinstance(returns, Instance) else ())
        if name in IN_PLACE and isinstance(returns, Anything):
            return Instance(self._cls)
        return _RESULTS.get(name, returns)


def _of_operands(name: str, clues: tuple[tuple[Clue, ...], ...], count: int) -> tuple[tuple[Clue, ...], ...]:
    """For each of so many operands what is known of it; nothing at all where that is all there is to say.

    Guesses are not taken where another of the same class is used most often.
    """
    taken = _STATED if name in _BETWEEN_EQUALS else frozenset(Source)
    kept = [tuple(clue for clue in each if clue.source in taken) for each in clues[:count]]
    return (*kept, *[()] * (count - len(kept))) if any(kept) else ()


def can_be_made(cls: type) -> bool:
    """Whether calling the class makes an instance, as far as can be told without trying."""
    if is_enumeration(cls) or is_protocol(cls) or typing.is_typeddict(cls):
        return False
    return not (attempt(lambda: inspect.isabstract(cls), False) or cls.__flags__ & _CANNOT_BE_CALLED)


def is_enumeration(cls: type) -> bool:
    """Whether the class is an `enum.Enum`."""
    return enum.Enum in mro(cls)


def waiting_of(function: Any) -> Waiting:
    """What calling a function has to do with an event loop, as far as its code shows.

    One that merely wraps a coroutine function may give something to await, or may have waited itself: that is seen
    when it is called.
    """
    if attempt(lambda: inspect.iscoroutinefunction(function), False):
        return Waiting.AWAITED
    code = dynamic(attempt(lambda: inspect.unwrap(function), function), "__code__")
    if not is_a(code, types.CodeType) or code.co_flags & _ONLY_BEGUN:
        return Waiting.PLAIN
    asks = not _ASKS_FOR_LOOP.isdisjoint(code.co_names) and _MAKES_LOOP.isdisjoint(code.co_names)
    return Waiting.INSIDE if asks else Waiting.PLAIN


def _counts(definer: type, cls: type) -> bool:
    """Whether what a base defines is part of the API of the class, not of the language's machinery."""
    if definer is object or (is_protocol(definer) and is_protocol(cls)):
        return False
    module = text_of(definer, "__module__")
    if module in ("typing", "typing_extensions", "abc", "enum"):
        return definer is cls
    return module != "builtins" or not (issubclass(definer, BaseException) or is_enumeration(cls))


def _can_return(function: Any) -> bool:
    """Whether a function ever returns: a setter that only raises says that there is nothing to set."""
    code = dynamic(function, "__code__")
    if not isinstance(code, types.CodeType):
        return True
    return any(instruction.opname.startswith("RETURN_") for instruction in dis.get_instructions(code))


def _is_of_enumerations(stored: Any) -> bool:
    """Whether Python itself put this into an enumeration, as it does with the operators of flags."""
    return is_a(stored, types.FunctionType) and stored.__module__ == "enum"


def _is_of_instances(annotation: Any) -> bool:
    """Whether an annotated name is an attribute of instances."""
    if type(annotation) is str:
        return "ClassVar" not in annotation and "InitVar" not in annotation
    return (
        typing.get_origin(annotation) is not typing.ClassVar
        and annotation is not typing.ClassVar
        and not (isinstance(annotation, dataclasses.InitVar) or annotation is dataclasses.InitVar)
    )


def _is_plain(cls: type, name: str) -> bool:
    """Whether the class stores a mere value under the name, a default."""
    stored = next((namespace(base)[name] for base in mro(cls) if name in namespace(base)), MISSING)
    return not (is_class(stored) or callable(stored) or hasattr(type(stored), "__get__"))
