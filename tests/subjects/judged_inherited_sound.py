"""A class to inherit from, whose constructor says what it takes; and a position that a flag may stand for."""

from __future__ import annotations


class Source:
    """Gives lines."""

    def lines(self) -> list[str]:
        """All of them."""
        return ["a"]


class Reader:
    """Reads from a source, and may be told when it is done."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def read(self, place: int) -> str:
        """One line."""
        line = self._source.lines()[place]
        self.on_read()
        return line

    def ready(self) -> bool:
        """Whether there is anything."""
        return bool(self._source.lines())

    def on_read(self) -> None:
        """To be overridden."""
