"""Stops its own process, which then does nothing at all."""

import os
import signal


def attack() -> None:
    """Stop until somebody says otherwise."""
    os.kill(os.getpid(), signal.SIGSTOP)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
