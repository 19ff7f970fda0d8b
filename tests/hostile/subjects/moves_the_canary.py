"""Moves a tree to where it may write."""

import os
import tempfile
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Take the canary away."""
    os.rename(_CANARY, Path(tempfile.mkdtemp()) / "taken")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
