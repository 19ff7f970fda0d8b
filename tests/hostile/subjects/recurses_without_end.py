"""Recurses until the interpreter objects."""


def attack(depth: int = 0) -> int:
    """One more."""
    return attack(depth + 1) + 1


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
