"""A Fibonacci heap of integers: circular lists of heap-ordered trees, tidied up only when the smallest is taken out."""

from __future__ import annotations


class _Node:
    """A tree, in a circle of its own at first."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.degree = 0
        self.marked = False
        self.parent: _Node | None = None
        self.child: _Node | None = None
        self.left = self
        self.right = self


class FibonacciHeap:
    """A heap with the smallest integer first."""

    def __init__(self) -> None:
        self._smallest: _Node | None = None
        self._count = 0

    def insert(self, key: int) -> None:
        """Put an integer in."""
        self._add_root(_Node(key))
        self._count += 1

    def minimum(self) -> int | None:
        """The smallest integer, if there is one."""
        return None if self._smallest is None else self._smallest.key

    def size(self) -> int:
        """How many integers there are."""
        return self._count

    def extract_minimum(self) -> int | None:
        """Take the smallest integer out, if there is one."""
        taken = self._smallest
        if taken is None:
            return None
        child = taken.child
        for _ in range(taken.degree):
            assert child is not None
            following = child.right
            self._unlink(child)
            child.parent = None
            self._add_root(child)
            child = following
        rest = taken.right
        self._unlink(taken)
        self._count -= 1
        if rest is taken:
            self._smallest = None
        else:
            self._smallest = rest
            self._consolidate()
        return taken.key

    def decrease(self, key: int, smaller: int) -> bool:
        """Replace an integer by a smaller one; whether it was there, and is larger."""
        node = self._find(self._smallest, key)
        if node is None or smaller > key:
            return False
        self._lower(node, smaller)
        return True

    def delete(self, key: int) -> bool:
        """Take an integer out; whether it was there."""
        node = self._find(self._smallest, key)
        if node is None:
            return False
        assert self._smallest is not None
        self._lower(node, self._smallest.key - 1)
        self.extract_minimum()
        return True

    def _lower(self, node: _Node, key: int) -> None:
        node.key = key
        parent = node.parent
        if parent is not None and node.key < parent.key:
            self._cut(node, parent)
            while parent.parent is not None:
                if not parent.marked:
                    parent.marked = True
                    break
                above = parent.parent
                self._cut(parent, above)
                parent = above
        assert self._smallest is not None
        if node.key < self._smallest.key:
            self._smallest = node

    def _cut(self, node: _Node, parent: _Node) -> None:
        """Make a child a root."""
        if node.right is node:
            parent.child = None
        elif parent.child is node:
            parent.child = node.right
        parent.degree -= 1
        self._unlink(node)
        node.parent = None
        node.marked = False
        self._add_root(node)

    def _consolidate(self) -> None:
        """Link roots of one degree until no two have the same."""
        assert self._smallest is not None
        roots = [self._smallest]
        while roots[-1].right is not self._smallest:
            roots.append(roots[-1].right)
        by_degree: dict[int, _Node] = {}
        for node in roots:
            root = node
            while root.degree in by_degree:
                other = by_degree.pop(root.degree)
                if other.key < root.key:
                    root, other = other, root
                self._link(other, root)
            by_degree[root.degree] = root
        self._smallest = None
        for root in by_degree.values():
            root.left = root.right = root
            self._add_root(root)

    def _link(self, child: _Node, parent: _Node) -> None:
        self._unlink(child)
        child.parent = parent
        child.marked = False
        if parent.child is None:
            parent.child = child
        else:
            self._insert_beside(child, parent.child)
        parent.degree += 1

    def _add_root(self, node: _Node) -> None:
        if self._smallest is None:
            self._smallest = node
            return
        self._insert_beside(node, self._smallest)
        if node.key < self._smallest.key:
            self._smallest = node

    def _insert_beside(self, node: _Node, other: _Node) -> None:
        node.left, node.right = other, other.right
        other.right.left = node
        other.right = node

    def _unlink(self, node: _Node) -> None:
        node.left.right = node.right
        node.right.left = node.left
        node.left = node.right = node

    def _find(self, start: _Node | None, key: int) -> _Node | None:
        if start is None:
            return None
        node = start
        while True:
            if node.key == key:
                return node
            if node.child is not None and node.key < key:
                found = self._find(node.child, key)
                if found is not None:
                    return found
            node = node.right
            if node is start:
                return None
