"""How long to go on when nothing new comes."""

from __future__ import annotations

import time
from collections.abc import Callable


class Patience:
    """Runs out when what there is has not grown for some seconds; with none given, never."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._now = now
        self._most = -1
        self._since = now()

    def left(self, found: int) -> bool:
        """Whether to go on, when so much was found in all."""
        if found > self._most:
            self._most, self._since = found, self._now()
        return self._seconds <= 0 or self._now() - self._since <= self._seconds
