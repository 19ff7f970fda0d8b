"""Coroutine functions, and methods of every sort."""

import asyncio


async def double(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


async def total(*numbers: int, start: int = 0) -> int:
    return sum([await double(number) for number in numbers], start)


class Account:
    def __init__(self, balance: int = 0) -> None:
        self.balance = balance

    @classmethod
    async def opened(cls, balance: int) -> "Account":
        return cls(balance)

    @staticmethod
    async def interest(amount: int) -> float:
        return amount * 0.1

    async def deposit(self, amount: int) -> int:
        self.balance += amount
        return self.balance

    @property
    async def worth(self) -> int:
        return self.balance

    async def __call__(self) -> str:
        return str(self.balance)
