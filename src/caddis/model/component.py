"""The building blocks of new sequences: what the pool keeps and the generator picks."""

from __future__ import annotations

from dataclasses import dataclass

from caddis.model.sequence import Sequence

Shape = tuple[type, ...]
"""The run-time type of a value; of a builtin container also the type of its first element, of a dict its first item's."""


@dataclass(frozen=True, slots=True)
class Component:
    """A sequence that ran well, with the run-time shape and the state of each of its values."""

    sequence: Sequence
    shapes: tuple[Shape, ...]
    prints: tuple[int | None, ...]


Entry = tuple[Component, int]
"""A component and the position of one extensible value in it."""


def shape_of(value: object) -> Shape:
    """The shape of a value."""
    cls = type(value)
    if cls in _CONTAINERS and value:
        if cls is dict:
            key, item = next(iter(value.items()))  # type: ignore[attr-defined]
            return (cls, type(key), type(item))
        return (cls, type(next(iter(value))))  # type: ignore[call-overload]
    return (cls,)


_CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
