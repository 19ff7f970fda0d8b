"""Rock, paper and scissors."""


class Broken:
    def __init__(self, kind: int) -> None:
        self.kind = kind % 3

    def __lt__(self, other: "Broken") -> bool:
        return (self.kind + 1) % 3 == other.kind


class Sound:
    def __init__(self, kind: int) -> None:
        self.kind = kind % 3

    def __lt__(self, other: "Sound") -> bool:
        return self.kind < other.kind
