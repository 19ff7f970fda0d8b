"""Tables that are asked for what their user names."""

from collections.abc import Iterator

PRICES = {"apple": 1}


def price(thing: str) -> int:
    """What it costs."""
    return PRICES[thing]


def prices(things: list[str]) -> Iterator[int]:
    """What each of them costs, as soon as somebody asks."""
    for thing in things:
        yield PRICES[thing]


class Cart:
    """Holds things."""

    def __init__(self) -> None:
        self._things = {"apple": 1}

    def __getitem__(self, thing: str) -> int:
        return self._things[thing]

    def total(self) -> int:
        """The price of all of them.

        :raises KeyError: if a thing has no price
        """
        return PRICES["pear"]
