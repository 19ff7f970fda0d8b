"""Deletes a tree with shutil.rmtree."""

import shutil
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Delete the canary."""
    shutil.rmtree(_CANARY)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
