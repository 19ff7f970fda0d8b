"""How long to go on when nothing new comes."""

from __future__ import annotations

import time
from collections.abc import Callable

ASKING = 1.0
"""Seconds between two counts."""


class Patience:
    """Runs out when what there is has not grown for some seconds; with none given, never."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._now = now
        self._most = -1
        self._since = self._asked = now()

    def left(self, found: Callable[[], int]) -> bool:
        """Whether to go on; `found` counts all there is, and is asked now and then."""
        now = self._now()
        if self._seconds <= 0 or (self._most >= 0 and now - self._asked < ASKING):
            return True
        self._asked, count = now, found()
        if count > self._most:
            self._most, self._since = count, now
        return now - self._since <= self._seconds
