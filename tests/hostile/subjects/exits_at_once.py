"""Ends the process without a word."""

import os


def attack() -> None:
    """End it, and say that all is well."""
    os._exit(0)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
