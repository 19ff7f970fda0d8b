"""One closed interval."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """All whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"an interval cannot run from {self.low} down to {self.high}")

    def __contains__(self, point: int) -> bool:
        return self.low <= point <= self.high

    @property
    def size(self) -> int:
        """How many numbers the interval holds."""
        return self.high - self.low + 1

    def touches(self, other: Interval) -> bool:
        """Whether the two overlap or lie side by side, so that together they are one interval."""
        return self.low <= other.high + 1 and other.low <= self.high + 1

    def intersection(self, other: Interval) -> Interval | None:
        """The numbers in both, or None when there are none."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Interval(low, high) if low <= high else None

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that covers both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))
