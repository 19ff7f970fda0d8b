"""Returns an object that ends the process when something is to be known of it."""

import os


class _Bomb:
    def __eq__(self, other: object) -> bool:
        os._exit(1)

    def __hash__(self) -> int:
        os._exit(1)
        return 0


def attack() -> object:
    """Return it."""
    return _Bomb()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
