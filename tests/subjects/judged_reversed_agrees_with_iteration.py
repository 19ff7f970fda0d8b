"""Backwards by another rule than forwards."""

from collections.abc import Iterator


class Broken:
    def __init__(self, *items: int) -> None:
        self._items = items

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def __reversed__(self) -> Iterator[int]:
        return iter(sorted(self._items, reverse=True))


class Sound:
    def __init__(self, *items: int) -> None:
        self._items = items

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def __reversed__(self) -> Iterator[int]:
        return iter(self._items[::-1])
