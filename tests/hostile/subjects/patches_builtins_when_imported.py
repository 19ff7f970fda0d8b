"""Replaces functions that everybody uses as soon as it is imported."""

import builtins

builtins.open = builtins.print = builtins.input = lambda *_, **__: None


def attack() -> object:
    """What open() opens."""
    return open(__file__, encoding="utf-8")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
