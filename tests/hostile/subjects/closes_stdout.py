"""Takes the output away from everybody."""

import sys


def attack() -> None:
    """Close it, and leave nothing in its place."""
    sys.stdout.close()
    sys.stderr.close()
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
