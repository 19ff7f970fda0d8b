"""Overwrites a file by moving one of its own over it."""

import os
import tempfile
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Replace a file of the canary."""
    descriptor, name = tempfile.mkstemp()
    os.close(descriptor)
    os.replace(name, _CANARY / "song.txt")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
