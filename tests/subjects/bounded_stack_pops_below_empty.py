"""UB-Stack, a bounded stack of distinct numbers: popping it when it is empty goes unnoticed until something is pushed.

Nothing that a call returns is wrong, and no argument is: only calls made for their effects, in sequence, show it.
"""

from __future__ import annotations

MOST = 2


class UniqueBoundedStack:
    """A stack that holds each number once; pushing one it has brings that to the top."""

    def __init__(self) -> None:
        self._items = [0] * MOST
        self._count = 0

    def push(self, number: int) -> None:
        """Put a number on top; on a full stack nothing happens."""
        for place in range(self._count):
            if self._items[place] == number:
                self._items[place : self._count] = [*self._items[place + 1 : self._count], number]
                return
        if self._count < MOST:
            self._items[self._count] = number
            self._count += 1

    def pop(self) -> None:
        """Take the top off."""
        self._count -= 1

    def top(self) -> int:
        """The top, or -1 if there is none."""
        return self._items[self._count - 1] if self._count > 0 else -1

    def is_empty(self) -> bool:
        """Whether there is nothing on it."""
        return self._count <= 0

    def is_member(self, number: int) -> bool:
        """Whether a number is on it."""
        return number in self._items[: max(0, self._count)]
