"""A question that takes something away."""


class Broken:
    def __init__(self, *items: int) -> None:
        self._items = [*items]

    def __len__(self) -> int:
        return len(self._items)

    @property
    def last(self) -> int | None:
        return self._items.pop() if self._items else None


class Sound:
    def __init__(self, *items: int) -> None:
        self._items = [*items]
        self._last: int | None = None

    def __len__(self) -> int:
        return len(self._items)

    @property
    def last(self) -> int | None:
        if self._last is None and self._items:
            # remembering is no change that anybody sees
            self._last = self._items[-1]
        return self._last
