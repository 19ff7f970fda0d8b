"""Empties a file with os.truncate."""

import os
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Empty a file of the canary without opening it."""
    os.truncate(_CANARY / "song.txt", 0)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
