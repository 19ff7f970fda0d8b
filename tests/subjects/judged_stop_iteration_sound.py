"""Iterators may stop, and so may what says so."""

from collections.abc import Iterator


class Countdown:
    """Counts to zero."""

    def __init__(self) -> None:
        self._left = 3

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if not self._left:
            raise StopIteration
        self._left -= 1
        return self._left


def first(numbers: list[int]) -> int:
    """The first number, or zero."""
    return next(iter(numbers), 0)


def first_or_stop(numbers: list[int]) -> int:
    """The first number.

    Raises:
        StopIteration: if there is none.
    """
    return next(iter(numbers))
