"""Asynchronous generators: one that ends, one that does not, one of a class."""

import asyncio
from collections.abc import AsyncIterator


async def countdown(number: int) -> AsyncIterator[int]:
    for left in range(number % 4, 0, -1):
        await asyncio.sleep(0)
        yield left


async def forever() -> AsyncIterator[int]:
    while True:
        yield 1


class Feed:
    def __init__(self) -> None:
        self.items = ["first", "second"]

    async def read(self) -> AsyncIterator[str]:
        for item in self.items:
            yield item

    async def __aiter__(self) -> AsyncIterator[str]:
        for item in self.items:
            yield item
