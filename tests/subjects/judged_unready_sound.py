"""An assertion about an object that is ready from the start."""

from __future__ import annotations


class Pump:
    """Can be asked at any time."""

    def __init__(self) -> None:
        self._pressure: int | None = 0

    def prime(self) -> None:
        """Makes a difference."""
        self._pressure = 1

    def pressure(self) -> int:
        """What it says by an assertion holds."""
        assert self._pressure is not None
        return self._pressure
