"""Equal by one thing, hashed by another."""


class Broken:
    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.name == other.name

    def __hash__(self) -> int:
        return hash((self.name, self.size))


class Sound:
    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)
