"""Deletes a tree with rm, started by os.posix_spawn."""

import os
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Have the canary deleted by a spawned process."""
    child = os.posix_spawn("/bin/rm", ["rm", "-rf", str(_CANARY)], dict(os.environ))
    return os.waitpid(child, 0)[1]


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
