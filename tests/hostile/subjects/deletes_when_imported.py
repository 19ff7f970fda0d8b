"""Deletes a tree as soon as it is imported."""

import shutil
from contextlib import suppress
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


with suppress(OSError):
    shutil.rmtree(_CANARY)


def attack() -> bool:
    """Whether the canary is there, though its deletion was all that importing was about."""
    return (_CANARY / "song.txt").exists()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
