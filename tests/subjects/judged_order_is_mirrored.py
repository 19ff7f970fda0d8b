"""Two directions that were written down twice, and once wrong."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size

    def __lt__(self, other: "Broken") -> bool:
        return self.size < other.size

    def __gt__(self, other: "Broken") -> bool:
        return self.size > other.size + 1


class Sound:
    def __init__(self, size: int) -> None:
        self.size = size

    def __lt__(self, other: "Sound") -> bool:
        return self.size < other.size

    def __gt__(self, other: "Sound") -> bool:
        return self.size > other.size
