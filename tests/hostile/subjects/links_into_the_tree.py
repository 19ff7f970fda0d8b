"""Adds a file to a tree with os.link."""

import os
import tempfile
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Give a file of its own a name in the canary."""
    descriptor, name = tempfile.mkstemp()
    os.close(descriptor)
    os.link(name, _CANARY / "linked.txt")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
