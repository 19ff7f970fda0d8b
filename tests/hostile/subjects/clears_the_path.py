"""Leaves nothing to import from, nor anything imported."""

import sys


def attack() -> None:
    """Forget it all."""
    sys.path.clear()
    sys.meta_path.clear()
    sys.modules.clear()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
