"""A list that is handed out, and its length that is kept beside it."""

from collections.abc import Iterator


class Broken:
    def __init__(self) -> None:
        self._items: list[int] = []
        self._count = 0

    def add(self, item: int) -> None:
        self._items.append(item)
        self._count += 1

    def items(self) -> list[int]:
        return self._items

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter([*self._items])


class Sound(Broken):
    def items(self) -> list[int]:
        return [*self._items]
