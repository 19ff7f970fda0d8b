"""A method that calls itself with what it was called on."""

from __future__ import annotations


class Link:
    """One of a chain."""

    def __init__(self, before: Link | None = None) -> None:
        self.before = before

    def length(self) -> int:
        """How many links there are."""
        return 1 + self.length()
