"""Takes from the process that started it the right to open files."""

import os
import resource


def attack() -> None:
    """Take it."""
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
