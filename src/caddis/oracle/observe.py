"""Observers: what a value shows of its state without changing it, guessed by name as Randoop does (section 3.3)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from types import FunctionType

from caddis.model.finding import Assertion
from caddis.model.operation import HAS_RECEIVER
from caddis.model.sequence import Sequence

MOST_OBSERVERS = 4
DEEPEST = 3
LONGEST = 60
"""Longer reprs are not asserted: nobody would read them."""
_ORDERED = frozenset("[('\"b")
"""How the source of lists, tuples and texts begins."""
_UNSTABLE = re.compile(r" at 0x|\n|\{[^:{}]*,[^:{}]*\}")
"""An address, several lines, or the display of a set."""
_OBSERVER_NAME = re.compile(r"(size|count|length)$|(get|is|has)_\w+$|(is|get|has)[A-Z]\w*$")


def observations(sequence: Sequence, before: list[object], after: list[object]) -> list[Assertion]:
    """What to assert of a sequence: its last value, and the state of the receiver where the last call changed it.

    `before` are the values of a run that stopped short of the last call, `after` those of a whole run.
    """
    last = len(sequence) - 1
    result = after[last]
    asserted = list(_shown(result, last, last)) if result is not None else []
    if sequence.statements[last].operation.kind in HAS_RECEIVER:
        receiver = sequence.sources(last)[0]
        if after[receiver] is not result:
            unchanged = set(_state(before[receiver], receiver, last))
            asserted.extend(seen for seen in _state(after[receiver], receiver, last) if seen not in unchanged)
    if any(type(value) in (set, frozenset) and len(value) > 1 for value in after):  # type: ignore[arg-type]
        # the order of a set is another in each process, and so may be whatever was made from it in order
        asserted = [seen for seen in asserted if seen.expected[0] not in _ORDERED]
    if not asserted:
        asserted.append(
            Assertion(last, "{0}", "None", last)
            if result is None
            else Assertion(last, "type({0}).__name__", repr(type(result).__name__), last)
        )
    return asserted


def _shown(value: object, subject: int, after: int) -> Iterator[Assertion]:
    """A simple value as it is; an object by its observers, or else by its repr."""
    expected = source(value)
    if expected is not None:
        yield Assertion(subject, "{0}", expected, after)
        return
    state = list(_state(value, subject, after))
    yield from state
    if not state and _has_own_repr(type(value)):
        text = _asked(repr, value)
        if isinstance(text, str) and len(text) <= LONGEST and not _UNSTABLE.search(text):
            yield Assertion(subject, "repr({0})", repr(text), after)


def _state(value: object, subject: int, after: int) -> Iterator[Assertion]:
    """The observers of an object that answer with simple values."""
    cls = type(value)
    if cls.__module__ == "builtins":
        expected = source(value)
        if expected is not None:
            yield Assertion(subject, "{0}", expected, after)
        return
    found = 0
    for template, ask in _observers(cls):
        answer = _asked(ask, value)
        expected = None if answer is None else source(answer)
        if expected is not None:
            yield Assertion(subject, template, expected, after)
            found += 1
            if found == MOST_OBSERVERS:
                return


def _observers(cls: type) -> Iterator[tuple[str, object]]:
    """Templates and functions that ask an instance about its state."""
    if any("__len__" in vars(base) for base in cls.__mro__):
        yield "len({0})", len
    for name in sorted({name for base in cls.__mro__[:-1] for name in vars(base) if not name.startswith("_")}):
        member = inspect.getattr_static(cls, name, None)
        if isinstance(member, property) or inspect.isdatadescriptor(member):
            yield f"{{0}}.{name}", _reader(name)
        elif isinstance(member, FunctionType) and _OBSERVER_NAME.match(name) and _takes_nothing(member):
            yield f"{{0}}.{name}()", _caller(name)


def _reader(name: str) -> object:
    return lambda value: getattr(value, name)


def _caller(name: str) -> object:
    return lambda value: getattr(value, name)()


def _takes_nothing(function: FunctionType) -> bool:
    code = function.__code__
    return (
        code.co_argcount == 1
        and code.co_kwonlyargcount == 0
        and not code.co_flags & (inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR)
    )


def _asked(ask: object, value: object) -> object:
    """The answer of an observer, or None when it fails."""
    try:
        return ask(value)  # type: ignore[operator]
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return None


def _has_own_repr(cls: type) -> bool:
    return getattr(cls, "__repr__", None) is not object.__repr__


def source(value: object, depth: int = DEEPEST) -> str | None:
    """The value as Python source, if it is simple enough to read."""
    if not _is_simple(value, depth):
        return None
    text = repr(value)
    if isinstance(value, set) and value:
        # in an order of its own, since that of the set is another in each process
        text = "{" + ", ".join(sorted(map(repr, value))) + "}"
    return text if len(text) <= LONGEST else None


def _is_simple(value: object, depth: int) -> bool:
    cls = type(value)
    if value is None or cls in (bool, int, str, bytes):
        # numbers too long to print are too long to read
        return not isinstance(value, int) or abs(value) < 10**30
    if cls is float:
        return value == value and abs(value) != float("inf")  # type: ignore[arg-type]  # noqa: PLR0124
    if depth == 0:
        return False
    if cls in (list, tuple):
        return all(_is_simple(item, depth - 1) for item in value)  # type: ignore[attr-defined]
    if cls is set:
        # only at the top: nested ones are not put in order
        return depth == DEEPEST and all(_is_simple(item, 0) for item in value)  # type: ignore[attr-defined]
    if cls is dict:
        return all(_is_simple(k, depth - 1) and _is_simple(v, depth - 1) for k, v in value.items())  # type: ignore[attr-defined]
    return False
