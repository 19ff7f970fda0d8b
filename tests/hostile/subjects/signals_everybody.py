"""Sends a signal to every process there is: a harmless one, since a sandbox may have holes."""

import os
import signal


def attack() -> None:
    """Send it."""
    os.kill(-1, signal.SIGURG)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
