"""Every name is defined, whatever way is taken."""

smallest_of_all = -1


def largest(numbers: list[int]) -> int:
    """The largest number."""
    if not numbers:
        return smallest_of_all
    return max(numbers)
