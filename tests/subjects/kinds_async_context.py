"""Asynchronous context managers: a class, and a function."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Session:
    def __init__(self) -> None:
        self.states: list[str] = []

    async def __aenter__(self) -> "Session":
        self.states.append("entered")
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.states.append("left")

    def history(self) -> int:
        return len(self.states)


@asynccontextmanager
async def connected(name: str) -> AsyncIterator[str]:
    yield name.upper()
