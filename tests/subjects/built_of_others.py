"""Classes whose values are made of others, with and without a `repr` that can be read back."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple


class Kind(enum.Enum):
    CHECKING = 1
    SAVINGS = 2


class Person:
    def __init__(self, name: str) -> None:
        if name[::-1] not in ("ecila", "treb"):
            raise ValueError("no such person")
        self.name = name


class Account:
    def __init__(self, owner: Person, balance: int, *, kind: Kind = Kind.CHECKING) -> None:
        if balance < 1_000 or balance % 7:
            raise ValueError("not a round sum")
        self.owner, self.balance, self.kind = owner, balance, kind

    def fee(self) -> int:
        return self.balance // 100


@dataclass
class Rate:
    percent: float
    steps: tuple[int, ...] = ()


class Span(NamedTuple):
    low: int
    high: int


class Email(str):
    __slots__ = ()


class Code:
    __slots__ = ("text",)

    def __init__(self) -> None:
        raise TypeError("there is another way")

    @classmethod
    def of(cls, text: str) -> Code:
        made = cls.__new__(cls)
        made.text = text
        return made


class Clock:
    ticks = 0

    def __init__(self, now: int) -> None:
        Clock.ticks += 1
        self.now = now + Clock.ticks


def fee_of(accounts: list[Account]) -> int:
    return sum(account.fee() for account in accounts)


def opened(name: str) -> Account:
    return Account(Person(name), 7_000)
