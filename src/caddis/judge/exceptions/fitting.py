"""Whether a live value is what a type says: looked into as far as it goes without running anything long."""

from __future__ import annotations

import collections.abc
import re
from collections.abc import Iterable
from itertools import islice

from caddis.model.sequence import Literal
from caddis.model.types import (
    Anything,
    Bounds,
    ClassOf,
    Exactly,
    Function,
    Instance,
    Named,
    OneOf,
    Record,
    Spelt,
    Type,
    Within,
)

MOST_ITEMS = 20
"""Elements of a container that are looked at."""
DEEPEST = 4

_ALSO: dict[type, tuple[type, ...]] = {
    float: (int,),
    complex: (int, float),
    bytes: (bytearray, memoryview),
}
"""What type checkers take for another class though it is none."""
_ABSTRACT = ("builtins", "collections", "collections.abc")
_PLAIN_CONTAINERS = frozenset(map(Instance, (str, bytes, list, tuple, dict, set, frozenset, range)))
PLAIN_CONTAINERS = 4
_LOOKED_INTO = (list, tuple, set, frozenset, collections.deque)
HOLDING = (*_LOOKED_INTO, dict)


def fits(value: object, known: Type, depth: int = 0) -> bool | None:
    """Whether a value is of a type; None where that cannot be told, or the type says nothing of it."""
    match known:
        case Anything():
            return None
        case OneOf(options=options):
            answer = _any(fits(value, option, depth) for option in options)
            # what has the methods of a protocol need not take what they are given
            return None if answer and _stands_for_a_protocol(options) else answer
        case Instance():
            return _is_instance(value, known, depth)
        case Within(base=base, bounds=bounds):
            return _all((fits(value, base, depth), _is_within(value, bounds)))
        case Exactly(values=values):
            return _any(_is_spelt(value, each) for each in values)
        case ClassOf(bound=bound):
            if not isinstance(value, type):
                return False
            return is_subclass(value, bound.cls) if isinstance(bound, Instance) else None
        case Function():
            # what becomes of calling it is another question
            return None if callable(value) else False
        case Record():
            return _is_record(value, known, depth)


def _stands_for_a_protocol(options: tuple[Type, ...]) -> bool:
    """Whether a union was made of the builtin classes that follow a protocol: nobody writes so many containers."""
    return sum(option in _PLAIN_CONTAINERS for option in options) >= PLAIN_CONTAINERS


def _any(answers: Iterable[bool | None]) -> bool | None:
    unknown = False
    for answer in answers:
        if answer:
            return True
        unknown = unknown or answer is None
    return None if unknown else False


def _all(answers: Iterable[bool | None]) -> bool | None:
    unknown = False
    for answer in answers:
        if answer is False:
            return False
        unknown = unknown or answer is None
    return None if unknown else True


def is_subclass(cls: type, other: type) -> bool | None:
    """Whether a class is another or below it, also if either was imported anew; None for a protocol nobody can ask."""
    try:
        if issubclass(cls, other) or cls in _ALSO.get(other, ()):
            return True
    except Exception:  # noqa: BLE001 - protocols, and whatever hooks the target has
        return None
    name = (other.__module__, other.__qualname__)
    return any((base.__module__, base.__qualname__) == name for base in cls.__mro__)


def _is_instance(value: object, known: Instance, depth: int) -> bool | None:
    cls = known.cls
    outer = is_subclass(type(value), cls)
    if not outer:
        return outer
    if cls is collections.abc.Hashable:
        return _is_hashable(value)
    if not known.arguments and cls in type(value).__mro__ and not isinstance(value, HOLDING):
        return True
    if isinstance(value, (str, bytes)):
        # a text is also an iterable of texts, and bytes are one of numbers
        return _holds(list(value[:1]), known.arguments, depth)
    if not isinstance(value, HOLDING):
        # what others will give cannot be seen without taking it
        return None if isinstance(value, collections.abc.Iterable) and cls.__module__ in _ABSTRACT else True
    return _holds(value, known.arguments, depth)


def _holds(container: object, arguments: tuple[Type, ...], depth: int) -> bool | None:
    """Whether the elements of a container are what is said of them."""
    if depth >= DEEPEST:
        return None
    if isinstance(container, dict):
        pairs = list(islice(dict.items(container), MOST_ITEMS))
        if not pairs:
            return True
        if len(arguments) == 2:
            keys, held = arguments
            return _all(_all((fits(k, keys, depth + 1), fits(v, held, depth + 1))) for k, v in pairs)
        return _all(fits(k, arguments[0], depth + 1) for k, _ in pairs) if arguments else None
    items = list(islice(container, MOST_ITEMS)) if isinstance(container, _LOOKED_INTO) else []
    if isinstance(container, tuple) and len(arguments) > 1:
        if len(container) != len(arguments):
            return False
        return _all(fits(item, known, depth + 1) for item, known in zip(items, arguments, strict=False))
    if not items:
        return True
    return _all(fits(item, arguments[0], depth + 1) for item in items) if len(arguments) == 1 else None


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except Exception:  # noqa: BLE001 - whatever it raises, it cannot be hashed
        return False
    return True


def _is_within(value: object, bounds: Bounds) -> bool | None:
    if isinstance(value, (int, float)):
        return bounds.admits(value)
    if isinstance(value, str) and bounds.pattern is not None and not re.search(bounds.pattern, value):
        return False
    if isinstance(value, (str, bytes, *HOLDING)):
        return bounds.admits_length(len(value))
    return None


def _is_spelt(value: object, spelt: Spelt) -> bool | None:
    match spelt:
        case Literal(value=atom):
            return type(value) is type(atom) and value == atom
        case Named(path=path):
            return f"{type(value).__qualname__}.{getattr(value, 'name', '')}" == path
        case _:
            return None


def _is_record(value: object, known: Record, depth: int) -> bool | None:
    if not isinstance(value, known.cls):
        return False
    if depth >= DEEPEST:
        return None
    held = value if isinstance(value, dict) else getattr(value, "__dict__", {})
    if any(field.required and field.name not in held for field in known.fields):
        return False
    return _all(fits(held[field.name], field.known, depth + 1) for field in known.fields if field.name in held)
