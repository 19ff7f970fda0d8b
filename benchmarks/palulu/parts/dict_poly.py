"""Polynomials as a dictionary from exponents to coefficients; NaN is a flag."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.palulu.library.ratpoly import MAX_BOUND, MAX_EXPONENT, NAN, ZERO, RatNum, RatTerm


class RatPoly:
    def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
        self._nan = False
        self._by_exponent: dict[int, RatNum] = {}
        for term in terms:
            self._nan = self._nan or term.is_nan()
            self._put(term.exponent, term.coefficient)

    def _put(self, exponent: int, coefficient: RatNum) -> None:
        total = self._by_exponent.get(exponent, ZERO) + coefficient
        if total == ZERO:
            self._by_exponent.pop(exponent, None)
        else:
            self._by_exponent[exponent] = total

    @classmethod
    def _not_a_number(cls) -> RatPoly:
        return cls([RatTerm(NAN, 0)])

    @staticmethod
    def monomial(coefficient: int, exponent: int) -> RatPoly:
        return RatPoly([RatTerm(RatNum(coefficient), exponent)])

    @staticmethod
    def parse(text: str) -> RatPoly:
        if text == "NaN":
            return RatPoly._not_a_number()
        parts = re.findall(r"[-+]?[^-+]+", text)
        if not text or "".join(parts) != text or text[0] == "+" or "NaN" in text:
            raise ValueError(f"not a polynomial: {text!r}")
        return RatPoly(RatTerm.parse(part.removeprefix("+")) for part in parts)

    def terms(self) -> list[RatTerm]:
        if self._nan:
            return [RatTerm(NAN, 0)]
        return [RatTerm(self._by_exponent[exponent], exponent) for exponent in sorted(self._by_exponent, reverse=True)]

    def degree(self) -> int:
        return 0 if self._nan else max(self._by_exponent, default=0)

    def coefficient(self, exponent: int) -> RatNum:
        return NAN if self._nan else self._by_exponent.get(exponent, ZERO)

    def is_nan(self) -> bool:
        return self._nan

    def is_zero(self) -> bool:
        return not self._nan and not self._by_exponent

    def scale(self, factor: RatNum) -> RatPoly:
        if self._nan or factor.is_nan():
            return RatPoly._not_a_number()
        return RatPoly(RatTerm(value * factor, exponent) for exponent, value in self._by_exponent.items())

    def __neg__(self) -> RatPoly:
        return self.scale(RatNum(-1))

    def __add__(self, other: RatPoly) -> RatPoly:
        return RatPoly(self.terms() + other.terms())

    def __sub__(self, other: RatPoly) -> RatPoly:
        return RatPoly(self.terms() + [-term for term in other.terms()])

    def __mul__(self, other: RatPoly) -> RatPoly:
        if self._nan or other._nan:
            return RatPoly._not_a_number()
        product = RatPoly()
        if self._by_exponent and other._by_exponent and self.degree() + other.degree() > MAX_EXPONENT:
            raise ValueError(f"not an exponent: {self.degree() + other.degree()}")
        for one, left in self._by_exponent.items():
            for two, right in other._by_exponent.items():
                product._put(one + two, left * right)
        return product

    def __floordiv__(self, other: RatPoly) -> RatPoly:
        return self._divmod(other)[0]

    def __mod__(self, other: RatPoly) -> RatPoly:
        return self._divmod(other)[1]

    def _divmod(self, other: RatPoly) -> tuple[RatPoly, RatPoly]:
        if self._nan or other._nan or not other._by_exponent:
            return RatPoly._not_a_number(), RatPoly._not_a_number()
        quotient, rest = RatPoly(), RatPoly(self.terms())
        lead = max(other._by_exponent)
        while rest._by_exponent:
            top = max(rest._by_exponent)
            if top < lead:
                break
            factor = rest._by_exponent[top] / other._by_exponent[lead]
            quotient._put(top - lead, factor)
            for exponent, value in other._by_exponent.items():
                rest._put(exponent + top - lead, -(value * factor))
        return quotient, rest

    def evaluate(self, x: RatNum) -> RatNum:
        if self._nan or x.is_nan():
            return NAN
        total = ZERO
        for term in self.terms():
            total = total + term.evaluate(x)
        return total

    def derivative(self) -> RatPoly:
        return RatPoly(term.derivative() for term in self.terms())

    def antiderivative(self, constant: RatNum) -> RatPoly:
        if self._nan or constant.is_nan():
            return RatPoly._not_a_number()
        result = RatPoly(term.antiderivative() for term in self.terms())
        result._put(0, constant)
        return result

    def integrate(self, lower: float, upper: float) -> float:
        for bound in (lower, upper):
            if not -MAX_BOUND <= bound <= MAX_BOUND:
                raise ValueError(f"not within the bounds: {lower} and {upper}")
        if self._nan:
            return float("nan")
        total = 0.0
        for exponent, value in self._by_exponent.items():
            share = upper ** (exponent + 1) - lower ** (exponent + 1)
            total += value.to_float() * share / (exponent + 1)
        return total

    def compare_to(self, other: RatPoly) -> int:
        if self._nan or other._nan:
            return self._nan - other._nan
        for exponent in sorted({*self._by_exponent, *other._by_exponent}, reverse=True):
            order = self.coefficient(exponent).compare_to(other.coefficient(exponent))
            if order:
                return order
        return 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatPoly):
            return NotImplemented
        return self.terms() == other.terms()

    def __hash__(self) -> int:
        return hash(frozenset(self.terms()))

    def __str__(self) -> str:
        shown = ""
        for term in self.terms():
            one = str(term)
            shown += one if not shown or one[0] == "-" else "+" + one
        return shown or "0"

    def __repr__(self) -> str:
        return f"RatPoly.parse('{self}')"
