"""A method that changes its object first, and then refuses."""


class Broken:
    def __init__(self) -> None:
        self._items: list[int] = []

    def __len__(self) -> int:
        return len(self._items)

    def add(self, item: int) -> None:
        self._items.append(item)
        if item < 0:
            raise ValueError("must not be negative")


class Sound:
    def __init__(self) -> None:
        self._items: list[int] = []

    def __len__(self) -> int:
        return len(self._items)

    def add(self, item: int) -> None:
        if item < 0:
            raise ValueError("must not be negative")
        self._items.append(item)
