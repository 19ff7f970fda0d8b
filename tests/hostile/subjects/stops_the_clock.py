"""Replaces the clocks by ones that stand still."""

import time


def attack() -> None:
    """Stop them."""
    time.time = time.monotonic = time.perf_counter = lambda: 0.0
    time.time_ns = time.monotonic_ns = time.perf_counter_ns = lambda: 0


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
