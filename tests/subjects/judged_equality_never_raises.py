"""Equality that fails on a state it did not think of."""


class Broken:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.names[0] == other.names[0]

    __hash__ = None  # type: ignore[assignment]


class Sound:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and self.names == other.names

    __hash__ = None  # type: ignore[assignment]
