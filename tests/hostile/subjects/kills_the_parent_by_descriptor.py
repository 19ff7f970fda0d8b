"""Kills the process that started it, by a descriptor of that."""

import os
import signal


def attack() -> None:
    """Kill it."""
    descriptor = os.pidfd_open(os.getppid())
    try:
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    finally:
        os.close(descriptor)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
