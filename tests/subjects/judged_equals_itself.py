"""Equality that forgets that an object is equal to itself."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.size < other.size

    __hash__ = None  # type: ignore[assignment]


class Sound:
    def __init__(self, size: float) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and self.size == other.size

    __hash__ = None  # type: ignore[assignment]

    @staticmethod
    def unknown() -> "Sound":
        # a NaN inside excuses it
        return Sound(float("nan"))
