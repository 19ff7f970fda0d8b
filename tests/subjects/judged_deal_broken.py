"""Contracts stated with deal, each broken by the target itself."""

from __future__ import annotations

from collections.abc import Iterator

import deal


@deal.pre(lambda number: number > 0)
@deal.ensure(lambda number, result: result * result <= number, message="the root is not too large")
def root(number: int) -> int:
    """Is wrong for large numbers."""
    return int(number**0.5) + (number > 50)


def root_of_difference(one: int, other: int) -> int:
    """Passes on what it did not look at."""
    return root(one - other)


def roots(numbers: list[int]) -> list[int]:
    """Has the standard library call it."""
    return list(map(root, numbers))


@deal.pre(lambda text: text != "", exception=ValueError)
def initial(text: str) -> str:
    return text[0]


def initial_of_stripped(text: str) -> str:
    """Breaks a precondition that speaks by an exception of its own."""
    return initial(text.strip("ab "))


@deal.pre(lambda _: _.low < _.high)
def between(low: int, high: int) -> int:
    return (low + high) // 2


def between_neighbours(low: int) -> int:
    """Has mixed up the two."""
    return between(low + 1, low)


@deal.chain(deal.pre(lambda number: number > 0), deal.post(lambda result: result < 9))
async def positive_later(number: int) -> int:
    return number


async def wait_for(number: int) -> int:
    """Awaits against a precondition."""
    return await positive_later(number)


@deal.pre(lambda count: count > 0)
@deal.post(lambda item: item < 3)
def counted(count: int) -> Iterator[int]:
    yield from range(min(count, 5))


@deal.safe
def share(total: int, parts: int) -> float:
    """Is not safe at all."""
    return total / parts


@deal.raises(KeyError)
def looked_up(name: str) -> int:
    """Raises something else for one name."""
    if name == "a":
        raise ValueError(name)
    return {"b": 2}[name]


@deal.reason(ValueError, lambda number: number < 0)
def checked(number: int) -> int:
    if number > 3:
        raise ValueError(number)
    return number


@deal.pure
def greeting(name: str) -> str:
    """Is heard by others."""
    print(name)
    return f"Hello {name}"


@deal.example(lambda: doubled(2) == 5)
@deal.post(lambda result: result != 6)
def doubled(number: int) -> int:
    return 2 * number


@deal.inv(lambda self: self.balance >= 0)
class Account:
    """May be overdrawn."""

    def __init__(self) -> None:
        self.balance = 3

    def withdraw(self, amount: int) -> None:
        self.balance -= amount if amount > 0 else 0

    @staticmethod
    @deal.post(lambda result: result)
    def is_open() -> bool:
        return False

    @property
    @deal.post(lambda result: result < 3)
    def shown(self) -> int:
        return self.balance


@deal.dispatch
def described(number: int) -> str:
    """Is defined for some numbers."""
    raise NotImplementedError


@described.register
@deal.pre(lambda number: number > 0)
def _(number: int) -> str:
    return "more than nothing"


def describe(number: int) -> str:
    """Does not ask for which."""
    return described(number)
