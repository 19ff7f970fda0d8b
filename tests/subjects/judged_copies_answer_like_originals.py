"""State that is left out of a pickle, and not made again."""


class Broken:
    def __init__(self, size: int) -> None:
        self._size = size
        self._double = 2 * size

    @property
    def double(self) -> int:
        return self._double

    def __getstate__(self) -> dict[str, object]:
        return {"_size": self._size}


class Sound:
    def __init__(self, size: int) -> None:
        self._size = size
        self._double = 2 * size

    @property
    def double(self) -> int:
        return self._double

    def __getstate__(self) -> dict[str, object]:
        return {"_size": self._size}

    def __setstate__(self, state: dict[str, int]) -> None:
        self._size = state["_size"]
        self._double = 2 * self._size
