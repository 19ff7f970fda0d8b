"""Generator functions: one that ends, one that does not, one of a class."""

from collections.abc import Iterator


def countdown(number: int) -> Iterator[int]:
    yield from range(number % 4, 0, -1)


def forever() -> Iterator[int]:
    while True:
        yield 1


class Tree:
    def __init__(self, *leaves: int) -> None:
        self.leaves = leaves

    def walk(self) -> Iterator[int]:
        yield from self.leaves

    def __iter__(self) -> Iterator[int]:
        yield from self.leaves

    def __reversed__(self) -> Iterator[int]:
        yield from self.leaves[::-1]
