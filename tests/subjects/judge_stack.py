"""Who raised: the operation that was called, a helper of its, what it inherits, or another operation on the way."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from typing import Any


def noted(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*arguments: Any) -> Any:
        return function(*arguments)

    return wrapper


def refuse(number: int) -> int:
    if number < 5:
        raise ValueError("too small")
    return number


def _refuse(number: int) -> int:
    if number < 5:
        raise ValueError("too small")
    return number


def by_itself(number: int) -> int:
    if number < 5:
        raise ValueError("too small")
    return number


def by_helper(number: int) -> int:
    return _refuse(number)


def by_lambda(number: int) -> list[int]:
    return [(lambda: _refuse(number))() for _ in range(2)]


@noted
def by_wrapped(number: int) -> int:
    return _refuse(number)


def by_another(number: int) -> int:
    return refuse(number)


def by_helper_of_another(number: int) -> int:
    return by_helper(number)


def by_others(text: str) -> object:
    return json.loads(text)


def by_generator(number: int) -> Iterator[int]:
    yield by_helper(number)


def documented(number: int) -> int:
    """A number.

    Raises
    ------
    ValueError
        If it is too small.
    """
    return refuse(number)


async def by_coroutine(number: int) -> int:
    return _refuse(number)


class Base:
    def __init__(self, number: int) -> None:
        if number < 5:
            raise ValueError("too small")

    def check(self, number: int) -> None:
        if number < 5:
            raise ValueError("too small")


class Below(Base):
    def __init__(self, number: int) -> None:
        super().__init__(number)

    def check(self, number: int) -> None:
        super().check(number)


class Holder:
    def __init__(self, number: int) -> None:
        self.held = Base(number)
