"""Deletes a tree with rm, started by subprocess."""

import subprocess
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Have the canary deleted."""
    return subprocess.run(["rm", "-rf", str(_CANARY)], check=False).returncode


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
