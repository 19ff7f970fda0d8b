"""Has every call and every line of the process end in an exception."""

import sys


def attack() -> None:
    """Set traps."""
    sys.settrace(_trap)
    sys.setprofile(_trap)


def _trap(*_: object) -> None:
    raise SystemExit("trapped")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
