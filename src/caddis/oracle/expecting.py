"""Expected values: source that builds a value equal to one that was seen, if people would want to read it."""

from __future__ import annotations

import builtins
import inspect
import math
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from enum import Enum
from itertools import islice
from types import BuiltinFunctionType
from typing import Any, NamedTuple

from caddis.model.classes import mro
from caddis.model.finding import Name
from caddis.oracle.holding import APPROX, evaluated

DEEPEST = 3
LONGEST = 110
"""Longer source is not asserted: nobody would read it."""
LONGEST_TEXT, LONGEST_INSIDE = 80, 40
"""Of texts, alone and in containers: they have a line of their own at most."""
MOST_ITEMS = 20
MOST_POSITIONAL = 3
"""Of the arguments of an expected object: all further ones are named."""
UNITS = frozenset({-1.0, 0.0, 1.0})
"""Floats that are said as they are: mostly nothing was calculated."""

_PLAIN_MAPPINGS = frozenset({dict, OrderedDict, defaultdict, Counter})
_MISSING = object()


class Expected(NamedTuple):
    """Source, and what has to be imported for it."""

    source: str
    names: tuple[Name, ...] = ()


class _Unsaid(Exception):
    """There is no source for a value that anybody would read."""


Call = list[tuple[str | None, object]]
"""The arguments of a constructor, with their keywords."""


class Expecting:
    """Puts values into source."""

    def __init__(
        self,
        public: Callable[[type], Name | None],
        *,
        given: Collection[float] = (),
        others: Iterable[object] = (),
    ) -> None:
        """`public` tells where a class is imported from, `given` are floats that were put in.

        `others` are values that an expected object may be told from.
        """
        self._public = public
        self._given = frozenset(given)
        self._others = tuple(others)
        self._names: dict[Name, None] = {}

    def of(self, value: object) -> Expected | None:
        """The source of a value, if it is simple enough to read."""
        self._names = {}
        try:
            text = self._text(value, DEEPEST)
        except _Unsaid:
            return None
        return Expected(text, tuple(self._names)) if self._length(text) <= LONGEST else None

    def _length(self, text: str) -> int:
        """How long a text will be in a file, where most names stand without their module."""
        modules = sum(text.count(".".join(name)) * (len(name[0]) + 1) for name in self._names)
        return len(text) - modules

    def _text(self, value: object, depth: int) -> str:
        cls = type(value)
        if value is None or cls is bool:
            return repr(value)
        if isinstance(value, Enum):
            return self._member(value)
        if isinstance(value, int) and cls is int:
            # numbers too long to print are too long to read
            return _said(repr(value) if abs(value) < 10**30 else None)
        if cls is float:
            return self._float(value)  # type: ignore[arg-type]
        if cls is str or cls is bytes:
            text = repr(value)
            return _said(text if len(text) <= (LONGEST_TEXT if depth == DEEPEST else LONGEST_INSIDE) else None)
        if isinstance(value, type):
            return self._named(value)
        if cls is BuiltinFunctionType:
            name = str(getattr(value, "__name__", ""))
            return _said(name if getattr(builtins, name, None) is value else None)
        if depth == 0:
            raise _Unsaid
        return self._composed(value, cls, depth - 1)

    def _composed(self, value: Any, cls: type, depth: int) -> str:
        if cls in (list, tuple):
            return self._items(value, cls, depth)
        if cls in (set, frozenset):
            # in an order of its own, since that of the set is another in each process
            inside = ", ".join(sorted(self._text(item, depth) for item in _few(value)))
            text = f"{{{inside}}}" if inside else "set()"
            return text if cls is set else f"frozenset({text if inside else ''})"
        if cls in _PLAIN_MAPPINGS:
            pairs = ", ".join(f"{self._text(k, depth)}: {self._text(v, depth)}" for k, v in _few(value.items()))
            return f"{{{pairs}}}"
        if cls in (complex, range):
            return repr(value)
        if cls is bytearray:
            return f"bytearray({self._text(bytes(value), depth)})"
        return self._object(value, cls, depth)

    def _items(self, value: Any, cls: type, depth: int) -> str:
        items = list(_few(value))
        opening, closing = "[]" if cls is list else "()"
        numbers = bool(items) and all(type(item) in (int, float) for item in items)
        if numbers and sum(not self._is_exact(item) for item in items) > 1:
            inside = ", ".join(_rounded(float(item)) if type(item) is float else repr(item) for item in items)
            self._names[APPROX] = None
            return f"pytest.approx({opening}{inside}{closing})"
        inside = ", ".join(self._text(item, depth) for item in items)
        return f"{opening}{inside}{',' if cls is tuple and len(items) == 1 else ''}{closing}"

    def _float(self, value: float) -> str:
        if not math.isfinite(value):
            if math.isnan(value):
                raise _Unsaid
            return f'float("{value!r}")'
        if self._is_exact(value):
            return repr(value)
        self._names[APPROX] = None
        return f"pytest.approx({_rounded(value)})"

    def _is_exact(self, value: float) -> bool:
        """Whether a number is taken for the same however it was calculated: an integer, put in, or nothing to speak of.

        Any other comes out a little different as soon as somebody adds in another order, nine no less than a third.
        """
        return type(value) is int or value in self._given or value in UNITS

    def _member(self, value: Enum) -> str:
        name = value.name if type(value.name) is str else ""
        if not name.isidentifier() or type(value).__members__.get(name) is not value:
            raise _Unsaid
        found = self._public(type(value))
        return self._imported((found[0], f"{found[1]}.{name}") if found else None)

    def _named(self, cls: type) -> str:
        if cls.__module__ == "builtins":
            return _said(cls.__name__ if cls.__name__.isidentifier() and cls.__name__ != "NoneType" else None)
        return self._imported(self._public(cls))

    def _imported(self, name: Name | None) -> str:
        if name is None:
            raise _Unsaid
        if name[0] == "builtins":
            return name[1]
        self._names[name] = None
        return ".".join(name)

    def _object(self, value: object, cls: type, depth: int) -> str:
        """A call that makes an object equal to this one, of a class whose `==` tells objects apart."""
        if getattr(cls, "__eq__", object.__eq__) is object.__eq__ or hasattr(cls, "__next__"):
            raise _Unsaid
        if cls.__module__ == "collections.abc":
            # nobody makes a view themselves
            raise _Unsaid
        before = dict(self._names)
        for call in _calls(value, cls):
            try:
                text = self._called(cls, call, depth)
                if (
                    self._length(text) <= LONGEST
                    and self._is_equal(text, value)
                    and self._tells_apart(cls, call, value, depth)
                ):
                    return text
            except _Unsaid:
                pass
            self._names = dict(before)
        raise _Unsaid

    def _called(self, cls: type, call: Call, depth: int) -> str:
        called = self._named(cls)
        inside = [f"{keyword}={text}" if keyword else text for keyword, text in self._arguments(call, depth)]
        return f"{called}({', '.join(inside)})"

    def _arguments(self, call: Call, depth: int) -> Iterator[tuple[str | None, str]]:
        return ((keyword, self._text(argument, depth)) for keyword, argument in call)

    def _is_equal(self, text: str, value: object) -> bool:
        built = self._built(text)
        return type(built) is type(value) and built is not value and _are_equal(built, value) is True

    def _built(self, text: str) -> object:
        try:
            return evaluated(text, tuple(self._names))
        except Exception as failure:
            raise _Unsaid from failure

    def _tells_apart(self, cls: type, call: Call, value: object, depth: int) -> bool:
        """Whether objects that differ are not equal."""
        if any(type(other) is cls and _are_equal(other, value) is False for other in self._others):
            return True
        return any(self._differs(cls, another, value, depth) for another in _calls_unlike(call))

    def _differs(self, cls: type, call: Call, value: object, depth: int) -> bool:
        kept = dict(self._names)
        try:
            built = self._built(self._called(cls, call, depth))
        except _Unsaid:
            return False
        finally:
            self._names = kept
        return type(built) is cls and _are_equal(built, value) is False


def _said(text: str | None) -> str:
    if text is None:
        raise _Unsaid
    return text


def _few(items: Iterable[Any]) -> list[Any]:
    few = list(islice(items, MOST_ITEMS + 1))
    if len(few) > MOST_ITEMS:
        raise _Unsaid
    return few


def _rounded(value: float) -> str:
    """A float as near as `approx` needs it."""
    return repr(float(f"{value:.9g}"))


def _are_equal(one: Any, other: Any) -> object:
    try:
        return one == other
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return None


def _calls_unlike(call: Call) -> Iterator[Call]:
    """Calls that differ from one in a single argument."""
    if not call:
        anything: tuple[object, ...] = ([1], [(1, 1)], {1: 1}, 1, "x")
        for another in anything:
            yield [(None, another)]
    for place, (keyword, argument) in enumerate(call):
        for another in _others_than(argument):
            yield [*call[:place], (keyword, another), *call[place + 1 :]]


def _others_than(value: object) -> list[object]:
    """Values much like another that are not it."""
    match value:
        case bool():
            return [not value]
        case int() | float() | Decimal():
            return [value + 1]
        case str():
            return [f"{value}x", f"{value}1", ""]
        case bytes():
            return [value + b"x"]
        case list() | tuple():
            return [value[:-1]] if value else [type(value)([1]), type(value)([(1, 1)])]
        case dict():
            return [{}] if value else [{1: 1}]
        case None:
            return ["x", 1]
        case _:
            return []


def _calls(value: Any, cls: type) -> Iterator[Call]:
    """Arguments by which an object might have been made: what its attributes are called after, or what it contains."""
    if cls is Decimal:
        yield [(None, str(value))]
        return
    if cls.__module__ == "datetime":
        yield from _of_a_date(value)
        return
    try:
        parameters = list(inspect.signature(cls).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    by_attributes = _by_attributes(value, parameters)
    if by_attributes:
        yield by_attributes
    elif all(one.default is not one.empty or one.kind in _SEVERAL for one in parameters):
        yield []
    if any("__iter__" in vars(base) for base in mro(cls)[:-1]):
        yield from _by_contents(value)
    if parameters and all(one.default is not one.empty or one.kind in _SEVERAL for one in parameters[1:]):
        text = _shown(value, cls)
        if text is not None:
            yield [(None, text)]


def _shown(value: object, cls: type) -> str | None:
    """How an object shows itself, if its class says so: it may be made from the very same text."""
    if not any("__str__" in vars(base) for base in mro(cls)[:-1]):
        return None
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return None


def _by_contents(value: Any) -> Iterator[Call]:
    if isinstance(value, Mapping) or (hasattr(value, "keys") and hasattr(value, "items")):
        pairs = list(_few(value.items()))
        with suppress(TypeError, ValueError):
            yield [(None, dict(pairs))]
        yield [(None, pairs)]
    else:
        yield [(None, list(_few(value)))]


_SEVERAL = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _by_attributes(value: object, parameters: list[inspect.Parameter]) -> Call:
    """What the attributes hold that are called like the parameters; nothing if one is missing."""
    call: Call = []
    gap = False
    for number, one in enumerate(parameters):
        if one.kind in _SEVERAL:
            gap = True
            continue
        held = _attribute(value, one.name)
        if held is _MISSING:
            if one.default is one.empty:
                return []
            gap = True
            continue
        if one.default is not one.empty and type(held) is type(one.default) and _are_equal(held, one.default) is True:
            gap = gap or one.kind is not one.POSITIONAL_ONLY
            continue
        named = gap or one.kind is one.KEYWORD_ONLY or number >= MOST_POSITIONAL or type(held) is bool
        call.append((one.name if named and one.kind is not one.POSITIONAL_ONLY else None, held))
        gap = named
    return call


def _attribute(value: object, name: str) -> object:
    """What an object holds under a name, or under the same with an underscore."""
    for each in (name, f"_{name}"):
        try:
            held = getattr(value, each)
        except Exception:  # noqa: BLE001 - code of the target may raise anything
            continue
        if not inspect.isroutine(held):
            return held
    return _MISSING


def _of_a_date(value: Any) -> Iterator[Call]:
    """The arguments of what the module `datetime` has."""
    if getattr(value, "tzinfo", None) is not None:
        return
    parts = ("year", "month", "day", "hour", "minute", "second", "microsecond")
    found: Call = [(None, getattr(value, part)) for part in parts if hasattr(value, part)]
    if not found and hasattr(value, "total_seconds"):
        found = [(part, held) for part in ("days", "seconds", "microseconds") if (held := getattr(value, part))]
        yield found or [("days", 0)]
    elif found:
        while len(found) > 3 and not found[-1][1]:
            found.pop()
        yield found
