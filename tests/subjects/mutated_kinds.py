"""One function of each kind that a fault can be put into."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any


def plain(number: int) -> int:
    return number + 1


def generator(number: int) -> Iterator[int]:
    yield number + 1


async def coroutine(number: int) -> int:
    return number + 1


async def items(number: int) -> AsyncIterator[int]:
    yield number + 1


def adder(step: int) -> Callable[[int], int]:
    def add(number: int) -> int:
        return number + step

    return add


add_one = adder(1)


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def inner(*arguments: Any) -> Any:
        return function(*arguments)

    return inner


@logged
def wrapped(number: int) -> int:
    return number + 1


@functools.lru_cache
def cached(number: int) -> int:
    return number + 1


def with_default(number: int, step: int = 1, *, twice: bool = False) -> int:
    return number + step + (step if twice else 0)


class Base:
    def __init__(self, number: int) -> None:
        self.number = number


class Kinds(Base):
    def __init__(self, number: int) -> None:
        self.__hidden = number
        super().__init__(number)

    def method(self) -> int:
        return self.__hidden + 1

    @property
    def read(self) -> int:
        return self.number + 1

    @classmethod
    def on_class(cls, number: int) -> int:
        return number + 1

    @staticmethod
    def static(number: int) -> int:
        return number + 1

    @functools.cached_property
    def lasting(self) -> int:
        return self.number + 1
