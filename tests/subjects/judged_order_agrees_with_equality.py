"""Smaller, and equal all the same."""


class Broken:
    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.name == other.name

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: "Broken") -> bool:
        return self.size < other.size


class Sound:
    """Sets are ordered by what they contain, and many are not comparable."""

    def __init__(self, *names: str) -> None:
        self._names = frozenset(names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and self._names == other._names

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: "Sound") -> bool:
        return self._names < other._names

    def __le__(self, other: "Sound") -> bool:
        return self._names <= other._names
