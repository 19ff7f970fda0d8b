"""A purse that is asked for its largest coin even when it is empty."""

from __future__ import annotations


class Purse:
    """Coins, in the order they were put in."""

    def __init__(self) -> None:
        self._coins: list[int] = []

    def put(self, coin: int) -> None:
        """Add a coin."""
        if coin < 1:
            raise ValueError("a coin is worth something")
        self._coins.append(coin)

    def total(self) -> int:
        """What all coins are worth."""
        return sum(self._coins)

    def largest(self) -> int:
        """The coin that is worth most."""
        return sorted(self._coins)[-1]


def exchange(amount: int, rate: int = 2) -> int:
    """The amount in the other currency."""
    return amount * rate


def _hidden(amount: int) -> int:
    return amount + 1
