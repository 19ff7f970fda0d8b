"""Classes with type parameters."""

from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Box(Generic[T]):
    def __init__(self, content: T) -> None:
        self.content = content

    def replaced(self, content: U) -> "Box[U]":
        return Box(content)

    def get(self) -> T:
        return self.content


class Numbers(Box[int]):
    def doubled(self) -> "Numbers":
        return Numbers(2 * self.content)


def unpack(box: Box[T]) -> T:
    return box.content


def both(one: Box[int], other: Box[int]) -> int:
    return one.content + other.content
