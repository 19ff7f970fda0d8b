"""Returns more than can be written down."""


def attack() -> str:
    """A text of a hundred million letters."""
    return "x" * 10**8


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
