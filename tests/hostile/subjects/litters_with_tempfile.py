"""Leaves temporary files everywhere but in its own directory."""

import tempfile
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> list[str]:
    """Leave a file or a directory in each place; what was left."""
    left = []
    for place in (_CANARY, _CANARY.parent, _CANARY.parent.parent / "home", _CANARY.parent.parent / "tmp"):
        for make in (tempfile.mkdtemp, tempfile.mkstemp):
            try:
                make(dir=place)
                left.append(place.name)
            except OSError as error:
                refused = error
    if not left:
        raise refused
    return left


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
