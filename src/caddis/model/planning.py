"""What an enumeration sets out to do: how much there is, and how much of it is tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the calls to a depth, chosen at random and each at most once; or all of them."""

    depth: int
    size: int
    tests: int


@dataclass(frozen=True, slots=True)
class SizedOperation:
    """An operation and the number of its calls to depth 1, 2, ..."""

    operation: str
    kind: str
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much there is of each operation, and the parts of it that fit."""

    targets: tuple[str, ...]
    operations: tuple[SizedOperation, ...]
    sizes: tuple[int, ...]
    """Those of all operations together, to depth 1, 2, ..."""
    parts: tuple[Part, ...]
    budget: int
    """Sequences that can be tried."""
    length: int
    """That of the longest sequences of calls explored for their effects; 0 for none."""


def parts_of(sizes: Sequence[int], budget: int) -> tuple[Part, ...]:
    """All calls to the greatest depth of which all can be tried, then a sample of those to the greatest depth."""
    parts: list[Part] = []
    for depth, size in enumerate(sizes, start=1):
        if 0 < size <= budget:
            parts = [Part(depth, size, size)]
    depth, size = len(sizes), sizes[-1]
    left = budget - sum(part.tests for part in parts)
    if size and left > 0 and not any(part.size == size for part in parts):
        parts.append(Part(depth, size, min(size, left)))
    return tuple(parts)
