"""A variable that is set before the loop."""


def last(numbers: list[int]) -> int:
    """The last number, or zero."""
    found = 0
    for number in numbers:
        found = number
    return found
