"""Context managers: a class, and a function."""

from collections.abc import Iterator
from contextlib import contextmanager


class Door:
    def __init__(self) -> None:
        self.open = False

    def __enter__(self) -> "Door":
        self.open = True
        return self

    def __exit__(self, *exception: object) -> None:
        self.open = False

    def is_open(self) -> bool:
        return self.open


@contextmanager
def indented(columns: int) -> Iterator[str]:
    yield " " * (columns % 10)


class Writer:
    def __init__(self) -> None:
        self.depth = 0

    @contextmanager
    def deeper(self) -> Iterator[int]:
        self.depth += 1
        yield self.depth
        self.depth -= 1
