"""Four ways to pair two points, told apart by which receiver and argument."""


class Point:
    def __init__(self, x: int) -> None:
        self.x = x


seen: set[tuple[int, int, bool]] = set()


def pair(first: Point, second: Point) -> None:
    seen.add((first.x, second.x, first is second))
