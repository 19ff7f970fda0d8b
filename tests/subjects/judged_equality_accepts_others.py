"""Equality that takes everything for one of its own."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return self.size == other.size  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]


class Sound:
    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sound):
            return NotImplemented
        return self.size == other.size

    __hash__ = None  # type: ignore[assignment]


class Elementwise:
    """Answers as arrays do."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> list[bool]:  # type: ignore[override]
        return [False, True]

    __hash__ = None  # type: ignore[assignment]
