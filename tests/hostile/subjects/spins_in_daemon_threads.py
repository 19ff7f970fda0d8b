"""Leaves threads behind that never rest."""

import threading


def attack() -> None:
    """Start some."""
    for _ in range(3):
        threading.Thread(target=_spin, daemon=True).start()


def _spin() -> None:
    while True:
        pass


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
