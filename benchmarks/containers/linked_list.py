"""A singly linked list."""

from __future__ import annotations


class _Node:
    def __init__(self, item: int, rest: _Node | None) -> None:
        self.item = item
        self.rest = rest


class LinkedList:
    """A list of nodes."""

    def __init__(self) -> None:
        self._head: _Node | None = None
        self._count = 0

    def add(self, item: int) -> None:
        """Put an item first."""
        self._head = _Node(item, self._head)
        self._count += 1

    def remove(self, item: int) -> bool:
        """Take the first such item out."""
        before = None
        node = self._head
        while node is not None:
            if node.item == item:
                if before is None:
                    self._head = node.rest
                else:
                    before.rest = node.rest
                self._count -= 1
                return True
            before, node = node, node.rest
        return False

    def reverse(self) -> None:
        """Turn it around."""
        done = None
        node = self._head
        while node is not None:
            node.rest, done, node = done, node, node.rest
        self._head = done

    def contains(self, item: int) -> bool:
        """Whether an item is in it."""
        node = self._head
        while node is not None:
            if node.item == item:
                return True
            node = node.rest
        return False

    def size(self) -> int:
        """How many items there are."""
        return self._count
