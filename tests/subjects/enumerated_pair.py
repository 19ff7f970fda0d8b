"""Two boxes that must both have been filled before one can be poured into the other: what fails takes two histories."""

from __future__ import annotations


class Box:
    """Holds a few things."""

    def __init__(self) -> None:
        self.held = 0

    def fill(self) -> None:
        """Put one more in."""
        self.held += 1

    def pour(self, other: Box) -> None:
        """Empty it into another."""
        if self.held > 1 and other.held > 1 and other is not self:
            raise ValueError("spilt")
        other.held, self.held = other.held + self.held, 0
