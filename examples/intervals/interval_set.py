"""Sets of numbers kept as disjoint intervals, and read-only views of them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from intervals.interval import Interval


class Intervals(ABC):
    """A set of whole numbers, described by disjoint intervals in ascending order."""

    @abstractmethod
    def parts(self) -> list[Interval]:
        """The disjoint intervals, lowest first."""

    def covers(self, point: int) -> bool:
        """Whether the point lies in one of the intervals."""
        return any(point in part for part in self.parts())

    def size(self) -> int:
        """How many numbers are covered."""
        return sum(part.size for part in self.parts())


class IntervalSet(Intervals):
    """A set that grows: intervals that touch melt into one."""

    def __init__(self) -> None:
        self._parts: list[Interval] = []

    def add(self, interval: Interval) -> None:
        """Cover the interval too."""
        apart = []
        for part in self._parts:
            if part.touches(interval):
                interval = part.hull(interval)
            else:
                apart.append(part)
        self._parts = sorted([*apart, interval], key=lambda part: part.low)

    def parts(self) -> list[Interval]:
        """The disjoint intervals, lowest first."""
        return list(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IntervalSet) and self._parts == other._parts

    __hash__ = None  # type: ignore[assignment]  # a set that grows has no lasting hash


class _ReadOnlyIntervals(Intervals):
    """A window on a set, through which it cannot be changed."""

    def __init__(self, viewed: Intervals) -> None:
        self._viewed = viewed

    def parts(self) -> list[Interval]:
        """The disjoint intervals, lowest first."""
        return self._viewed.parts()

    def __eq__(self, other: object) -> bool:
        return self._viewed == other

    __hash__ = None  # type: ignore[assignment]  # what is viewed may still grow


def read_only(intervals: Intervals) -> Intervals:
    """A view that can be handed to others: it follows the set, but cannot change it."""
    return _ReadOnlyIntervals(intervals)
