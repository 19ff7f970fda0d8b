"""A name that is defined only on the way that nobody takes."""


def largest(numbers: list[int]) -> int:
    """The largest number."""
    if not numbers:
        return smallest_of_all  # type: ignore[name-defined,no-any-return]  # noqa: F821
    return max(numbers)
