"""Replaces the clocks by ones that are far ahead."""

import time


def attack() -> None:
    """Make it very late."""
    time.time = time.monotonic = time.perf_counter = lambda: 1e12


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
