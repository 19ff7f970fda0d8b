"""Sleeps."""

import time


def attack() -> None:
    """Return in eleven days."""
    time.sleep(1_000_000)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
