"""A class that nobody can name, met only as the result of a call, one of whose methods ends its process."""

from __future__ import annotations

import os


class _Trap:
    def __init__(self, depth: int) -> None:
        self.depth = depth

    def look(self) -> int:
        """How deep it is."""
        return self.depth

    def enter(self) -> None:
        """Nobody comes back."""
        os._exit(5)


def dig(depth: int):  # type: ignore[no-untyped-def]  # its result is to be met, not announced
    """Make a trap."""
    return _Trap(depth)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1
