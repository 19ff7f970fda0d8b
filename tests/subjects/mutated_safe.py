"""A safe with a log: what is worth asserting, what every call does, and what hangs with a fault in it."""

from __future__ import annotations

LOG: list[str] = []


class Safe:
    def __init__(self, coins: int = 0) -> None:
        self._coins = coins

    def put(self, coins: int) -> int:
        if coins < 0:
            raise ValueError("no debts")
        self._coins += coins
        return self._coins

    @property
    def coins(self) -> int:
        return self._coins

    @property
    def kind(self) -> str:
        return "safe"


def count_down(number: int) -> int:
    steps = 0
    while number > 0:
        number -= 1
        steps += 1
    return steps


def remember(word: str) -> int:
    if word not in LOG:
        LOG.append(word)
    return len(LOG)
