"""A table in which an entry is missing that nobody asked for by name."""

from collections.abc import Iterator

PRICES = {"apple": 1}


class Cart:
    """Holds things."""

    def __init__(self) -> None:
        self._things = ["apple", "pear"]

    def total(self) -> int:
        """The price of all of them."""
        return sum(PRICES[thing] for thing in self._things)

    def prices(self) -> Iterator[int]:
        """The price of each."""
        return (PRICES[thing] for thing in self._things)
