"""Near enough is equal."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size % 5

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and abs(self.size - other.size) <= 1

    __hash__ = None  # type: ignore[assignment]


class Sound:
    def __init__(self, size: int) -> None:
        self.size = size % 5

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and self.size == other.size

    __hash__ = None  # type: ignore[assignment]
