"""A map from integers to integers: a red-black tree, as the textbooks have it."""

from __future__ import annotations


class _Node:
    """A key and its value; new ones are red."""

    def __init__(self, key: int, value: int, parent: _Node | None) -> None:
        self.key = key
        self.value = value
        self.red = True
        self.parent = parent
        self.left: _Node | None = None
        self.right: _Node | None = None


class RedBlackMap:
    """Keys in order, found in logarithmic time."""

    def __init__(self) -> None:
        self._root: _Node | None = None

    def put(self, key: int, value: int) -> None:
        """Set the value of a key."""
        parent: _Node | None = None
        node = self._root
        while node is not None:
            if key == node.key:
                node.value = value
                return
            parent, node = node, node.left if key < node.key else node.right
        made = _Node(key, value, parent)
        if parent is None:
            self._root = made
        elif key < parent.key:
            parent.left = made
        else:
            parent.right = made
        self._repair_after_put(made)

    def get(self, key: int) -> int | None:
        """The value of a key, if it has one."""
        node = self._find(key)
        return None if node is None else node.value

    def last_key(self) -> int | None:
        """The largest key, if there is one."""
        node = self._root
        while node is not None and node.right is not None:
            node = node.right
        return None if node is None else node.key

    def remove(self, key: int) -> bool:
        """Take a key out; whether it was there."""
        node = self._find(key)
        if node is None:
            return False
        if node.left is not None and node.right is not None:
            successor = node.right
            while successor.left is not None:
                successor = successor.left
            node.key, node.value = successor.key, successor.value
            node = successor
        child = node.left if node.left is not None else node.right
        if child is not None:
            # a node with one child is black, its child red
            self._replace(node, child)
            child.red = False
        elif node.parent is None:
            self._root = None
        else:
            if not node.red:
                self._repair_before_remove(node)
            self._replace(node, None)
        return True

    def _find(self, key: int) -> _Node | None:
        node = self._root
        while node is not None and key != node.key:
            node = node.left if key < node.key else node.right
        return node

    def _replace(self, node: _Node, other: _Node | None) -> None:
        parent = node.parent
        if parent is None:
            self._root = other
        elif parent.left is node:
            parent.left = other
        else:
            parent.right = other
        if other is not None:
            other.parent = parent

    def _rotate_left(self, node: _Node) -> None:
        pivot = node.right
        assert pivot is not None
        node.right = pivot.left
        if pivot.left is not None:
            pivot.left.parent = node
        self._replace(node, pivot)
        pivot.left = node
        node.parent = pivot

    def _rotate_right(self, node: _Node) -> None:
        pivot = node.left
        assert pivot is not None
        node.left = pivot.right
        if pivot.right is not None:
            pivot.right.parent = node
        self._replace(node, pivot)
        pivot.right = node
        node.parent = pivot

    def _repair_after_put(self, node: _Node) -> None:
        while node.parent is not None and node.parent.red:
            parent = node.parent
            above = parent.parent
            assert above is not None
            if parent is above.left:
                uncle = above.right
                if uncle is not None and uncle.red:
                    parent.red = uncle.red = False
                    above.red = True
                    node = above
                    continue
                if node is parent.right:
                    self._rotate_left(parent)
                    parent = node
                parent.red, above.red = False, True
                self._rotate_right(above)
            else:
                uncle = above.left
                if uncle is not None and uncle.red:
                    parent.red = uncle.red = False
                    above.red = True
                    node = above
                    continue
                if node is parent.left:
                    self._rotate_right(parent)
                    parent = node
                parent.red, above.red = False, True
                self._rotate_left(above)
            break
        assert self._root is not None
        self._root.red = False

    def _repair_before_remove(self, node: _Node) -> None:
        """Make good for a black node that is about to go."""
        while node.parent is not None and not node.red:
            parent = node.parent
            if node is parent.left:
                sibling = parent.right
                assert sibling is not None
                if sibling.red:
                    sibling.red, parent.red = False, True
                    self._rotate_left(parent)
                    sibling = parent.right
                    assert sibling is not None
                near, far = sibling.left, sibling.right
                if (near is None or not near.red) and (far is None or not far.red):
                    sibling.red = True
                    node = parent
                    continue
                if far is None or not far.red:
                    assert near is not None
                    near.red, sibling.red = False, True
                    self._rotate_right(sibling)
                    sibling, far = near, sibling
                sibling.red, parent.red = parent.red, False
                far.red = False
                self._rotate_left(parent)
            else:
                sibling = parent.left
                assert sibling is not None
                if sibling.red:
                    sibling.red, parent.red = False, True
                    self._rotate_right(parent)
                    sibling = parent.left
                    assert sibling is not None
                near, far = sibling.right, sibling.left
                if (near is None or not near.red) and (far is None or not far.red):
                    sibling.red = True
                    node = parent
                    continue
                if far is None or not far.red:
                    assert near is not None
                    near.red, sibling.red = False, True
                    self._rotate_left(sibling)
                    sibling, far = near, sibling
                sibling.red, parent.red = parent.red, False
                far.red = False
                self._rotate_right(parent)
            return
        node.red = False
