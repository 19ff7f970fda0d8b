"""Overwrites files with Path.write_text."""

from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Overwrite a file of the canary that is meant to be only read."""
    return (_CANARY / "sealed.txt").write_text("overwritten", encoding="utf-8")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
