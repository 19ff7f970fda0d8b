"""Computes a number that is too long."""


def attack() -> int:
    """A number of a hundred million digits."""
    exponent = 10**8
    return 10**exponent


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
