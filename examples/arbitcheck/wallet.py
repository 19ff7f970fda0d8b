"""List 10: an invariant of a private attribute, stated by a private method."""

from __future__ import annotations

from caddis import check


class Wallet:
    """Some money, which one may spend."""

    def __init__(self) -> None:
        self._money = 0

    def earn(self, amount: int) -> None:
        """Put money in."""
        if amount < 0:
            raise ValueError("nobody earns less than nothing")
        self._money += amount

    def spend(self, amount: int) -> None:
        """Take money out, if there is enough."""
        if not 0 <= amount <= self._money:
            raise ValueError("there is not enough in it")
        self._money -= amount

    @check
    def _money_is_never_negative(self) -> None:
        assert self._money >= 0
