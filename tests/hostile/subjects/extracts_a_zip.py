"""Unpacks an archive over a tree."""

import io
import zipfile
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Unpack a file, and one that is there already, into the canary."""
    with zipfile.ZipFile(io.BytesIO(), "w") as archive:
        archive.writestr("unpacked.txt", "added")
        archive.writestr("song.txt", "overwritten")
        archive.extractall(_CANARY)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
