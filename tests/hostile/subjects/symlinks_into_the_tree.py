"""Adds a symbolic link to a tree."""

import os
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Add a link to the canary."""
    os.symlink("/", _CANARY / "root")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
