"""An abstract class, used through its concrete subclasses."""

from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def area(self) -> int: ...

    @property
    @abstractmethod
    def corners(self) -> int: ...

    def larger(self, other: "Shape") -> "Shape":
        return self if self.area() > other.area() else other


class Square(Shape):
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        return self.side * self.side

    @property
    def corners(self) -> int:
        return 4


def total(first: Shape, second: Shape) -> int:
    return first.area() + second.area()
