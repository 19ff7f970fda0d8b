"""Adds a directory and a pipe to a tree."""

import os
from contextlib import suppress
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Add them to the canary."""
    with suppress(OSError):
        os.mkdir(_CANARY / "directory")
    os.mkfifo(_CANARY / "pipe")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
