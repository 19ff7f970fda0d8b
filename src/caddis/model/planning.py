"""What an enumeration sets out to do: how much there is, and how much of it is tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the calls of an operation to a depth, drawn evenly and each at most once; or all of them."""

    depth: int
    size: int
    tests: int


@dataclass(frozen=True, slots=True)
class PlannedOperation:
    """An operation, the number of its calls to depth 1, 2, ..., and what is tried of them."""

    operation: str
    kind: str
    sizes: tuple[int, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much there is of each operation, and what of it fits."""

    targets: tuple[str, ...]
    operations: tuple[PlannedOperation, ...]
    budget: int
    """Sequences that can be tried."""
    length: int
    """That of the longest sequences of calls explored for their effects; 0 for none."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of all calls to depth 1, 2, ..."""
        return tuple(map(sum, zip(*(each.sizes for each in self.operations), strict=True)))

    @property
    def tests(self) -> int:
        """How many of them are tried."""
        return sum(part.tests for each in self.operations for part in each.parts)


def parts_of(sizes: Sequence[int], budget: int) -> tuple[Part, ...]:
    """All calls to the greatest depth of which all can be tried, then a sample of those to the greatest depth."""
    parts: list[Part] = []
    for depth, size in enumerate(sizes, start=1):
        if 0 < size <= budget:
            parts = [Part(depth, size, size)]
    size, left = sizes[-1], budget - sum(part.tests for part in parts)
    if left > 0 and size > sum(part.size for part in parts):
        parts.append(Part(len(sizes), size, min(size, left)))
    return tuple(parts)


def shared(sizes: Sequence[int], budget: int) -> list[int]:
    """How much of a budget each of several spaces gets: the same, and what small ones leave goes to the others.

    Drawn evenly from all together, the sample would have calls of the one or two operations with the largest spaces.
    """
    shares = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    for done, index in enumerate(order):
        shares[index] = min(sizes[index], budget // (len(order) - done))
        budget -= shares[index]
    return shares
