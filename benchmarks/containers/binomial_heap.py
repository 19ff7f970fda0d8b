"""A binomial heap of integers: a list of heap-ordered binomial trees of increasing degree."""

from __future__ import annotations


class _Node:
    """The root of a binomial tree."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.degree = 0
        self.parent: _Node | None = None
        self.child: _Node | None = None
        self.sibling: _Node | None = None


class BinomialHeap:
    """A heap with the smallest integer first."""

    def __init__(self) -> None:
        self._head: _Node | None = None

    def insert(self, key: int) -> None:
        """Put an integer in."""
        self._head = self._union(self._head, _Node(key))

    def minimum(self) -> int | None:
        """The smallest integer, if there is one."""
        smallest = self._head
        node = self._head
        while node is not None:
            if smallest is not None and node.key < smallest.key:
                smallest = node
            node = node.sibling
        return None if smallest is None else smallest.key

    def extract_minimum(self) -> int | None:
        """Take the smallest integer out, if there is one."""
        if self._head is None:
            return None
        before: _Node | None = None
        smallest, previous = self._head, self._head
        node = self._head.sibling
        while node is not None:
            if node.key < smallest.key:
                before, smallest = previous, node
            previous, node = node, node.sibling
        self._take_root(before, smallest)
        return smallest.key

    def decrease(self, key: int, smaller: int) -> bool:
        """Replace an integer by a smaller one; whether it was there, and is larger."""
        node = self._find(self._head, key)
        if node is None or smaller > key:
            return False
        node.key = smaller
        while node.parent is not None and node.key < node.parent.key:
            node.key, node.parent.key = node.parent.key, node.key
            node = node.parent
        return True

    def delete(self, key: int) -> bool:
        """Take an integer out; whether it was there."""
        node = self._find(self._head, key)
        if node is None:
            return False
        # up to the root of its tree, as if it were the smallest of all
        while node.parent is not None:
            node.key, node.parent.key = node.parent.key, node.key
            node = node.parent
        before: _Node | None = None
        root = self._head
        while root is not None and root is not node:
            before, root = root, root.sibling
        self._take_root(before, node)
        return True

    def _find(self, node: _Node | None, key: int) -> _Node | None:
        while node is not None:
            if node.key == key:
                return node
            if node.child is not None and node.key < key:
                found = self._find(node.child, key)
                if found is not None:
                    return found
            node = node.sibling
        return None

    def _take_root(self, before: _Node | None, root: _Node) -> None:
        """Unlink a root and give its children, in reverse order, back to the heap."""
        if before is None:
            self._head = root.sibling
        else:
            before.sibling = root.sibling
        turned: _Node | None = None
        child = root.child
        while child is not None:
            following = child.sibling
            child.sibling, child.parent = turned, None
            turned, child = child, following
        self._head = self._union(self._head, turned)

    def _merge(self, one: _Node | None, other: _Node | None) -> _Node | None:
        """Two lists of roots as one, by degree."""
        first: _Node | None = None
        last: _Node | None = None
        while one is not None or other is not None:
            if other is None or (one is not None and one.degree <= other.degree):
                assert one is not None
                taken, one = one, one.sibling
            else:
                taken, other = other, other.sibling
            if last is None:
                first = taken
            else:
                last.sibling = taken
            last = taken
        return first

    def _union(self, one: _Node | None, other: _Node | None) -> _Node | None:
        head = self._merge(one, other)
        if head is None:
            return None
        previous: _Node | None = None
        node = head
        following = node.sibling
        while following is not None:
            third = following.sibling
            if node.degree != following.degree or (third is not None and third.degree == node.degree):
                previous, node = node, following
            elif node.key <= following.key:
                node.sibling = third
                self._link(following, node)
            else:
                if previous is None:
                    head = following
                else:
                    previous.sibling = following
                self._link(node, following)
                node = following
            following = node.sibling
        return head

    def _link(self, child: _Node, parent: _Node) -> None:
        child.parent = parent
        child.sibling = parent.child
        parent.child = child
        parent.degree += 1
