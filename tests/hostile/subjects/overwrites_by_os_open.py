"""Empties a file with os.open and O_TRUNC."""

import os
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Empty a file of the canary by opening it."""
    os.close(os.open(_CANARY / "song.txt", os.O_WRONLY | os.O_TRUNC))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
