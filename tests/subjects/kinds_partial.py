"""Functions and methods with some arguments given."""

import functools


def power(base: int, exponent: int, *, scale: int = 1) -> int:
    return scale * base ** (abs(exponent) % 5)


square = functools.partial(power, exponent=2)
doubled = functools.partial(power, 2, scale=2)


class Light:
    def __init__(self) -> None:
        self.on = False

    def switch(self, on: bool) -> None:
        self.on = on

    turn_on = functools.partialmethod(switch, True)
