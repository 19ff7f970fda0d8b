"""A stack of numbers that always knows their sum."""

from __future__ import annotations

__all__ = ["SumStack"]


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
        """Take the top number away."""
        if not self._data:
            raise IndexError("pop from an empty stack")
        self._data.pop()

    def get_sum(self) -> int:
        """The sum of all numbers on the stack."""
        return self._sum

    def get_data(self) -> list[int]:
        """The numbers on the stack, the top one last."""
        return self._data
