"""Ends the process as a failed assertion in C does."""

import os


def attack() -> None:
    """End it."""
    os.abort()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
