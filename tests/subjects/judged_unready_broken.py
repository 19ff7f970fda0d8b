"""An assertion about an object that nobody has made ready."""

from __future__ import annotations


class Pump:
    """Can be asked before it was primed."""

    def __init__(self) -> None:
        self._pressure: int | None = None

    def prime(self) -> None:
        """Comes first."""
        self._pressure = 1

    def pressure(self) -> int:
        """Says so by an assertion."""
        assert self._pressure is not None
        return self._pressure
