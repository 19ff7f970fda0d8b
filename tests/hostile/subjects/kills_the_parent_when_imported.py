"""Kills the process that started it as soon as it is imported."""

import os
import signal
from contextlib import suppress

with suppress(OSError):
    os.kill(os.getppid(), signal.SIGKILL)


def attack() -> bool:
    """Whether there is a parent."""
    return os.getppid() > 1


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
