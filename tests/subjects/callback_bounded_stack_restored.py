"""The bounded stack of Klein, Flatt and Findler with the contract of its observer restored, and its capacity mended."""

from __future__ import annotations

from abc import abstractmethod

from icontract import DBC, ensure, require

BOUND = 10


class ObserverI(DBC):
    """Told of each push, and leaves something on the stack."""

    @abstractmethod
    @require(lambda stack: not stack.empty())
    @ensure(lambda stack: not stack.empty())
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

    def add_observer(self, observer: ObserverI) -> None:
        """Have an observer told of each push."""
        self._observers.append(observer)

    def capacity(self) -> int:
        """How much room there is."""
        return BOUND - self._top - 1

    def empty(self) -> bool:
        """Whether there is nothing on it."""
        return self._top == -1
