"""Listeners for one event: each is taken out before it is called, so one that takes itself out finds nothing."""

from __future__ import annotations

from collections.abc import Callable


class Bell:
    def __init__(self) -> None:
        self._listeners: dict[str, dict[Callable[[], None], bool]] = {}

    def once(self, event: str, listener: Callable[[], None]) -> None:
        """Have a listener called the next time."""
        self._listeners.setdefault(event, {})[listener] = True

    def off(self, event: str, listener: Callable[[], None]) -> None:
        """Have a listener called no more."""
        listeners = self._listeners[event]
        listeners.pop(listener)
        if not listeners:
            del self._listeners[event]

    def ring(self, event: str) -> None:
        """Call the listeners."""
        for listener in list(self._listeners.get(event, ())):
            self.off(event, listener)
            listener()
