"""What is awaited without being a coroutine function."""

import asyncio
import functools
from collections.abc import Generator


class Promise:
    def __init__(self, number: int) -> None:
        self.number = number

    def __await__(self) -> Generator[None, None, int]:
        yield
        return self.number


async def _answer(number: int) -> int:
    return number + 1


def answer(number: int):
    return _answer(number)


@functools.wraps(_answer)
def wrapped(number):
    return _answer(number)


@functools.wraps(_answer)
def waited(number):
    given = _answer(number)
    try:
        return asyncio.run(given)
    finally:
        # inside a loop it is never begun, and Python would warn of that
        given.close()


def started(number: int):
    return asyncio.create_task(_answer(number))
