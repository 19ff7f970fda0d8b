"""Moves to a directory that is then no more."""

import os
import tempfile


def attack() -> None:
    """Leave the process nowhere."""
    directory = tempfile.mkdtemp()
    os.chdir(directory)
    os.rmdir(directory)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
