"""An order by what two have in common."""


class Broken:
    def __init__(self, left: int, right: int) -> None:
        self.left = left
        self.right = right

    def __lt__(self, other: "Broken") -> bool:
        return self.left < other.right and self is not other


class Sound:
    def __init__(self, left: int, right: int) -> None:
        self.left = left
        self.right = right

    def __lt__(self, other: "Sound") -> bool:
        return (self.left, self.right) < (other.left, other.right)
