"""Kills the process that started it."""

import os
import signal


def attack() -> None:
    """Kill it."""
    os.kill(os.getppid(), signal.SIGKILL)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
