"""Leaves threads behind that the interpreter would wait for."""

import threading
import time


def attack() -> None:
    """Start some."""
    for _ in range(20):
        threading.Thread(target=time.sleep, args=(600,)).start()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
