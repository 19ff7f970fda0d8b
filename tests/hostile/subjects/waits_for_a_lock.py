"""Waits for what cannot come."""

import threading


def attack() -> None:
    """Wait for itself."""
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
