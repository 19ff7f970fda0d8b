"""Deletes a file with the C library's own unlink()."""

import ctypes
import os
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Delete a file of the canary behind Python's back."""
    return ctypes.CDLL(None).unlink(os.fsencode(_CANARY / "song.txt"))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
