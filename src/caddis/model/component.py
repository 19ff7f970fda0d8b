"""The building blocks of new sequences: what the pool keeps and the generator picks."""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass, field
from typing import NamedTuple

from caddis.model.sequence import Sequence

Shape = tuple[type, ...]
"""The run-time type of a value; of a builtin container also that of its first element, of a dict of its first item.

Of a set it is that of its types whose name comes first."""


ValueKind = tuple[object, ...]
"""What a value is like, coarsely: empty or not, below zero, zero or above; of an object, what its parts are like."""

Kinds = abc.Sequence[ValueKind | None]
"""Those of the values of a sequence, as far as anybody has looked."""


class Component(NamedTuple):
    """A sequence that ran well, with the run-time shape and the state of each of its values."""

    sequence: Sequence
    shapes: tuple[Shape, ...]
    prints: tuple[int | None, ...]
    cost: float
    """What running it costs, in any unit: of two components the cheaper is preferred."""
    blemished: bool = False
    """Whether something it makes was seen to break a law: what is built upon it is not asked again."""


Entry = tuple[Component, int]
"""A component and the position of one extensible value in it."""


FIRST = 8
"""The first values of a shelf, the simplest ones: they always stay, and are looked for apart."""


@dataclass(frozen=True, slots=True, repr=False)
class Shelf:
    """Where the values of one shape are found; the pool puts them there."""

    entries: list[Entry]
    rewarding: list[Entry]
    """Those with which something new was reached."""
    typical: list[Entry] = field(default_factory=list)
    """The first of each kind."""

    @property
    def shape(self) -> Shape:
        """What all of them are."""
        component, index = self.entries[0]
        return component.shapes[index]
