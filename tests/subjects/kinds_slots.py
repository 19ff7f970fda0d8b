"""Classes without a dictionary."""


class Pair:
    __slots__ = ("left", "right")

    def __init__(self, left: int, right: int) -> None:
        self.left = left
        self.right = right

    def swapped(self) -> "Pair":
        return Pair(self.right, self.left)


class Triple(Pair):
    __slots__ = ("middle",)

    def __init__(self, left: int, middle: int, right: int) -> None:
        super().__init__(left, right)
        self.middle = middle

    def sum(self) -> int:
        return self.left + self.middle + self.right
