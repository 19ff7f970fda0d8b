"""A recursion that comes to its end, unless a number says otherwise."""

from __future__ import annotations


class Link:
    """One of a chain."""

    def __init__(self, before: Link | None = None) -> None:
        self.before = before

    def length(self) -> int:
        """How many links there are."""
        return 1 + (self.before.length() if self.before is not None else 0)


def countdown(number: int) -> int:
    """Counts to zero; nobody would start below."""
    return 0 if number == 0 else countdown(number - 1)
