"""When a run has to be over: its time, or the wish of the user."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

WRAPPING_UP = 8.0
"""Seconds left for writing what there is once the user wants a run to stop."""
FINISHING = 4.0
"""How many of them may go into making it small; the rest is for replaying it."""


class Halt:
    """The end of a run, which the user may move forward."""

    def __init__(self, end: float | None) -> None:
        self._end = end
        self._asked: float | None = None
        self.ordered = False
        """Whether the user wants to stop at once."""

    @property
    def asked(self) -> bool:
        """Whether the user wants to stop."""
        return self._asked is not None

    @property
    def end(self) -> float | None:
        """When all must be done, by the monotonic clock; None if nothing but the work limits it."""
        if self._asked is None:
            return self._end
        soon = self._asked + WRAPPING_UP
        return soon if self._end is None else min(self._end, soon)

    def ask(self) -> None:
        """Stop; a second wish cannot wait, though it waits for what must not be left half done."""
        if self.ordered:
            raise KeyboardInterrupt
        if self._asked is not None:
            self.ordered = True
            return
        self._asked = time.monotonic()

    def obey(self) -> None:
        """End here and now if the user wants that."""
        if self.ordered:
            raise KeyboardInterrupt

    def hurried(self) -> bool:
        """Whether the user's wish leaves no time but for replaying, if that."""
        return self.ordered or (self._asked is not None and time.monotonic() > self._asked + FINISHING)

    def left(self) -> float | None:
        """The seconds left."""
        return None if self.end is None else self.end - time.monotonic()


@contextmanager
def heeding_signals(halt: Halt) -> Iterator[None]:
    """Take an interrupt, or a request to end, as a wish to stop; another one as an order."""

    def handler(_number: int, _frame: FrameType | None) -> None:
        halt.ask()

    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler_before in before.items():
            signal.signal(number, handler_before)
