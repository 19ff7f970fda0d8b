"""What kind of value something is: below zero, zero or above; empty or how it begins; objects by what they hold.

Coarser by far than its state: where behaviour has special cases, they are special for a kind, as a rule. Reads only
`__dict__`, slots and the contents of builtin containers; never runs code of the class.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import islice
from typing import Any

from caddis.keep.fingerprint import slots_of
from caddis.model.component import ValueKind

DEEPEST = 4
"""How far parts of parts are looked at."""
MOST_PARTS = 12
"""Attributes of an object that are looked at."""
SEVERAL = 2
"""Items from which on one more makes no difference."""
_ORDERED: tuple[Any, ...] = (list, tuple, deque, dict)
_UNORDERED: tuple[Any, ...] = (set, frozenset)


def kind_of(value: object, depth: int = DEEPEST) -> ValueKind:
    """The kind of a value; equal ones are of the same kind."""
    cls: Any = type(value)
    if value is None or cls is bool:
        return (cls, value)
    if cls is int or cls is float:
        number: Any = value
        return (cls, "none" if number != number else (number > 0) - (number < 0))  # noqa: PLR0124 - a NaN
    if cls is str:
        return (cls, _beginning(value))  # type: ignore[arg-type]
    if cls is bytes:
        return (cls, bool(value))
    if depth == 0:
        return (cls,)
    return (cls, *_content(value, depth - 1), *_attributes(value, cls, depth - 1))


def _beginning(text: str) -> str:
    """What a text begins with: a letter, a digit, a space, or the very sign."""
    first = text[:1]
    return "a" if first.isalpha() else "0" if first.isdigit() else " " if first.isspace() else first


def _content(value: Any, depth: int) -> ValueKind:
    """How many items there are, and of what kind the first is; sets have none."""
    cls: Any = type(value)
    base = _container(cls)
    if base is None:
        return ()
    count = min(base.__len__(value), SEVERAL)
    if count == 0 or base in _UNORDERED:
        return (count,)
    items = base.values(value) if base is dict else base.__iter__(value)
    return (count, kind_of(next(iter(items)), depth))


@lru_cache
def _container(cls: Any) -> Any:
    """The builtin container that instances of a class are, if they are one."""
    return next((base for base in (*_ORDERED, *_UNORDERED) if issubclass(cls, base)), None)


@lru_cache
def _slots(cls: Any) -> list[object]:
    return slots_of(cls)


def _attributes(value: object, cls: Any, depth: int) -> list[object]:
    found: list[object] = []
    for slot in _slots(cls)[:MOST_PARTS]:
        try:
            found.append(kind_of(slot.__get__(value, cls), depth))  # type: ignore[attr-defined]
        except AttributeError:
            found.append(None)
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return found
    if type(held) is dict:
        found += [(name, kind_of(part, depth)) for name, part in islice(held.items(), MOST_PARTS)]
    return found
