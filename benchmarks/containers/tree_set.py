"""A set kept in a binary search tree."""

from __future__ import annotations


class _Node:
    __slots__ = ("item", "left", "right")

    def __init__(self, item: int) -> None:
        self.item = item
        self.left: _Node | None = None
        self.right: _Node | None = None


class TreeSet:
    """Distinct numbers in order."""

    def __init__(self) -> None:
        self._root: _Node | None = None

    def insert(self, item: int) -> bool:
        """Put a number in, unless it is there."""
        if self._root is None:
            self._root = _Node(item)
            return True
        node = self._root
        while True:
            if item == node.item:
                return False
            if item < node.item:
                if node.left is None:
                    node.left = _Node(item)
                    return True
                node = node.left
            else:
                if node.right is None:
                    node.right = _Node(item)
                    return True
                node = node.right

    def contains(self, item: int) -> bool:
        """Whether a number is in it."""
        node = self._root
        while node is not None and node.item != item:
            node = node.left if item < node.item else node.right
        return node is not None

    def minimum(self) -> int:
        """The smallest number."""
        if self._root is None:
            raise LookupError("empty")
        node = self._root
        while node.left is not None:
            node = node.left
        return node.item

    def remove_minimum(self) -> int:
        """Take the smallest number out."""
        if self._root is None:
            raise LookupError("empty")
        parent, node = None, self._root
        while node.left is not None:
            parent, node = node, node.left
        if parent is None:
            self._root = node.right
        else:
            parent.left = node.right
        return node.item
