"""Prints a GiB of errors."""

import sys


def attack() -> None:
    """Print it."""
    for _ in range(1 << 10):
        sys.stderr.write("loud" * (1 << 18))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
