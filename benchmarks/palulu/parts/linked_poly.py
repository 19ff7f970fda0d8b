"""Polynomials as a chain of pairs, the highest exponent first, built by merging."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.palulu.library.ratpoly import MAX_BOUND, NAN, ZERO, RatNum, RatTerm

    Chain = tuple[RatTerm, "Chain"] | None


class RatPoly:
    def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
        self._head: Chain = None
        for term in terms:
            if not term.is_zero():
                self._head = _merge(self._head, (term, None))

    @staticmethod
    def monomial(coefficient: int, exponent: int) -> RatPoly:
        return RatPoly((RatTerm(RatNum(coefficient), exponent),))

    @staticmethod
    def parse(text: str) -> RatPoly:
        if text == "NaN":
            return RatPoly([RatTerm.parse(text)])
        if "NaN" in text or text.startswith("+"):
            raise ValueError(f"not a polynomial: {text!r}")
        found, start = [], 0
        for place in range(1, len(text) + 1):
            if place == len(text) or text[place] in "+-":
                word = text[start:place]
                if word in ("-", "+") or (place < len(text) and text[place - 1] in "+-"):
                    raise ValueError(f"not a polynomial: {text!r}")
                found.append(RatTerm.parse(word[1:] if word[0] == "+" else word))
                start = place
        if not found:
            raise ValueError(f"not a polynomial: {text!r}")
        return RatPoly(found)

    def _walk(self) -> Iterator[RatTerm]:
        node = self._head
        while node is not None:
            yield node[0]
            node = node[1]

    def terms(self) -> list[RatTerm]:
        return [*self._walk()]

    def degree(self) -> int:
        return 0 if self._head is None else self._head[0].exponent

    def coefficient(self, exponent: int) -> RatNum:
        if self.is_nan():
            return NAN
        return next((term.coefficient for term in self._walk() if term.exponent == exponent), ZERO)

    def is_nan(self) -> bool:
        return self._head is not None and self._head[0].is_nan()

    def is_zero(self) -> bool:
        return self._head is None

    def scale(self, factor: RatNum) -> RatPoly:
        return self * RatPoly([RatTerm(factor, 0)])

    def __neg__(self) -> RatPoly:
        return RatPoly(-term for term in self._walk())

    def __add__(self, other: RatPoly) -> RatPoly:
        total = RatPoly()
        total._head = _merge(self._head, other._head)
        return total

    def __sub__(self, other: RatPoly) -> RatPoly:
        return self + -other

    def __mul__(self, other: RatPoly) -> RatPoly:
        if self.is_nan() or other.is_nan():
            return RatPoly([RatTerm(NAN, 0)])
        product = RatPoly()
        for factor in other._walk():
            product = product + RatPoly(term * factor for term in self._walk())
        return product

    def __floordiv__(self, other: RatPoly) -> RatPoly:
        if self.is_nan() or other.is_nan() or other._head is None:
            return RatPoly([RatTerm(NAN, 0)])
        if self._head is None or self.degree() < other.degree():
            return RatPoly()
        first = RatPoly([self._head[0] / other._head[0]])
        return first + (self - first * other) // other

    def __mod__(self, other: RatPoly) -> RatPoly:
        return self - self // other * other

    def evaluate(self, x: RatNum) -> RatNum:
        total = x - x
        for term in self._walk():
            total = total + term.evaluate(x)
        return total

    def derivative(self) -> RatPoly:
        return RatPoly(term.derivative() for term in self._walk())

    def antiderivative(self, constant: RatNum) -> RatPoly:
        if self.is_nan():
            return self
        return RatPoly([RatTerm(constant, 0)]) + RatPoly(term.antiderivative() for term in self._walk())

    def integrate(self, lower: float, upper: float) -> float:
        if abs(lower) <= MAX_BOUND and abs(upper) <= MAX_BOUND:
            above = sum(_area(term, upper) for term in self._walk())
            return float(above - sum(_area(term, lower) for term in self._walk()))
        raise ValueError(f"not within the bounds: {lower} and {upper}")

    def compare_to(self, other: RatPoly) -> int:
        if self.is_nan() and other.is_nan():
            return 0
        if self.is_nan() or other.is_nan():
            return 1 if self.is_nan() else -1
        first = (self - other)._head
        return 0 if first is None else first[0].coefficient.compare_to(ZERO)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RatPoly):
            return self._head == other._head
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._head)

    def __str__(self) -> str:
        if self._head is None:
            return "0"
        return "+".join(map(str, self._walk())).replace("+-", "-")

    def __repr__(self) -> str:
        return f"RatPoly.parse({str(self)!r})"


def _merge(one: Chain, two: Chain) -> Chain:
    """The sum of two chains, of which one is NaN if either is."""
    if one is None or two is None:
        return one or two
    if one[0].is_nan() or two[0].is_nan():
        return (RatTerm(NAN, 0), None)
    if one[0].exponent > two[0].exponent:
        return _link(one[0], _merge(one[1], two))
    if one[0].exponent < two[0].exponent:
        return _link(two[0], _merge(one, two[1]))
    return _link(one[0] + two[0], _merge(one[1], two[1]))


def _link(term: RatTerm, rest: Chain) -> Chain:
    return rest if term.is_zero() else (term, rest)


def _area(term: RatTerm, bound: float) -> float:
    return term.coefficient.to_float() * bound ** (term.exponent + 1) / (term.exponent + 1)
