"""Overwrites a file through memory."""

import mmap
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Overwrite the beginning of a file of the canary."""
    with open(_CANARY / "song.txt", "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
        memory[:5] = b"hawk!"


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
