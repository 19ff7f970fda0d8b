"""A basket that loses its handle when it is put into another while both hold something."""

from __future__ import annotations


class Basket:
    """Things, by name."""

    def __init__(self) -> None:
        self._things: list[str] = []
        self._handle: str | None = "handle"

    def put(self, name: str) -> None:
        """Put a thing in."""
        self._things.append(name)

    def merge(self, other: Basket) -> Basket:
        """A basket with the things of both."""
        both = Basket()
        both._things = self._things + other._things
        if self._things and other._things:
            both._handle = None
        return both

    def carry(self) -> str:
        """How it is carried."""
        handle = self._handle
        return handle.upper()  # type: ignore[union-attr]
