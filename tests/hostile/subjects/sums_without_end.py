"""Loops in C, where no signal is ever handled, adding."""

import itertools


def attack() -> int:
    """Never return."""
    return sum(itertools.repeat(1))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
