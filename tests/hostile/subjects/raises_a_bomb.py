"""Raises an exception that ends the process when something is to be known of it."""

import os


class _Bomb(Exception):
    def __str__(self) -> str:
        os._exit(1)
        return ""

    __repr__ = __str__


def attack() -> None:
    """Raise it."""
    raise _Bomb


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
