"""A tank that bursts at sixty litres, however they got in."""

from __future__ import annotations


class Tank:
    """So many litres of something."""

    def __init__(self, label: str = "", litres: int = 0) -> None:
        self.label = label
        self._litres = max(0, litres)

    def fill(self, litres: int, slowly: bool = False) -> None:
        """Fill some more in."""
        self._litres += max(0, litres)

    def rename(self, label: str) -> Tank:
        """The same tank with another label."""
        return Tank(label, self._litres)

    def check(self) -> None:
        """Look at the walls."""
        assert self._litres < 60, "burst"
