"""`!=` written by hand, and not as the opposite of `==`."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.size == other.size

    def __ne__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.size < other.size

    __hash__ = None  # type: ignore[assignment]


class Sound:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and self.size == other.size

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]
