"""The classes of Figure 2 of the JCrasher paper."""

from __future__ import annotations


class A:
    """Made of a B."""

    def __init__(self, b: B) -> None:
        self.b = b


class B:
    """Made of nothing; makes an A of a number."""

    def m(self, number: int) -> A:
        """An A."""
        return A(self if number else None)


def f(a: A, number: int) -> int:
    """The function under test."""
    return number if a is None or a.b is None else -number
