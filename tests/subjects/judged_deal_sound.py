"""Contracts stated with deal, each kept, however it is called."""

from __future__ import annotations

import math
from collections.abc import Iterator

import deal


@deal.pre(lambda number: number > 0)
@deal.ensure(lambda number, result: result * result <= number, message="the root is not too large")
def root(number: int) -> int:
    return math.isqrt(number)


def root_of_difference(one: int, other: int) -> int:
    return root(max(1, one - other))


def roots(numbers: list[int]) -> list[int]:
    return list(map(root, [number for number in numbers if number > 0]))


@deal.pre(lambda text: text != "", exception=ValueError)
def initial(text: str) -> str:
    return text[0]


def initial_of_stripped(text: str) -> str:
    return initial(text.strip("ab ") or "c")


@deal.pre(lambda _: _.low < _.high)
def between(low: int, high: int) -> int:
    return (low + high) // 2


def between_neighbours(low: int) -> int:
    return between(low, low + 1)


@deal.chain(deal.pre(lambda number: number > 0), deal.post(lambda result: result < 9))
async def positive_later(number: int) -> int:
    return min(number, 8)


async def wait_for(number: int) -> int:
    return await positive_later(max(1, number))


@deal.pre(lambda count: count > 0)
@deal.post(lambda item: item < 3)
def counted(count: int) -> Iterator[int]:
    yield from range(min(count, 3))


@deal.safe
def share(total: int, parts: int) -> float:
    return total / parts if parts else 0.0


@deal.raises(KeyError)
def looked_up(name: str) -> int:
    return {"b": 2}[name]


@deal.reason(ValueError, lambda number: number < 0)
def checked(number: int) -> int:
    if number < 0:
        raise ValueError(number)
    return number


@deal.pure
def greeting(name: str) -> str:
    return f"Hello {name}"


@deal.example(lambda: doubled(2) == 4)
@deal.post(lambda result: result % 2 == 0)
def doubled(number: int) -> int:
    return 2 * number


@deal.inv(lambda self: self.balance >= 0)
class Account:
    def __init__(self) -> None:
        self.balance = 3

    def withdraw(self, amount: int) -> None:
        self.balance -= max(0, min(amount, self.balance))

    @staticmethod
    @deal.post(lambda result: result)
    def is_open() -> bool:
        return True

    @property
    @deal.post(lambda result: result < 3)
    def shown(self) -> int:
        return min(self.balance, 2)


@deal.dispatch
def described(number: int) -> str:
    """Is defined for some numbers."""
    raise NotImplementedError


@described.register
@deal.pre(lambda number: number > 0)
def _(number: int) -> str:
    return "more than nothing"


def describe(number: int) -> str:
    return described(max(1, number))
