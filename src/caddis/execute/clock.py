"""The tick: interrupts a call that takes too long."""

from __future__ import annotations

import signal
from types import FrameType

from caddis.model.outcome import OutOfTime

TICK = 0.01


class Clock:
    """Watches a counter that the loop advances; raises OutOfTime in a call during which it stood still too long.

    One periodic timer costs far less than arming one for each sequence. The counter lives in memory that the parent
    shares, so the parent can tell a worker that no tick can interrupt.
    """

    def __init__(self, beat: memoryview, limit: float) -> None:
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
        now = self._beat[0]
        if now != self._seen or now % 2 == 0:
            self._seen = now
            self._still = 0
            return
        self._still += 1
        if self._still >= self._patience:
            self._still = 0
            self.expired += 1
            raise OutOfTime
