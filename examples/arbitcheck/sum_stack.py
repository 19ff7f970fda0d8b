"""Lists 3 and 17: a stack that keeps the sum of its numbers, with two bugs, and what must hold of it."""

from __future__ import annotations

from caddis import check


class SumStack:
    """A stack of integers whose sum is kept up to date instead of being computed each time."""

    def __init__(self) -> None:
        self._data: list[int] = []
        self._sum = 0

    def push(self, x: int) -> None:
        """Put a number on top."""
        self._data.append(x)
        self._sum += x

    def pop(self) -> None:
        """Take the top number away; bug 1: the sum stays as it was."""
        self._data.pop()

    def get_sum(self) -> int:
        """The sum of all numbers on the stack."""
        return self._sum

    def get_data(self) -> list[int]:
        """The numbers on the stack; bug 2: whoever asks may change them."""
        return self._data

    @check
    def _sum_is_that_of_the_data(self) -> None:
        assert self._sum == sum(self._data)
