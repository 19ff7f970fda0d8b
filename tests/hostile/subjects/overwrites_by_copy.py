"""Overwrites a file with shutil.copy."""

import shutil
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Copy this module over a file of the canary."""
    shutil.copy(__file__, _CANARY / "song.txt")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
