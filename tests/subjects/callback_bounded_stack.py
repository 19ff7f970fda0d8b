"""The bounded stack of Klein, Flatt and Findler (Figures 1 and 2): two bugs, the second of which takes an observer.

Its capacity is one too large, and nothing keeps an observer from emptying the stack whose push it hears of.
"""

from __future__ import annotations

from abc import abstractmethod

from icontract import DBC, ensure, require

BOUND = 10


class ObserverI(DBC):
    """Told of each push."""

    @abstractmethod
    def after_push(self, stack: BoundedStack, item: object) -> None:
        """Something was pushed."""


class BoundedStack(DBC):
    """A stack with room for so many items."""

    def __init__(self) -> None:
        self._buffer: list[object] = [None] * BOUND
        self._top = -1
        self._observers: list[ObserverI] = []

    @require(lambda self: not self.empty())
    def pop(self) -> object:
        """Take the last item off."""
        self._top -= 1
        return self._buffer[self._top + 1]

    @require(lambda self: self.capacity() > 0)
    @ensure(lambda self: not self.empty())
    def push(self, item: object) -> None:
        """Put an item on."""
        self._top += 1
        self._buffer[self._top] = item
        for observer in self._observers:
            observer.after_push(self, item)

    @require(lambda self, count: 0 <= count <= self.capacity())
    def push_n(self, count: int, item: object) -> None:
        """Put an item on several times."""
        for _ in range(count):
            self.push(item)

    def add_observer(self, observer: ObserverI) -> None:
        """Have an observer told of each push."""
        self._observers.append(observer)

    def capacity(self) -> int:
        """How much room there is."""
        return BOUND - self._top

    def empty(self) -> bool:
        """Whether there is nothing on it."""
        return self._top == -1
