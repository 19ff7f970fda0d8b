"""Contracts stated with icontract, each kept, however it is called."""

from __future__ import annotations

import math
from typing import Any

import icontract


@icontract.require(lambda number: number > 0)
@icontract.ensure(lambda number, result: result * result <= number, "the root is not too large")
def root(number: int) -> int:
    return math.isqrt(number)


def root_of_difference(one: int, other: int) -> int:
    return root(max(1, one - other))


def roots(numbers: list[int]) -> list[int]:
    return list(map(root, [number for number in numbers if number > 0]))


@icontract.require(lambda text: text != "", error=ValueError)
def initial(text: str) -> str:
    return text[0]


def initial_of_stripped(text: str) -> str:
    return initial(text.strip("ab ") or "c")


@icontract.snapshot(lambda items: items[:], name="items")
@icontract.ensure(lambda items, OLD: len(items) == len(OLD.items) + 1)
def put_twice(items: list[int]) -> None:
    items += [1]


async def wait_for(number: int) -> int:
    return await positive_later(max(1, number))


@icontract.require(lambda number: number > 0)
@icontract.ensure(lambda result: result < 9)
async def positive_later(number: int) -> int:
    return min(number, 8)


@icontract.invariant(lambda self: self.balance >= 0)
@icontract.invariant(lambda self: self._limit < 50)
class Account:
    def __init__(self) -> None:
        self.balance = 3
        self._limit = 0

    def withdraw(self, amount: int) -> None:
        self.balance -= max(0, min(amount, self.balance))

    @property
    @icontract.ensure(lambda result: result < 3)
    def shown(self) -> int:
        return min(self.balance, 2)

    @property
    def limit(self) -> int:
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        self._limit = min(limit, 49)

    @staticmethod
    @icontract.ensure(lambda result: result)
    def is_open() -> bool:
        return True

    @classmethod
    @icontract.ensure(lambda result: result is None)
    def opened(cls) -> Any:
        return None


class Reader(icontract.DBC):
    @icontract.require(lambda count: count > 10)
    @icontract.ensure(lambda result: result != "")
    def read(self, count: int) -> str:
        return "x" * min(count, 20)


class PatientReader(Reader):
    """Asks for less than its base, and promises the same."""

    @icontract.require(lambda count: count >= 0)
    def read(self, count: int) -> str:
        return "x" * min(count + 1, 20)
