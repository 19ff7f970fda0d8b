"""Recurses through functions of C after it has lifted the limit."""

import sys


def attack() -> int:
    """Go down until the stack has an end."""
    sys.setrecursionlimit(10**9)
    return _deeper(0)


def _deeper(depth: int) -> int:
    return max([depth], key=lambda number: _deeper(number + 1))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
