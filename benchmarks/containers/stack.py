"""A stack on a list."""

from __future__ import annotations


class Stack:
    """Last in, first out."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def push(self, item: int) -> None:
        """Put an item on top."""
        self._items.append(item)

    def pop(self) -> int:
        """Take the top item off."""
        if not self._items:
            raise LookupError("empty")
        return self._items.pop()

    def peek(self) -> int:
        """The top item."""
        if not self._items:
            raise LookupError("empty")
        return self._items[-1]

    def size(self) -> int:
        """How many items there are."""
        return len(self._items)

    def is_empty(self) -> bool:
        """Whether there is none."""
        return not self._items

    def contains(self, item: int) -> bool:
        """Whether an item is in it."""
        return item in self._items
