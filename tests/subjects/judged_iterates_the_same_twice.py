"""Iteration that uses up what it shows."""

from collections.abc import Iterable, Iterator


class Broken:
    def __init__(self, *items: int) -> None:
        self._items = [*items]

    def __iter__(self) -> Iterator[int]:
        while self._items:
            yield self._items.pop()


class Sound:
    def __init__(self, *items: int) -> None:
        self._items = [*items]

    def __iter__(self) -> Iterator[int]:
        yield from self._items


class Lazy:
    """As lasting as what it was given: an iterator is used up."""

    def __init__(self, source: Iterable[int]) -> None:
        self._source = source

    def __iter__(self) -> Iterator[int]:
        return iter(self._source)
