"""A variable that is set only inside a loop that may not run."""


def last(numbers: list[int]) -> int:
    """The last number."""
    for number in numbers:
        found = number
    return found
