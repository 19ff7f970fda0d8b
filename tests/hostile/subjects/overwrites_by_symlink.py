"""Overwrites a file through a symbolic link that it made where it may write."""

import os
import tempfile
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Overwrite a file of the canary under another name."""
    with tempfile.TemporaryDirectory() as directory:
        alias = Path(directory) / "mine.txt"
        os.symlink(_CANARY / "song.txt", alias)
        return alias.write_text("overwritten", encoding="utf-8")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
