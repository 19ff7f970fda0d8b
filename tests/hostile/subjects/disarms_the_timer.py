"""Switches off the timer that might interrupt it, and loops."""

import signal


def attack() -> None:
    """Never return."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    while True:
        pass


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
