"""Preconditions of all kinds of operations, stated with both libraries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import deal
import icontract


@icontract.require(lambda by: by != 0)
def divide_icontract(number: int, by: int = 1) -> float:
    return number / by


@deal.pre(lambda number, by=1: by != 0)
def divide_deal(number: int, by: int = 1) -> float:
    return number / by


@icontract.require(lambda number: number > 3)
def above_icontract(number: int) -> int:
    return number


@deal.pre(lambda number: number > 3)
def above_deal(number: int) -> int:
    return number


class BoxIcontract:
    @icontract.require(lambda count: count >= 0)
    def __init__(self, count: int) -> None:
        self.count = count

    @icontract.require(lambda self: self.count > 0)
    def take(self) -> None:
        self.count -= 1

    @property
    def size(self) -> int:
        return self.count

    @size.setter
    @icontract.require(lambda value: value >= 0)
    def size(self, value: int) -> None:
        self.count = value

    @classmethod
    @icontract.require(lambda count: count >= 0)
    def of(cls, count: int) -> BoxIcontract:
        return cls(count)


class BoxDeal:
    @deal.pre(lambda self, count: count >= 0)
    def __init__(self, count: int) -> None:
        self.count = count

    @deal.pre(lambda self: self.count > 0)
    def take(self) -> None:
        self.count -= 1

    @property
    def size(self) -> int:
        return self.count

    @size.setter
    @deal.pre(lambda self, value: value >= 0)
    def size(self, value: int) -> None:
        self.count = value

    @classmethod
    @deal.pre(lambda cls, count: count >= 0)
    def of(cls, count: int) -> BoxDeal:
        return cls(count)


class Strict(icontract.DBC):
    @icontract.require(lambda count: count > 10)
    def read(self, count: int) -> int:
        return count


class Lenient(Strict):
    @icontract.require(lambda count: count > 0)
    def read(self, count: int) -> int:
        return count


@icontract.require(lambda numbers: all(number > 0 for number in numbers))
def total(numbers: Iterable[int]) -> int:
    return sum(numbers)


async def is_positive(number: int) -> bool:
    return number > 0


@icontract.require(is_positive, error=ValueError)
async def awaited(number: int) -> int:
    return number


def plain(number: int) -> int:
    return number


@contextmanager
def switched_off() -> Iterator[None]:
    deal.disable(warn=False)
    try:
        yield
    finally:
        deal.enable(warn=False)
