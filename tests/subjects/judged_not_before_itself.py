"""An order that takes `<` for `<=`."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size

    def __lt__(self, other: "Broken") -> bool:
        return self.size <= other.size


class Sound:
    def __init__(self, size: int) -> None:
        self.size = size

    def __lt__(self, other: "Sound") -> bool:
        return self.size < other.size
