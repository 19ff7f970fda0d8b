"""Polynomials that keep the terms they were given, and collect them when somebody looks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.palulu.library.ratpoly import MAX_BOUND, NAN, ZERO, RatNum, RatTerm


class RatPoly:
    def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
        self._given = tuple(terms)

    @cached_property
    def _collected(self) -> tuple[RatTerm, ...]:
        if any(term.is_nan() for term in self._given):
            return (RatTerm(NAN, 0),)
        collected = []
        for _, group in groupby(sorted(self._given, key=lambda term: -term.exponent), key=lambda term: term.exponent):
            total = RatTerm(ZERO, 0)
            for term in group:
                total += term
            if not total.is_zero():
                collected.append(total)
        return tuple(collected)

    @staticmethod
    def monomial(coefficient: int, exponent: int) -> RatPoly:
        return RatPoly([RatTerm(RatNum(coefficient), exponent)])

    @staticmethod
    def parse(text: str) -> RatPoly:
        if text != "NaN" and ("NaN" in text or not re.fullmatch(r"-?[^-+]+(?:[-+][^-+]+)*", text)):
            raise ValueError(f"not a polynomial: {text!r}")
        return RatPoly([RatTerm.parse(word) for word in re.split(r"(?<!^)(?=-)|\+", text)])

    def terms(self) -> list[RatTerm]:
        return list(self._collected)

    def degree(self) -> int:
        return max((term.exponent for term in self._collected), default=0)

    def coefficient(self, exponent: int) -> RatNum:
        if self.is_nan():
            return NAN
        return {term.exponent: term.coefficient for term in self._collected}.get(exponent, ZERO)

    def is_nan(self) -> bool:
        return any(term.is_nan() for term in self._given)

    def is_zero(self) -> bool:
        return self._collected == ()

    def scale(self, factor: RatNum) -> RatPoly:
        scaled = [RatTerm(term.coefficient * factor, term.exponent) for term in self._given]
        return RatPoly([*scaled, RatTerm(factor * ZERO, 0)])

    def __neg__(self) -> RatPoly:
        return RatPoly([-term for term in self._given])

    def __add__(self, other: RatPoly) -> RatPoly:
        return RatPoly(self._given + other._given)

    def __sub__(self, other: RatPoly) -> RatPoly:
        return RatPoly(self._given + (-other)._given)

    def __mul__(self, other: RatPoly) -> RatPoly:
        if self.is_nan() or other.is_nan():
            return RatPoly([RatTerm(NAN, 0)])
        return RatPoly([one * two for two in other._collected for one in self._collected])

    def __floordiv__(self, other: RatPoly) -> RatPoly:
        if self.is_nan() or other.is_nan() or other.is_zero():
            return RatPoly([RatTerm(NAN, 0)])
        steps: list[RatTerm] = []
        rest = self
        while not rest.is_zero() and rest.degree() >= other.degree():
            steps.append(rest._collected[0] / other._collected[0])
            rest = RatPoly((rest - RatPoly(steps[-1:]) * other)._collected)
        return RatPoly(steps)

    def __mod__(self, other: RatPoly) -> RatPoly:
        return self - self // other * other

    def evaluate(self, x: RatNum) -> RatNum:
        total = ZERO * x
        for term in self._given:
            total += term.evaluate(x)
        return total

    def derivative(self) -> RatPoly:
        return RatPoly([term.derivative() for term in self._given])

    def antiderivative(self, constant: RatNum) -> RatPoly:
        if self.is_nan():
            return self
        return RatPoly([RatTerm(constant, 0), *(term.antiderivative() for term in self._collected)])

    def integrate(self, lower: float, upper: float) -> float:
        if not (-MAX_BOUND <= lower <= MAX_BOUND) or not (-MAX_BOUND <= upper <= MAX_BOUND):
            raise ValueError(f"not within the bounds: {lower} and {upper}")
        total = 0.0
        for term in self._collected:
            factor = (term.coefficient / RatNum(term.exponent + 1)).to_float()
            total += factor * (upper ** (term.exponent + 1) - lower ** (term.exponent + 1))
        return total

    def compare_to(self, other: RatPoly) -> int:
        match self.is_nan(), other.is_nan():
            case True, True:
                return 0
            case True, False:
                return 1
            case False, True:
                return -1
        left = self - other
        leading = left.coefficient(left.degree())
        return leading.is_positive() - leading.is_negative()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatPoly):
            return NotImplemented
        return self._collected == other._collected

    def __hash__(self) -> int:
        return hash(self._collected)

    def __str__(self) -> str:
        shown = "".join(f"+{term}" for term in self._collected) or "0"
        return shown.replace("+-", "-").removeprefix("+")

    def __repr__(self) -> str:
        return f"RatPoly.parse({str(self)!r})"
