"""Returns an object whose repr() never ends."""

import itertools


class _Endless:
    def __repr__(self) -> str:
        return str(sum(itertools.repeat(1)))


def attack() -> object:
    """Return it."""
    return _Endless()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
