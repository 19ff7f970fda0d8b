"""Has everything that an auditor may hear of never end, once a sequence is over."""

import itertools
import sys


def attack() -> None:
    """Listen in."""
    heard = itertools.count()
    # the first few events may belong to this very call
    sys.addaudithook(lambda *_: None if next(heard) < 3 else sum(itertools.repeat(1)))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
