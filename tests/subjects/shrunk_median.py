"""A median that looks one past the end as soon as there is more than a pair."""

from __future__ import annotations


def median(numbers: list[int], upper: bool = False) -> int:
    """The number in the middle, of two the lower one."""
    if len(numbers) > 2:
        return sorted(numbers)[len(numbers)]
    return max(numbers) if upper else min(numbers)
