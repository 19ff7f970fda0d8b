"""Ends the process by an exception."""

import sys


def attack() -> None:
    """End it."""
    sys.exit(3)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
