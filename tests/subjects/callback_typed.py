"""A small world of types, for bodies to be generated in."""

from __future__ import annotations


class Animal:
    """Something that eats."""

    def __init__(self, name: str, age: int = 0) -> None:
        self.name = name
        self.age = age
        self._eaten: list[str] = []

    def feed(self, food: str) -> None:
        """Have it eat."""
        self._eaten.append(food)

    def grow(self, years: int) -> int:
        """Make it older."""
        self.age += years
        return self.age

    def hungry(self) -> bool:
        """Whether it has eaten nothing."""
        return not self._eaten

    def weight(self) -> float:
        """By what it has eaten."""
        return 1.5 * len(self._eaten)

    def eaten(self) -> list[str]:
        """All of it."""
        return list(self._eaten)


class Dog(Animal):
    """Something that eats and has a friend."""

    def meet(self, other: Animal) -> Dog:
        """Have it meet another."""
        other.feed(self.name)
        return self

    def friend(self) -> Animal | None:
        """The one it has met."""
        return self if self.age else None
