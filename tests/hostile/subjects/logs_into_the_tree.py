"""Adds a log file to a tree, and lines to a file that is there."""

import logging
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Log into the canary."""
    for name in ("song.txt", "canary.log"):
        handler = logging.FileHandler(_CANARY / name)
        handler.emit(logging.makeLogRecord({"msg": "overwritten"}))
        handler.close()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
