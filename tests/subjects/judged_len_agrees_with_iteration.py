"""A count kept beside the items it counts."""

from collections.abc import Iterator


class Broken:
    def __init__(self) -> None:
        self._items: set[int] = set()
        self._count = 0

    def add(self, item: int) -> None:
        self._items.add(item)
        self._count += 1

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)


class Sound:
    def __init__(self) -> None:
        self._items: set[int] = set()

    def add(self, item: int) -> None:
        self._items.add(item)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)


class Countdown:
    """An iterator, which is used up by iterating."""

    def __init__(self, start: int) -> None:
        self._left = min(max(start, 0), 10)

    def __len__(self) -> int:
        return self._left

    def __iter__(self) -> "Countdown":
        return self

    def __next__(self) -> int:
        if not self._left:
            raise StopIteration
        self._left -= 1
        return self._left
