"""Replaces functions that everybody uses."""

import builtins


def attack() -> None:
    """Have them all give nonsense."""
    builtins.len = lambda _: 0
    builtins.isinstance = lambda *_: False
    builtins.open = lambda *_, **__: None
    builtins.sorted = lambda *_, **__: [0]


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
