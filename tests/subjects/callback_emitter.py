"""An emitter of events whose `fire` walks over its listeners while they may change."""

from collections.abc import Callable


class Emitter:
    """Calls listeners when something happens."""

    def __init__(self) -> None:
        self.listeners: dict[str, Callable[[str], None]] = {}

    def add(self, name: str, listener: Callable[[str], None]) -> None:
        """Have a listener called."""
        self.listeners[name] = listener

    def discard(self, name: str) -> None:
        """Have it called no more."""
        self.listeners.pop(name, None)

    def fire(self, event: str) -> int:
        """Call all listeners."""
        count = 0
        for listener in self.listeners.values():
            listener(event)
            count += 1
        return count
