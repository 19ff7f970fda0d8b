"""Has the interpreter do something at its end that never ends."""

import atexit
import time


def attack() -> None:
    """Ask for it."""
    atexit.register(time.sleep, 600)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
