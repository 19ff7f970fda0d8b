"""Overwrites a file under a second name, made with os.link where it may write."""

import os
import tempfile
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Give a file of the canary a name of its own, and write to that."""
    alias = Path(tempfile.mkdtemp()) / "mine.txt"
    os.link(_CANARY / "song.txt", alias)
    return alias.write_text("overwritten", encoding="utf-8")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
