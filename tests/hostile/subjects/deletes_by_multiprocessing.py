"""Deletes a tree in a process of multiprocessing."""

import multiprocessing
import shutil
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int | None:
    """Have the canary deleted by a forked process."""
    process = multiprocessing.get_context("fork").Process(target=shutil.rmtree, args=(_CANARY,))
    process.start()
    process.join()
    return process.exitcode


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
