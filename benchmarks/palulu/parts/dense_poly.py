"""Polynomials as the list of all coefficients, that of x^0 first and none of them zero at the end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.palulu.library.ratpoly import MAX_BOUND, MAX_EXPONENT, NAN, ZERO, RatNum, RatTerm


class RatPoly:
    def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
        self._row: list[RatNum] = []
        for term in terms:
            missing = term.exponent + 1 - len(self._row)
            self._row.extend([ZERO] * missing)
            self._row[term.exponent] = self._row[term.exponent] + term.coefficient
        self._trim()

    def _trim(self) -> None:
        if any(number.is_nan() for number in self._row):
            self._row = [NAN]
        while self._row and self._row[-1] == ZERO:
            self._row.pop()

    @staticmethod
    def _of(row: Iterable[RatNum]) -> RatPoly:
        poly = RatPoly()
        poly._row = list(row)
        poly._trim()
        return poly

    @staticmethod
    def monomial(coefficient: int, exponent: int) -> RatPoly:
        if exponent < 0 or exponent > MAX_EXPONENT:
            raise ValueError(f"not an exponent: {exponent}")
        return RatPoly._of([ZERO] * exponent + [RatNum(coefficient)])

    @staticmethod
    def parse(text: str) -> RatPoly:
        if text == "NaN":
            return RatPoly._of([NAN])
        words = [""]
        for letter in text:
            if letter == "+" or (letter == "-" and len(words[-1]) > 0):
                words.append("" if letter == "+" else "-")
            else:
                words[-1] += letter
        if "" in words or "-" in words or "+-" in text or "NaN" in text or any("-" in word[1:] for word in words):
            raise ValueError(f"not a polynomial: {text!r}")
        return RatPoly([RatTerm.parse(word) for word in words])

    def terms(self) -> list[RatTerm]:
        found = [RatTerm(number, exponent) for exponent, number in enumerate(self._row) if number != ZERO]
        return found[::-1]

    def degree(self) -> int:
        return max(len(self._row) - 1, 0)

    def coefficient(self, exponent: int) -> RatNum:
        if self.is_nan():
            return NAN
        return self._row[exponent] if 0 <= exponent < len(self._row) else ZERO

    def is_nan(self) -> bool:
        return self._row == [NAN]

    def is_zero(self) -> bool:
        return len(self._row) == 0

    def scale(self, factor: RatNum) -> RatPoly:
        return RatPoly._of([NAN] if factor.is_nan() else [number * factor for number in self._row])

    def __neg__(self) -> RatPoly:
        return RatPoly._of(-number for number in self._row)

    def __add__(self, other: RatPoly) -> RatPoly:
        return RatPoly._of(one + two for one, two in zip_longest(self._row, other._row, fillvalue=ZERO))

    def __sub__(self, other: RatPoly) -> RatPoly:
        return RatPoly._of(one - two for one, two in zip_longest(self._row, other._row, fillvalue=ZERO))

    def __mul__(self, other: RatPoly) -> RatPoly:
        if self.is_nan() or other.is_nan():
            return RatPoly._of([NAN])
        if self.is_zero() or other.is_zero():
            return RatPoly()
        if self.degree() + other.degree() > MAX_EXPONENT:
            raise ValueError(f"not an exponent: {self.degree() + other.degree()}")
        row = [ZERO] * (len(self._row) + len(other._row) - 1)
        for one, left in enumerate(self._row):
            for two, right in enumerate(other._row):
                row[one + two] = row[one + two] + left * right
        return RatPoly._of(row)

    def __floordiv__(self, other: RatPoly) -> RatPoly:
        if self.is_nan() or other.is_nan() or other.is_zero():
            return RatPoly._of([NAN])
        rest = list(self._row)
        quotient = [ZERO] * max(len(rest) - len(other._row) + 1, 0)
        for shift in reversed(range(len(quotient))):
            quotient[shift] = rest[shift + len(other._row) - 1] / other._row[-1]
            for place, number in enumerate(other._row):
                rest[shift + place] = rest[shift + place] - quotient[shift] * number
        return RatPoly._of(quotient)

    def __mod__(self, other: RatPoly) -> RatPoly:
        return self - (self // other) * other

    def evaluate(self, x: RatNum) -> RatNum:
        if x.is_nan():
            return NAN
        total = ZERO
        for number in reversed(self._row):
            total = total * x + number
        return total

    def derivative(self) -> RatPoly:
        if self.is_nan():
            return self
        return RatPoly._of(number * RatNum(exponent) for exponent, number in list(enumerate(self._row))[1:])

    def antiderivative(self, constant: RatNum) -> RatPoly:
        if self.is_nan() or constant.is_nan():
            return RatPoly._of([NAN])
        if len(self._row) > MAX_EXPONENT:
            raise ValueError(f"not an exponent: {len(self._row)}")
        return RatPoly._of([constant, *(number / RatNum(place + 1) for place, number in enumerate(self._row))])

    def integrate(self, lower: float, upper: float) -> float:
        if not max(abs(lower), abs(upper)) <= MAX_BOUND or math.isnan(upper):
            raise ValueError(f"not within the bounds: {lower} and {upper}")
        if self.is_nan():
            return math.nan
        parts = [number.to_float() / (place + 1) for place, number in enumerate(self._row)]
        high = low = 0.0
        for part in reversed(parts):
            high, low = (high + part) * upper, (low + part) * lower
        return high - low

    def compare_to(self, other: RatPoly) -> int:
        if self == other:
            return 0
        if self.is_nan() or other.is_nan():
            return 1 if self.is_nan() else -1
        return (self - other)._row[-1].compare_to(ZERO)

    def __eq__(self, other: object) -> bool:
        return self._row == other._row if isinstance(other, RatPoly) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._row))

    def __str__(self) -> str:
        words = [str(term) for term in self.terms()]
        signed = [word if word.startswith("-") else f"+{word}" for word in words]
        return "".join(signed).lstrip("+") or "0"

    def __repr__(self) -> str:
        return "RatPoly.parse(" + repr(str(self)) + ")"
