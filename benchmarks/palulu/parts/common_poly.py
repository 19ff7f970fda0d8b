"""Polynomials as integers over one common denominator, which is 0 for NaN."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.palulu.library.ratpoly import MAX_BOUND, MAX_EXPONENT, NAN, RatNum, RatTerm


class RatPoly:
    def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
        pairs = [(term.exponent, *_fraction(term.coefficient)) for term in terms]
        common = math.lcm(*(bottom for _, _, bottom in pairs))
        tops: Counter[int] = Counter()
        for exponent, top, bottom in pairs:
            tops[exponent] += top * common // bottom if common else 0
        self._store(tops, common)

    def _store(self, tops: Mapping[int, int], common: int) -> RatPoly:
        kept = {exponent: top for exponent, top in tops.items() if top and common}
        divisor = math.gcd(common, *kept.values()) or 1
        self._common = common // divisor
        self._tops = {exponent: kept[exponent] // divisor for exponent in sorted(kept, reverse=True)}
        for exponent in self._tops:
            if exponent > MAX_EXPONENT:
                raise ValueError(f"not an exponent: {exponent}")
        return self

    @staticmethod
    def monomial(coefficient: int, exponent: int) -> RatPoly:
        if not 0 <= exponent <= MAX_EXPONENT:
            raise ValueError(f"not an exponent: {exponent}")
        return RatPoly()._store({exponent: coefficient}, 1)

    @staticmethod
    def parse(text: str) -> RatPoly:
        if text == "NaN":
            return RatPoly()._store({}, 0)
        if "NaN" in text or re.search(r"^\+|^$|[-+]$|[-+][-+]", text):
            raise ValueError(f"not a polynomial: {text!r}")
        return RatPoly([RatTerm.parse(word) for word in re.sub(r"(?<=.)-", "+-", text).split("+")])

    def terms(self) -> list[RatTerm]:
        if self.is_nan():
            return [RatTerm(NAN, 0)]
        return [RatTerm(RatNum(top, self._common), exponent) for exponent, top in self._tops.items()]

    def degree(self) -> int:
        return next(iter(self._tops), 0)

    def coefficient(self, exponent: int) -> RatNum:
        return RatNum(self._tops.get(exponent, 0), self._common)

    def is_nan(self) -> bool:
        return self._common == 0

    def is_zero(self) -> bool:
        return not self._tops and self._common != 0

    def scale(self, factor: RatNum) -> RatPoly:
        top, bottom = _fraction(factor)
        return RatPoly()._store({exponent: mine * top for exponent, mine in self._tops.items()}, self._common * bottom)

    def __neg__(self) -> RatPoly:
        return RatPoly()._store({exponent: -top for exponent, top in self._tops.items()}, self._common)

    def __add__(self, other: RatPoly) -> RatPoly:
        tops = Counter({exponent: top * other._common for exponent, top in self._tops.items()})
        for exponent, top in other._tops.items():
            tops[exponent] += top * self._common
        return RatPoly()._store(tops, self._common * other._common)

    def __sub__(self, other: RatPoly) -> RatPoly:
        return self + (-other)

    def __mul__(self, other: RatPoly) -> RatPoly:
        tops: Counter[int] = Counter()
        for one, left in self._tops.items():
            for two, right in other._tops.items():
                tops[one + two] += left * right
        return RatPoly()._store(tops, self._common * other._common)

    def __floordiv__(self, other: RatPoly) -> RatPoly:
        if self.is_nan() or other.is_nan() or other.is_zero():
            return RatPoly()._store({}, 0)
        lead = other.terms()[0]
        found = RatPoly()
        rest = self
        while rest._tops and rest.degree() >= lead.exponent:
            found = found + RatPoly([rest.terms()[0] / lead])
            rest = self - found * other
        return found

    def __mod__(self, other: RatPoly) -> RatPoly:
        return self - (self // other) * other

    def evaluate(self, x: RatNum) -> RatNum:
        top, bottom = _fraction(x)
        if not bottom or self.is_nan():
            return NAN
        degree = self.degree()
        whole = sum(mine * top**power * bottom ** (degree - power) for power, mine in self._tops.items())
        return RatNum(whole, self._common * bottom**degree)

    def derivative(self) -> RatPoly:
        tops = {exponent - 1: top * exponent for exponent, top in self._tops.items() if exponent}
        return RatPoly()._store(tops, self._common)

    def antiderivative(self, constant: RatNum) -> RatPoly:
        raised = [term.antiderivative() for term in self.terms()]
        return RatPoly([*raised, RatTerm(constant, 0)])

    def integrate(self, lower: float, upper: float) -> float:
        if not all(abs(bound) <= MAX_BOUND for bound in (lower, upper)):
            raise ValueError(f"not within the bounds: {lower} and {upper}")
        if self.is_nan():
            return math.nan
        shares = [
            top / self._common / (power + 1) * (upper ** (power + 1) - lower ** (power + 1))
            for power, top in self._tops.items()
        ]
        return math.fsum(shares)

    def compare_to(self, other: RatPoly) -> int:
        if self.is_nan() or other.is_nan():
            return self.is_nan() - other.is_nan()
        tops = (self - other)._tops
        return 0 if not tops else 1 if next(iter(tops.values())) > 0 else -1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatPoly):
            return NotImplemented
        return (self._common, self._tops) == (other._common, other._tops)

    def __hash__(self) -> int:
        return hash((self._common, tuple(self._tops.items())))

    def __str__(self) -> str:
        shown = "0"
        for index, term in enumerate(self.terms()):
            word = str(term)
            if index == 0:
                shown = word
            else:
                shown += word if word[0] == "-" else f"+{word}"
        return shown

    def __repr__(self) -> str:
        return f"RatPoly.parse({str(self)!r})"


def _fraction(number: RatNum) -> tuple[int, int]:
    """The numerator and denominator that a number shows; both 0 for NaN."""
    if number.is_nan():
        return 0, 0
    top, _, bottom = str(number).partition("/")
    return int(top), int(bottom or "1")
