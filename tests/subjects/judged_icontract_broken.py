"""Contracts stated with icontract, each broken by the target itself."""

from __future__ import annotations

from typing import Any

import icontract


@icontract.require(lambda number: number > 0)
@icontract.ensure(lambda number, result: result * result <= number, "the root is not too large")
def root(number: int) -> int:
    """Is wrong for large numbers."""
    return int(number**0.5) + (number > 50)


def root_of_difference(one: int, other: int) -> int:
    """Passes on what it did not look at."""
    return root(one - other)


def roots(numbers: list[int]) -> list[int]:
    """Has the standard library call it."""
    return list(map(root, numbers))


@icontract.require(lambda text: text != "", error=ValueError)
def initial(text: str) -> str:
    return text[0]


def initial_of_stripped(text: str) -> str:
    """Breaks a precondition that speaks by an exception of its own."""
    return initial(text.strip("ab "))


@icontract.snapshot(lambda items: items[:], name="items")
@icontract.ensure(lambda items, OLD: len(items) == len(OLD.items) + 1)
def put_twice(items: list[int]) -> None:
    items += [1, 1]


async def wait_for(number: int) -> int:
    """Awaits against a precondition."""
    return await positive_later(number)


@icontract.require(lambda number: number > 0)
@icontract.ensure(lambda result: result < 9)
async def positive_later(number: int) -> int:
    return number


@icontract.invariant(lambda self: self.balance >= 0)
@icontract.invariant(lambda self: self._limit < 50)
class Account:
    """May be overdrawn."""

    def __init__(self) -> None:
        self.balance = 3
        self._limit = 0

    def withdraw(self, amount: int) -> None:
        self.balance -= amount if amount > 0 else 0

    @property
    @icontract.ensure(lambda result: result < 3)
    def shown(self) -> int:
        return self.balance

    @property
    def limit(self) -> int:
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        self._limit = limit

    @staticmethod
    @icontract.ensure(lambda result: result)
    def is_open() -> bool:
        return False

    @classmethod
    @icontract.ensure(lambda result: result is None)
    def opened(cls) -> Any:
        return "opened"


class Reader(icontract.DBC):
    @icontract.require(lambda count: count > 10)
    @icontract.ensure(lambda result: result != "")
    def read(self, count: int) -> str:
        return "x" * count


class PatientReader(Reader):
    """Asks for less than its base, and promises the same."""

    @icontract.require(lambda count: count >= 0)
    def read(self, count: int) -> str:
        return "x" * min(count, 20)
