"""Writes to every file of the process, whoever reads it."""

import os
from contextlib import suppress


def attack() -> None:
    """Write what no protocol knows."""
    for descriptor in range(256):
        with suppress(OSError):
            os.write(descriptor, b"\0garbage\n\xff{}\n")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
