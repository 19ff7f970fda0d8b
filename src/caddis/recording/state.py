"""The state of an object, read through `__dict__` and slots only: to see whether a call has changed it."""

from __future__ import annotations

from types import FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

MOST = 100
"""Objects that are looked at; what lies beyond does not count."""
_ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes, range, slice, type(Ellipsis)})
_WHOLE = (type, FunctionType, ModuleType)
_MRO = type.__dict__["__mro__"].__get__
_DICT = type.__dict__["__dict__"].__get__
_slots: dict[type, tuple[Any, ...]] = {}


def state_of(thing: object) -> tuple[Any, ...]:
    """What an object and all it leads to hold, in one flat tuple: two are equal if nothing was changed between."""
    found: list[Any] = []
    seen: dict[int, int] = {}
    waiting: list[Any] = [thing]
    alive: list[Any] = []
    for each in waiting:
        if len(waiting) > MOST:
            break
        cls = type(each)
        if cls in _ATOMS:
            # 1, 1.0 and True are equal; and NaN is not, even to itself
            found.append((cls, repr(each) if cls in (float, complex) else each))
            continue
        number = seen.get(id(each))
        if number is not None:
            found.append(number)
            continue
        seen[id(each)] = len(seen)
        found.append(id(each))
        if issubclass(cls, _WHOLE):
            continue
        held = _held(each, cls)
        # what was made just now must not be freed, or its place might be taken
        alive.append(held)
        found.append(len(held))
        waiting.extend(held)
    return tuple(found)


def _held(each: Any, cls: type) -> list[Any]:
    """What an object holds, names among it."""
    held: list[Any] = []
    namespace = _namespace(each, cls)
    if namespace is not None:
        for name in list(namespace):
            held += (name, namespace.get(name))
    for descriptor in _descriptors(cls):
        try:
            held.append(descriptor.__get__(each, cls))
        except AttributeError:
            held.append(None)
    # builtin methods on purpose: subclasses may have their own
    if issubclass(cls, dict):
        for item in list(dict.items(each)):
            held += item
    elif issubclass(cls, list):
        held += list.__iter__(each)
    elif issubclass(cls, tuple):
        held += tuple.__iter__(each)
    elif issubclass(cls, (set, frozenset)):
        items = set.__iter__(each) if issubclass(cls, set) else frozenset.__iter__(each)
        held += sorted(items, key=id)
    elif issubclass(cls, bytearray):
        held.append(bytes(each))
    return held


def _namespace(each: Any, cls: type) -> dict[str, Any] | None:
    for base in _MRO(cls):
        descriptor = _DICT(base).get("__dict__")
        if descriptor is not None:
            # a property of that name would run code of theirs
            if type(descriptor) is not GetSetDescriptorType:
                return None
            found = descriptor.__get__(each, cls)
            return found if type(found) is dict else None
    return None


def _descriptors(cls: type) -> tuple[Any, ...]:
    known = _slots.get(cls)
    if known is None:
        known = _slots[cls] = tuple(
            each
            for base in _MRO(cls)
            for each in _DICT(base).values()
            if type(each) is MemberDescriptorType and not _is_builtin(base)
        )
    return known


def _is_builtin(cls: type) -> bool:
    return type.__getattribute__(cls, "__module__") in ("builtins", "types", "functools")
