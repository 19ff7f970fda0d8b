"""Changes the modes of files."""

import os
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Open up what is sealed in the canary."""
    os.chmod(_CANARY / "sealed.txt", 0o777)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
