"""Deletes a file by a name relative to an open directory."""

import os
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Delete a file of the canary without ever naming its directory to unlink()."""
    directory = os.open(_CANARY, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.unlink("song.txt", dir_fd=directory)
    finally:
        os.close(directory)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
