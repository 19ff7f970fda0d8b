"""Raises what the keys Ctrl-C raise."""

import signal


def attack() -> None:
    """Interrupt the program."""
    signal.raise_signal(signal.SIGINT)
    raise KeyboardInterrupt


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
