"""Simple functions to pass where something to call is asked for."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import dataclass

from caddis.generate.matching import fits
from caddis.generate.recipes import Recipe, recipe
from caddis.model.operation import Operation, Place, constant
from caddis.model.types import ANYTHING, Anything, Function, Instance, OneOf, Type, Within

_NUMBERS, _ORDERED, _TEXT = (int, float), (int, float, str, bytes), (str,)
_SIZED = (abc.Sized,)
_ITERABLE = (abc.Iterable,)


@dataclass(frozen=True, slots=True)
class _Simple:
    """A function everybody knows: how many arguments it may be given, of which classes, and what it returns."""

    source: str
    counts: tuple[int, ...]
    takes: tuple[type, ...] = ()
    """Any class if empty."""
    returns: type | None = None
    """None for that of its first argument."""

    def suits(self, known: Function) -> bool:
        """Whether it can be called so, and returns what is expected."""
        parameters = known.parameters
        if parameters is None:
            anything = not self.takes and 1 in self.counts
            return anything and self.returns is not None and fits(known.returns, (self.returns,))
        if len(parameters) not in self.counts or not all(self._takes(parameter) for parameter in parameters):
            return False
        returned = Instance(self.returns) if self.returns is not None else next(iter(parameters), ANYTHING)
        return _is_within(returned, known.returns)

    def _takes(self, parameter: Type) -> bool:
        match parameter:
            case OneOf(options=options):
                return all(self._takes(option) for option in options)
            case Within(base=base):
                return self._takes(base)
            case Instance(cls=cls):
                return not self.takes or any(fits(Instance(taken), (cls,)) for taken in self.takes)
            case Anything():
                # what comes is most likely an atom
                return self.takes in ((), _ORDERED)
            case _:
                return not self.takes


_NONE = type(None)
_SIMPLE = (
    _Simple("str", (0, 1), (), str),
    _Simple("bool", (0, 1), (), bool),
    _Simple("len", (1,), _SIZED, int),
    _Simple("abs", (1,), _NUMBERS),
    _Simple("repr", (1,), (), str),
    _Simple("max", (2, 3), _ORDERED),
    _Simple("min", (2, 3), _ORDERED),
    _Simple("int", (0, 1), _NUMBERS, int),
    _Simple("float", (0, 1), _NUMBERS, float),
    _Simple("hash", (1,), (int, str, float, bytes), int),
    _Simple("list", (0, 1), _ITERABLE, list),
    _Simple("tuple", (0, 1), _ITERABLE, tuple),
    _Simple("set", (0,), (), set),
    _Simple("dict", (0,), (), dict),
    _Simple("bytes", (0,), (), bytes),
    _Simple("object", (0,), (), object),
    _Simple("sorted", (1,), _ITERABLE, list),
    _Simple("iter", (1,), _ITERABLE, type(iter([]))),
    _Simple("str.upper", (1,), _TEXT, str),
    _Simple("str.isdigit", (1,), _TEXT, bool),
    _Simple("str.split", (1,), _TEXT, list),
    _Simple("copy.copy", (1,)),
    _Simple("operator.not_", (1,), (), bool),
    _Simple("operator.eq", (2,), (), bool),
    _Simple("operator.lt", (2,), _ORDERED, bool),
    _Simple("operator.add", (2,), _ORDERED),
    _Simple("operator.truediv", (2,), _NUMBERS, float),
    _Simple("[].clear", (0,), (), _NONE),
    _Simple("[].append", (1,), (), _NONE),
    _Simple("{}.__setitem__", (2,), (int, str, float, bytes, bool), _NONE),
    # takes anything, however much, and does nothing with it
    _Simple('"".format', (3, 4, 5, 6), (), str),
)
_COROUTINES = {0: "asyncio.Event().wait", 1: "asyncio.sleep", 2: "asyncio.sleep"}
_ANY = tuple(map(recipe, ("str", "bool", "len", "abs", "repr", "max")))


def functions_for(known: Function, classes: Mapping[type, Operation]) -> tuple[Recipe, ...]:
    """A few functions that can be called as the type says and return what it says, as far as there are any."""
    if known.parameters is None and isinstance(known.returns, Anything):
        return _ANY
    found = tuple(recipe(simple.source) for simple in _SIMPLE if simple.suits(known))
    return (*found, *_constructors(known, classes), *_coroutines(known)) or _by_count(known)


def _constructors(known: Function, classes: Mapping[type, Operation]) -> list[Recipe]:
    """The classes whose instances are expected, if they can be made of as many arguments."""
    if isinstance(known.returns, Anything):
        return []
    return [
        Recipe(constant(operation.module, operation.path))
        for cls, operation in classes.items()
        if fits(known.returns, (cls,)) and _can_be_given(operation, known.parameters)
    ]


def _can_be_given(operation: Operation, parameters: tuple[Type, ...] | None) -> bool:
    if parameters is None:
        return True
    required = sum(parameter.required for parameter in operation.parameters)
    most = sum(parameter.place is not Place.KEYWORD for parameter in operation.parameters)
    return required <= len(parameters) <= most


def _coroutines(known: Function) -> list[Recipe]:
    awaited = isinstance(known.returns, Instance) and known.returns.cls in (abc.Awaitable, abc.Coroutine)
    count = 1 if known.parameters is None else len(known.parameters)
    return [recipe(_COROUTINES[count])] if awaited and count in _COROUTINES else []


def _by_count(known: Function) -> tuple[Recipe, ...]:
    """Functions that at least can be called, whatever they return."""
    count = 1 if known.parameters is None else len(known.parameters)
    return tuple(recipe(simple.source) for simple in _SIMPLE if count in simple.counts and not simple.takes)


def _is_within(returned: Type, expected: Type) -> bool:
    match returned, expected:
        case _, Anything():
            return True
        case Anything(), _:
            return False
        case (Instance(cls=cls), _) | (Within(base=Instance(cls=cls)), _):
            return fits(expected, (cls,))
        case _:
            return returned == expected
