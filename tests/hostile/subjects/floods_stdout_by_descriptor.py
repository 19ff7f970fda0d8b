"""Writes 128 MiB to the descriptor of the output."""

import os


def attack() -> None:
    """Write it."""
    for _ in range(1 << 7):
        os.write(1, b"loud" * (1 << 18))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
