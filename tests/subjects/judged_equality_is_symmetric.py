"""A box that takes smaller ones for equal."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.size >= other.size

    __hash__ = None  # type: ignore[assignment]


class Sound:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and self.size == other.size

    __hash__ = None  # type: ignore[assignment]
