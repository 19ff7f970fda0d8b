"""Has the interpreter print, and exit otherwise, at its end."""

import atexit
import os

atexit.register(print, "loud")


def attack() -> None:
    """Ask for it."""
    atexit.register(print, "loud")
    atexit.register(os._exit, 3)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
