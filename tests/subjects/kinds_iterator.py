"""An object that is its own iterator."""


class Countdown:
    def __init__(self, left: int = 3) -> None:
        self.left = left

    def __iter__(self) -> "Countdown":
        return self

    def __next__(self) -> int:
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return self.left
