"""Shelves, and how full they are."""

from __future__ import annotations


class Shelf:
    """A place with room for a number of boxes."""

    def __init__(self, label: str, capacity: int) -> None:
        if capacity < 1:
            raise ValueError("a shelf has room for at least one box")
        self._label = label
        self._capacity = capacity
        self._used = 0

    def free(self) -> int:
        """How many more boxes fit."""
        return self._capacity - self._used

    def put(self, boxes: int) -> None:
        """Put boxes on the shelf."""
        if not 0 <= boxes <= self.free():
            raise ValueError(f"there is room for {self.free()} boxes")
        self._used += boxes

    def shrink(self, boxes: int) -> None:
        """Give up room that is free."""
        if not 0 <= boxes <= self.free():
            raise ValueError(f"there is room for {self.free()} boxes")
        self._capacity -= boxes

    def __str__(self) -> str:
        return self._label

    def __repr__(self) -> str:
        return f"<Shelf {self._label!r}, {self._used / self._capacity:.0%} full>"
