"""Loops in C, where no signal is ever handled, searching."""

import itertools


def attack() -> bool:
    """Never return."""
    return -1 in itertools.count()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
