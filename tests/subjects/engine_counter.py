"""A counter that equals any other, and refuses to go below zero."""


class Counter:
    def __init__(self) -> None:
        self.count = 0

    def up(self) -> int:
        self.count += 1
        return self.count

    def down(self) -> int:
        if self.count == 0:
            raise ValueError("below zero")
        self.count -= 1
        return self.count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counter)

    def __hash__(self) -> int:
        return 0
