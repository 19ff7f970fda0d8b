"""Polynomials in one variable with rational coefficients.

Every object is immutable. Division by zero gives "not a number" (NaN), which is infectious: whatever is computed from
it is NaN. Exponents go from 0 to `MAX_EXPONENT`; what would go beyond is refused with a ValueError.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

__all__ = ["MAX_EXPONENT", "RatNum", "RatPoly", "RatTerm"]

MAX_EXPONENT = 100
"""The highest exponent that a term may have."""
MAX_BOUND = 1000.0


class RatNum:
    """A rational number, or NaN.

    >>> str(RatNum(6, -4))
    '-3/2'
    """

    def __init__(self, numerator: int, denominator: int = 1) -> None:
        """The fraction of two integers; NaN if the denominator is zero."""
        if denominator == 0:
            self._numer, self._denom = 1, 0
            return
        divisor = math.gcd(numerator, denominator)
        if denominator < 0:
            divisor = -divisor
        self._numer = numerator // divisor
        self._denom = denominator // divisor

    @staticmethod
    def parse(text: str) -> RatNum:
        """The number that `str` shows as the text; ValueError if there is none.

        An optional sign, digits, and possibly a slash and more digits, which need not be in lowest terms; or NaN.

        >>> RatNum.parse("-4/6")
        RatNum(-2, 3)
        """
        if text == "NaN":
            return RatNum(1, 0)
        if not re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text):
            raise ValueError(f"not a rational number: {text!r}")
        numerator, _, denominator = text.partition("/")
        return RatNum(int(numerator), int(denominator or "1"))

    def is_nan(self) -> bool:
        """Whether this is NaN."""
        return self._denom == 0

    def is_positive(self) -> bool:
        """Whether this is greater than zero; NaN is."""
        return self._numer > 0

    def is_negative(self) -> bool:
        """Whether this is less than zero; NaN is not."""
        return self._numer < 0

    def compare_to(self, other: RatNum) -> int:
        """-1, 0 or 1 if this is less than, equal to or greater than the other; NaN is greater than every number."""
        if self.is_nan() or other.is_nan():
            return int(self.is_nan()) - int(other.is_nan())
        left = self._numer * other._denom
        right = other._numer * self._denom
        return (left > right) - (left < right)

    def to_float(self) -> float:
        """The nearest float."""
        if self.is_nan():
            return math.nan
        return self._numer / self._denom

    def to_int(self) -> int:
        """The nearest integer, halves away from zero; ValueError if this is NaN.

        >>> RatNum(-5, 2).to_int()
        -3
        """
        if self.is_nan():
            raise ValueError("NaN is no integer")
        rounded = (2 * abs(self._numer) + self._denom) // (2 * self._denom)
        return -rounded if self._numer < 0 else rounded

    def __neg__(self) -> RatNum:
        return RatNum(-self._numer, self._denom)

    def __add__(self, other: RatNum) -> RatNum:
        return RatNum(self._numer * other._denom + other._numer * self._denom, self._denom * other._denom)

    def __sub__(self, other: RatNum) -> RatNum:
        return self + (-other)

    def __mul__(self, other: RatNum) -> RatNum:
        return RatNum(self._numer * other._numer, self._denom * other._denom)

    def __truediv__(self, other: RatNum) -> RatNum:
        if other.is_nan():
            return other
        return RatNum(self._numer * other._denom, self._denom * other._numer)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatNum):
            return NotImplemented
        return self._numer == other._numer and self._denom == other._denom

    def __lt__(self, other: RatNum) -> bool:
        return self.compare_to(other) < 0

    def __le__(self, other: RatNum) -> bool:
        return self.compare_to(other) <= 0

    def __hash__(self) -> int:
        return hash((self._numer, self._denom))

    def __str__(self) -> str:
        if self.is_nan():
            return "NaN"
        if self._denom == 1:
            return str(self._numer)
        return f"{self._numer}/{self._denom}"

    def __repr__(self) -> str:
        return f"RatNum({self._numer}, {self._denom})"


ZERO = RatNum(0)
ONE = RatNum(1)
NAN = RatNum(1, 0)


class RatTerm:
    """A coefficient times a power of x. The exponent of zero, and of NaN, is 0 whatever was given.

    >>> str(RatTerm(RatNum(-1, 2), 3))
    '-1/2*x^3'
    """

    def __init__(self, coefficient: RatNum, exponent: int) -> None:
        """The term of these two; ValueError if the exponent is negative or too great."""
        if not 0 <= exponent <= MAX_EXPONENT:
            raise ValueError(f"not an exponent: {exponent}")
        self._coefficient = coefficient
        self._exponent = 0 if coefficient.is_nan() or coefficient == ZERO else exponent

    @staticmethod
    def parse(text: str) -> RatTerm:
        """The term that `str` shows as the text; ValueError if there is none.

        >>> RatTerm.parse("-1/2*x^3")
        RatTerm(RatNum(-1, 2), 3)
        >>> RatTerm.parse("x")
        RatTerm(RatNum(1, 1), 1)
        """
        if text == "NaN":
            return RatTerm(NAN, 0)
        found = re.fullmatch(r"(-?)(?:([0-9]+(?:/[0-9]+)?)(\*x(?:\^([0-9]+))?)?|x(?:\^([0-9]+))?)", text)
        if found is None:
            raise ValueError(f"not a term: {text!r}")
        sign, number, power, exponent, bare = found.groups()
        coefficient = RatNum.parse(number or "1")
        if number and not power:
            degree = 0
        else:
            degree = int(exponent or bare or "1")
        return RatTerm(-coefficient if sign else coefficient, degree)

    @property
    def coefficient(self) -> RatNum:
        """What the power of x is multiplied by."""
        return self._coefficient

    @property
    def exponent(self) -> int:
        """The power of x."""
        return self._exponent

    def is_nan(self) -> bool:
        """Whether the coefficient is NaN."""
        return self._coefficient.is_nan()

    def is_zero(self) -> bool:
        """Whether the coefficient is zero."""
        return self._coefficient == ZERO

    def evaluate(self, x: RatNum) -> RatNum:
        """The value for an x; NaN if either is NaN."""
        result = self._coefficient
        if x.is_nan():
            return x
        for _ in range(self._exponent):
            result = result * x
        return result

    def __neg__(self) -> RatTerm:
        return RatTerm(-self._coefficient, self._exponent)

    def __add__(self, other: RatTerm) -> RatTerm:
        """The sum; ValueError if the exponents differ, unless one is zero or NaN."""
        if self.is_nan() or other.is_nan():
            return RatTerm(NAN, 0)
        if self.is_zero():
            return other
        if other.is_zero():
            return self
        if self._exponent != other._exponent:
            raise ValueError(f"exponents differ: {self} and {other}")
        return RatTerm(self._coefficient + other._coefficient, self._exponent)

    def __sub__(self, other: RatTerm) -> RatTerm:
        """The difference; ValueError as for the sum."""
        return self + (-other)

    def __mul__(self, other: RatTerm) -> RatTerm:
        """The product; ValueError if its exponent would be too great."""
        return RatTerm(self._coefficient * other._coefficient, self._exponent + other._exponent)

    def __truediv__(self, other: RatTerm) -> RatTerm:
        """The quotient, NaN if the other is zero; ValueError if its exponent would be negative."""
        coefficient = self._coefficient / other._coefficient
        if coefficient.is_nan() or coefficient == ZERO:
            return RatTerm(coefficient, 0)
        return RatTerm(coefficient, self._exponent - other._exponent)

    def derivative(self) -> RatTerm:
        """The derivative with respect to x."""
        if self._exponent == 0:
            return RatTerm(NAN if self.is_nan() else ZERO, 0)
        return RatTerm(self._coefficient * RatNum(self._exponent), self._exponent - 1)

    def antiderivative(self) -> RatTerm:
        """The term of which this is the derivative; zero for zero. ValueError if its exponent would be too great."""
        return RatTerm(self._coefficient / RatNum(self._exponent + 1), self._exponent + 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatTerm):
            return NotImplemented
        return self._coefficient == other._coefficient and self._exponent == other._exponent

    def __hash__(self) -> int:
        return hash((self._coefficient, self._exponent))

    def __str__(self) -> str:
        if self._exponent == 0:
            return str(self._coefficient)
        power = "x" if self._exponent == 1 else f"x^{self._exponent}"
        if self._coefficient == ONE:
            return power
        if self._coefficient == -ONE:
            return f"-{power}"
        return f"{self._coefficient}*{power}"

    def __repr__(self) -> str:
        return f"RatTerm({self._coefficient!r}, {self._exponent})"


class RatPoly:
    """A polynomial: a sum of terms, or NaN.

    >>> str(RatPoly.parse("1-x+1/2*x^2-x"))
    '1/2*x^2-2*x+1'
    """

    def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
        """The sum of terms in any order; NaN if one of them is."""
        sums: dict[int, RatTerm] = {}
        for term in terms:
            if term.is_nan():
                self._terms: tuple[RatTerm, ...] = (term,)
                return
            sums[term.exponent] = sums[term.exponent] + term if term.exponent in sums else term
        ordered = sorted(sums.items(), reverse=True)
        self._terms = tuple(term for _, term in ordered if not term.is_zero())

    @staticmethod
    def monomial(coefficient: int, exponent: int) -> RatPoly:
        """The polynomial of one term; ValueError if the exponent is negative or too great."""
        return RatPoly([RatTerm(RatNum(coefficient), exponent)])

    @staticmethod
    def parse(text: str) -> RatPoly:
        """The polynomial that a text shows: terms joined by signs, in any order; ValueError if it shows none.

        >>> RatPoly.parse("x^2-2*x+1/2")
        RatPoly.parse('x^2-2*x+1/2')
        >>> RatPoly.parse("NaN").is_nan()
        True
        """
        if text == "NaN":
            return RatPoly([RatTerm(NAN, 0)])
        if not re.fullmatch(r"-?[^-+]+([-+][^-+]+)*", text) or "NaN" in text:
            raise ValueError(f"not a polynomial: {text!r}")
        parts = text.replace("-", "+-").removeprefix("+").split("+")
        return RatPoly([RatTerm.parse(part) for part in parts])

    def terms(self) -> list[RatTerm]:
        """The terms that are not zero, highest exponent first; for NaN the one term NaN."""
        return list(self._terms)

    def degree(self) -> int:
        """The highest exponent; 0 for zero and for NaN."""
        return self._terms[0].exponent if self._terms else 0

    def coefficient(self, exponent: int) -> RatNum:
        """The coefficient of a power of x, zero if there is no such term; NaN if this is NaN."""
        if self.is_nan():
            return NAN
        for term in self._terms:
            if term.exponent == exponent:
                return term.coefficient
        return ZERO

    def is_nan(self) -> bool:
        """Whether this is NaN."""
        return bool(self._terms) and self._terms[0].is_nan()

    def is_zero(self) -> bool:
        """Whether this is the polynomial 0."""
        return not self._terms

    def scale(self, factor: RatNum) -> RatPoly:
        """All coefficients multiplied by a factor."""
        if factor.is_nan():
            return RatPoly([RatTerm(factor, 0)])
        return RatPoly([RatTerm(term.coefficient * factor, term.exponent) for term in self._terms])

    def __neg__(self) -> RatPoly:
        return RatPoly([-term for term in self._terms])

    def __add__(self, other: RatPoly) -> RatPoly:
        return RatPoly([*self._terms, *other._terms])

    def __sub__(self, other: RatPoly) -> RatPoly:
        return self + (-other)

    def __mul__(self, other: RatPoly) -> RatPoly:
        """The product; ValueError if its degree would be too great."""
        if self.is_nan() or other.is_nan():
            return RatPoly([RatTerm(NAN, 0)])
        return RatPoly([one * two for one in self._terms for two in other._terms])

    def __floordiv__(self, other: RatPoly) -> RatPoly:
        """The quotient of the division with remainder; NaN if the other is zero.

        >>> RatPoly.parse("x^3-2*x+3") // RatPoly.parse("3*x^2")
        RatPoly.parse('1/3*x')
        """
        return self._divide(other)[0]

    def __mod__(self, other: RatPoly) -> RatPoly:
        """The remainder of the division, of lower degree than the other unless it is 0; NaN if the other is zero.

        >>> RatPoly.parse("x^2+2") % RatPoly.parse("x+1")
        RatPoly.parse('3')
        """
        return self._divide(other)[1]

    def _divide(self, other: RatPoly) -> tuple[RatPoly, RatPoly]:
        if self.is_nan() or other.is_nan() or other.is_zero():
            nan = RatPoly([RatTerm(NAN, 0)])
            return nan, nan
        quotient, remainder = RatPoly(), self
        while not remainder.is_zero() and remainder.degree() >= other.degree():
            step = RatPoly([remainder._terms[0] / other._terms[0]])
            quotient = quotient + step
            remainder = remainder - step * other
        return quotient, remainder

    def evaluate(self, x: RatNum) -> RatNum:
        """The value for an x; NaN if either is NaN.

        >>> RatPoly.parse("x^2-2").evaluate(RatNum(1, 2))
        RatNum(-7, 4)
        """
        result = NAN if x.is_nan() else ZERO
        for term in self._terms:
            result = result + term.evaluate(x)
        return result

    def derivative(self) -> RatPoly:
        """The derivative with respect to x."""
        return RatPoly([term.derivative() for term in self._terms])

    def antiderivative(self, constant: RatNum) -> RatPoly:
        """The polynomial of which this is the derivative, and which has this value for 0.

        ValueError if its degree would be too great.

        >>> RatPoly.parse("3*x^2+1").antiderivative(RatNum(5))
        RatPoly.parse('x^3+x+5')
        """
        if self.is_nan() or constant.is_nan():
            return RatPoly([RatTerm(NAN, 0)])
        return RatPoly([*(term.antiderivative() for term in self._terms), RatTerm(constant, 0)])

    def integrate(self, lower: float, upper: float) -> float:
        """The integral between two bounds, neither greater than 1000 in size, or else ValueError; NaN if this is NaN.

        >>> RatPoly.parse("2*x").integrate(0.0, 3.0)
        9.0
        """
        if not (abs(lower) <= MAX_BOUND and abs(upper) <= MAX_BOUND):
            raise ValueError(f"not within the bounds: {lower} and {upper}")
        if self.is_nan():
            return math.nan
        total = 0.0
        for term in self._terms:
            power = term.exponent + 1
            total += term.coefficient.to_float() * (upper**power - lower**power) / power
        return total

    def compare_to(self, other: RatPoly) -> int:
        """-1, 0 or 1 if this is less than, equal to or greater than the other for all x that are great enough.

        NaN is greater than every other polynomial.
        """
        if self.is_nan() or other.is_nan():
            return int(self.is_nan()) - int(other.is_nan())
        difference = self - other
        if difference.is_zero():
            return 0
        return 1 if difference._terms[0].coefficient.is_positive() else -1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatPoly):
            return NotImplemented
        return self._terms == other._terms

    def __hash__(self) -> int:
        return hash(self._terms)

    def __str__(self) -> str:
        if not self._terms:
            return "0"
        shown = "+".join(str(term) for term in self._terms)
        return shown.replace("+-", "-")

    def __repr__(self) -> str:
        return f"RatPoly.parse({str(self)!r})"
