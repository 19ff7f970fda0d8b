"""Tries every way to match a pattern."""

import re


def attack() -> bool:
    """Try 2**50 of them."""
    return re.fullmatch(r"(a+)+b", "a" * 50) is not None


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
