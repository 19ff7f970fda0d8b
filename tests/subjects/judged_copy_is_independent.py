"""A container whose copy shares its storage."""

from collections.abc import Iterator


class Broken:
    def __init__(self, *items: int) -> None:
        self._items = [*items]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def clear(self) -> None:
        self._items.clear()

    def __copy__(self) -> "Broken":
        made = Broken()
        made._items = self._items
        return made


class Sound(Broken):
    def __copy__(self) -> "Sound":
        return Sound(*self._items)


class Lending(Broken):
    """Shares its storage until one of the two is changed."""

    def clear(self) -> None:
        self._items = []

    def __copy__(self) -> "Lending":
        made = Lending()
        made._items = self._items
        return made
