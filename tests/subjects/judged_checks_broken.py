"""Classes that check themselves, and code that leaves them out of order."""

from __future__ import annotations

import icontract


class Ring:
    """Knows how many it holds, until one is dropped."""

    def __init__(self) -> None:
        self._items: list[int] = []
        self._count = 0

    def add(self, item: int) -> None:
        self._items.append(item)
        self._count += 1

    def drop(self) -> None:
        self._items = self._items[1:]

    def check_rep(self) -> bool:
        return self._count == len(self._items)


class Sorted:
    """Raises when it is out of order."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def add(self, item: int) -> None:
        self._items.append(item)

    def _check_invariants(self) -> None:
        if self._items != sorted(self._items):
            raise RuntimeError("not sorted")


class Dial:
    def __init__(self) -> None:
        self._value = 0

    @property
    def value(self) -> int:
        return self._value

    @value.setter
    def value(self, value: int) -> None:
        self._value = value

    def check_rep(self) -> None:
        assert self._value <= 10


@icontract.invariant(lambda self: self.level >= 0)
class Tank:
    def __init__(self) -> None:
        self.level = 5


def drain(tank: Tank, amount: int) -> None:
    """Reaches into a tank where nothing checks."""
    tank.level -= abs(amount)
