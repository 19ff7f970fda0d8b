"""Forks, and so does what it forked: for eight generations, since a sandbox may have holes."""

import os
import time


def attack() -> None:
    """Become 510 processes."""
    _spread(8)


def _spread(generations: int) -> None:
    for _ in range(2 if generations else 0):
        if os.fork() == 0:
            _spread(generations - 1)
            time.sleep(20)
            os._exit(0)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
