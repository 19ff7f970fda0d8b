"""An unbalanced binary search tree of integers, with removal."""

from __future__ import annotations


class _Node:
    """An integer and what is smaller and larger below it."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.left: _Node | None = None
        self.right: _Node | None = None


class BinaryTree:
    """A set of integers."""

    def __init__(self) -> None:
        self._root: _Node | None = None

    def add(self, key: int) -> None:
        """Put an integer in."""
        if self._root is None:
            self._root = _Node(key)
            return
        node = self._root
        while node.key != key:
            if key < node.key:
                if node.left is None:
                    node.left = _Node(key)
                    return
                node = node.left
            else:
                if node.right is None:
                    node.right = _Node(key)
                    return
                node = node.right

    def find(self, key: int) -> bool:
        """Whether an integer is in it."""
        node = self._root
        while node is not None:
            if key == node.key:
                return True
            node = node.left if key < node.key else node.right
        return False

    def remove(self, key: int) -> bool:
        """Take an integer out; whether it was there."""
        parent: _Node | None = None
        node = self._root
        while node is not None and node.key != key:
            parent = node
            node = node.left if key < node.key else node.right
        if node is None:
            return False
        if node.left is not None and node.right is not None:
            # the successor takes its place
            parent, successor = node, node.right
            while successor.left is not None:
                parent, successor = successor, successor.left
            node.key = successor.key
            node = successor
        child = node.left if node.left is not None else node.right
        if parent is None:
            self._root = child
        elif parent.left is node:
            parent.left = child
        else:
            parent.right = child
        return True
