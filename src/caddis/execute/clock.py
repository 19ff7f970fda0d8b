"""The tick: interrupts a call that takes too long."""

from __future__ import annotations

import signal
from types import FrameType

from caddis.model.outcome import OutOfTime

TICK = 0.01


class Beat:
    """A counter that is odd while code of the target runs, in memory that the parent may share."""

    __slots__ = ("_count", "words")

    def __init__(self, words: memoryview | None = None) -> None:
        """The first of the words is the counter."""
        self.words = words if words is not None else _words()
        # a number of our own is read and added to faster than one that is shared
        self._count = self.words[0]

    def begin(self) -> None:
        """Code of the target runs from now on, and may be interrupted."""
        self._count = self.words[0] = self._count + 1 + self._count % 2

    def end(self) -> None:
        """It is over, whatever has become of it."""
        self._count = self.words[0] = self._count + self._count % 2

    def go_on(self) -> None:
        """Show that we are still there, while something else runs the code of the target."""
        self._count = self.words[0] = self._count + 2

    def detach(self) -> None:
        """Count for this process alone: what a fork of it does says nothing of it, nor do its watchers hear of that."""
        self.words = _words()


def _words() -> memoryview:
    return memoryview(bytearray(8)).cast("Q")


class Clock:
    """Watches a beat; raises OutOfTime in a call during which it stood still too long.

    One periodic timer costs far less than arming one for each sequence. The beat lives in memory that the parent
    shares, so the parent can tell a worker that no tick can interrupt.
    """

    def __init__(self, beat: Beat, limit: float) -> None:
        self._beat = beat
        self._patience = max(2, round(limit / TICK))
        self._seen = -1
        self._still = 0
        self.expired = 0
        """How many calls were interrupted so far."""

    def start(self) -> None:
        """Begin to tick."""
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def stop(self) -> None:
        """Tick no more."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        # even numbers: the loop itself is at work, and must not be interrupted
        now = self._beat.words[0]
        if now != self._seen or now % 2 == 0:
            self._seen = now
            self._still = 0
            return
        self._still += 1
        if self._still >= self._patience:
            self._still = 0
            self.expired += 1
            raise OutOfTime
