"""What is awaited, what only looks like it, and what asks for the loop that is running."""

import asyncio
import functools


async def fetch(number: int) -> int:
    return number


half = functools.partial(fetch, 1)


async def count(number: int):
    yield number


@functools.wraps(fetch)
def wrapped(number: int):
    return fetch(number)


@functools.wraps(fetch)
def waited(number: int) -> int:
    return asyncio.run(fetch(number))


def start(number: int) -> asyncio.Task:
    return asyncio.create_task(fetch(number))


class Client:
    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()

    @classmethod
    async def make(cls) -> "Client":
        return cls()

    async def get(self) -> int:
        return 1

    async def all(self):
        yield 1

    def restart(self) -> None:
        self.loop = asyncio.get_running_loop()

    @property
    async def ready(self) -> bool:
        return True

    async def __call__(self) -> int:
        return 2

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *exception: object) -> None: ...

    def __aiter__(self) -> "Client":
        return self

    async def __anext__(self) -> int:
        raise StopAsyncIteration

    def __await__(self):
        return self.get().__await__()

    async def __len__(self) -> int:
        return 3
