"""A division by what the caller gives."""


def ratio(one: int, other: int) -> float:
    """How many times the other."""
    return one / other


def mean(numbers: list[int]) -> float:
    """Of some numbers."""
    return sum(numbers) / len(numbers)
