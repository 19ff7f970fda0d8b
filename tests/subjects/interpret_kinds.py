"""One of each thing that can be called, and ways to fail."""

import itertools
import sys
from collections.abc import Iterator

limit = 10
"""A constant."""


def join(first: object, /, second: object, *rest: object, third: object = None) -> tuple[object, ...]:
    return (first, second, rest, third)


def default(first: int = 1, second: int = 2) -> tuple[int, int]:
    return (first, second)


class Stack:
    class Frame:
        """A class in a class."""

    maximum = 5

    def __init__(self, *items: int) -> None:
        self.items = list(items)

    @classmethod
    def of(cls, item: int) -> "Stack":
        return cls(item)

    @staticmethod
    def double(item: int) -> int:
        return 2 * item

    def push(self, item: int, times: int = 1) -> "Stack":
        self.items += [item] * times
        return self

    def size(self) -> int:
        return len(self.items)

    @property
    def top(self) -> int:
        return self.items[-1]

    @top.setter
    def top(self, item: int) -> None:
        self.items[-1] = item

    def __enter__(self) -> str:
        self.push(1)
        return "inside"

    def __exit__(self, *exception: object) -> None:
        self.push(2)

    def __iter__(self) -> Iterator[int]:
        return itertools.count()

    def __reversed__(self) -> Iterator[int]:
        return itertools.count()


class Immutable(tuple[int, ...]):
    """`+=` makes a new one."""

    def __add__(self, other: object) -> "Immutable":
        return Immutable((*self, other))


def exits() -> None:
    sys.exit(3)


def interrupts() -> None:
    raise KeyboardInterrupt
