"""List 2: an absolute value that is wrong if a denominator may be negative, and here it may."""

from __future__ import annotations

from dataclasses import dataclass

from caddis import assume, check


@dataclass(frozen=True)
class Frac:
    """A fraction, with any denominator."""

    numerator: int
    denominator: int

    @property
    def value(self) -> float:
        """The number."""
        return self.numerator / self.denominator


def absolute(fraction: Frac) -> Frac:
    """The fraction without its sign, provided that is the sign of the numerator."""
    return Frac(abs(fraction.numerator), fraction.denominator)


@check
def absolute_values_are_not_negative(fraction: Frac) -> None:
    """Fails: nothing keeps a denominator from being negative."""
    assume(fraction.denominator != 0)
    assert absolute(fraction).value >= 0
