"""Results that are what the annotations say, in all the ways there are to say it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Literal, Protocol, TypeVar

T = TypeVar("T")


class Sized(Protocol):
    """Has a length."""

    def __len__(self) -> int: ...


def half(number: int) -> float | None:
    """Half of it, if there is one; a whole number is a float, too."""
    return None if number < 0 else number // 2


def is_even(number: int) -> int:
    """One if it is: True is a whole number."""
    return number % 2 == 0


def same(thing: T) -> T:
    """The thing itself."""
    return thing


def anything(number: int) -> Any:
    """What nobody knows."""
    return [number]


def several(number: int) -> Sequence[int]:
    """Some."""
    return (number, number)


def word(number: int) -> Literal["odd", "even"]:
    """In words."""
    return "odd" if number % 2 else "even"


def counted(number: int) -> Iterator[int]:
    """Up to three."""
    yield from range(min(3, number))


@contextlib.contextmanager
def entered(number: int) -> Iterator[int]:
    """What is decorated gives something else."""
    yield number


def sized(number: int) -> Sized:
    """Has a length, if no base class."""
    return bytearray(2)


async def later(number: int) -> str:
    """A text, when awaited."""
    return str(number)


class Money:
    """An amount."""

    def __init__(self, amount: int) -> None:
        self._amount = amount

    def __add__(self, other: Money) -> Money:
        if not isinstance(other, Money):
            return NotImplemented
        return Money(self._amount + other._amount)

    @property
    def amount(self) -> int:
        """How much."""
        return self._amount


class Coin(Money):
    """Another."""

    def double(self) -> Money:
        """Twice as much: a subclass will do."""
        return Coin(2 * self._amount)
