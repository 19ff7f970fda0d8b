"""Overwrites a file with open()."""

from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Empty a file of the canary and fill it anew."""
    with open(_CANARY / "song.txt", "w", encoding="utf-8") as file:
        return file.write("overwritten")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
