"""A door that cannot be shown once it is open, whatever is done to it afterwards."""

from __future__ import annotations


class Door:
    """Open or shut, with people going through."""

    def __init__(self, width: int = 90, height: int = 200) -> None:
        self.width = width
        self.height = height
        self._angle: int | None = 0
        self._passed = 0

    def open(self, by: str = "hand") -> None:
        """Open it."""
        self._angle = None

    def walk(self, people: int) -> int:
        """Let people through."""
        self._passed += people
        return self._passed

    def __repr__(self) -> str:
        return f"<Door at {self._angle + 0} degrees>"  # type: ignore[operator]
