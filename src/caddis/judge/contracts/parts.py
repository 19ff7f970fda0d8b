"""What a value is made of, read without running code of its class; and what excuses it from a law."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any

from caddis.judge.contracts.claims import is_iterator
from caddis.model.classes import mro

ATOMS = (str, bytes, int, float, complex, type(None))
CONTAINERS = (list, tuple, set, frozenset, deque)
EMPTIED = (list, dict, set, deque, bytearray)
"""Containers whose sharing shows: what is taken out of one is gone from the other."""
MOST_PARTS = 2_000
MOST_SEEN = 100
"""Parts of one value that are looked at where a glance must do."""
_FLAGS: Callable[[type], int] = type.__dict__["__flags__"].__get__
_HEAP_TYPE = 1 << 9
_LEADS_ANYWHERE = (type, ModuleType, FunctionType)


def state(value: object) -> dict[str, object]:
    """The attributes of a value that are stored in it."""
    try:
        held = object.__getattribute__(value, "__dict__")
    except (AttributeError, TypeError):
        held = {}
    found: dict[str, object] = dict(held) if isinstance(held, dict) else {}
    for base in mro(type(value)):
        if base is object or (_is_made_by_python(base) and not base.__dict__.get("__slots__")):
            continue
        for name, member in list(base.__dict__.items()):
            if isinstance(member, MemberDescriptorType):
                try:
                    found.setdefault(name, member.__get__(value))
                except AttributeError:
                    continue
    return found


def _is_made_by_python(cls: type) -> bool:
    """Whether a class statement made a class: then nothing but its slots is stored outside of `__dict__`."""
    return bool(_FLAGS(cls) & _HEAP_TYPE)


def parts(value: object) -> list[object]:
    """What a value holds: its elements, if it is a builtin container or derived from one, and its attributes."""
    found: list[object] = []
    for base in CONTAINERS:
        if isinstance(value, base):
            items: Callable[[Any], Iterable[object]] = base.__iter__
            found.extend(items(value))
    if isinstance(value, dict):
        found.extend(dict.keys(value))
        found.extend(dict.values(value))
    found.extend(state(value).values())
    return found[:MOST_SEEN]


def holds(value: object, wanted: Callable[[object], bool], depth: int = 3) -> bool:
    """Whether a value is, or holds at some depth, something of a kind."""
    if wanted(value):
        return True
    if depth == 0 or isinstance(value, ATOMS):
        return False
    return any(holds(part, wanted, depth - 1) for part in parts(value))


def holds_nan(value: object) -> bool:
    """Whether a value is, or holds in its attributes or elements, something that by design does not equal itself."""
    return holds(value, _is_nan)


def _is_nan(value: object) -> bool:
    return isinstance(value, float | complex | Decimal) and value != value  # noqa: PLR0124 - how NaN is told


def holds_iterator(value: object) -> bool:
    """Whether a value holds something that iterating uses up."""
    return holds(value, lambda part: is_iterator(type(part)))


def holds_cycle(value: object) -> bool:
    """Whether something a value holds, or the value itself, can be reached from itself."""
    open_parts: set[int] = set()
    done: set[int] = set()
    stack: list[tuple[object, bool]] = [(value, False)]
    while stack and len(done) < MOST_PARTS:
        part, left = stack.pop()
        if left:
            open_parts.discard(id(part))
            done.add(id(part))
        elif id(part) in open_parts:
            return True
        elif id(part) not in done:
            open_parts.add(id(part))
            stack.append((part, True))
            held = (h for h in gc.get_referents(part) if not isinstance(h, _LEADS_ANYWHERE))
            stack.extend((h, False) for h in held if gc.is_tracked(h))
    return False


@contextmanager
def emptied(container: Any) -> Iterator[None]:
    """A builtin container without its content, for a while."""
    content = container.copy()
    container.clear()
    try:
        yield
    finally:
        container.clear()
        if isinstance(container, dict | set):
            container.update(content)
        else:
            container.extend(content)
