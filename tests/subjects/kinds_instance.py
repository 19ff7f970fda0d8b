"""Instances in the module are the only ones there are."""


class _Unit:
    def __init__(self, name: str, factor: float) -> None:
        self.name = name
        self.factor = factor

    def convert(self, amount: int) -> float:
        return amount * self.factor

    def __mul__(self, other: "_Unit") -> float:
        return self.factor * other.factor


METRE = _Unit("metre", 1.0)
MILE = _Unit("mile", 1609.0)


def ratio(one: _Unit, other: _Unit) -> float:
    return one.factor / other.factor
