"""Closes every file of the process."""

import os


def attack() -> None:
    """Close them."""
    os.closerange(0, 256)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
