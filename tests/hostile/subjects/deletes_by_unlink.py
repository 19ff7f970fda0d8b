"""Deletes every file with Path.unlink, whatever each attempt meets."""

from contextlib import suppress
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Delete the files of the canary; how many are left."""
    for path in sorted(_CANARY.rglob("*")):
        with suppress(OSError):
            path.unlink()
    return len([path for path in _CANARY.rglob("*") if not path.is_dir()])


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
