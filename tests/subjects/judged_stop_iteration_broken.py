"""A StopIteration that ends the loop of whoever calls."""


def first(numbers: list[int]) -> int:
    """The first number."""
    return next(iter(numbers))
