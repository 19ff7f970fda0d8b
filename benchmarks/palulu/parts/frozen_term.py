"""Terms as a frozen dataclass, read by hand instead of by a pattern."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.palulu.library.ratpoly import MAX_EXPONENT, NAN, ONE, ZERO, RatNum


@dataclass(frozen=True, repr=False)
class RatTerm:
    coefficient: RatNum
    exponent: int

    def __post_init__(self) -> None:
        if self.exponent < 0 or self.exponent > MAX_EXPONENT:
            raise ValueError(f"not an exponent: {self.exponent}")
        if self.is_nan() or self.is_zero():
            object.__setattr__(self, "exponent", 0)

    @staticmethod
    def parse(text: str) -> RatTerm:
        if text == "NaN":
            return RatTerm(NAN, 0)
        number, x, power = text.partition("x")
        digits = power.removeprefix("^")
        if not x:
            exponent = 0
        elif not power:
            exponent = 1
        elif power[0] == "^" and digits.isascii() and digits.isdigit():
            exponent = int(digits)
        else:
            raise ValueError(f"not a term: {text!r}")
        if x and number in ("", "-"):
            number += "1*"
        try:
            if "NaN" in text or number.endswith("*") != bool(x):
                raise ValueError("no coefficient")
            coefficient = RatNum.parse(number.removesuffix("*"))
        except ValueError:
            raise ValueError(f"not a term: {text!r}") from None
        return RatTerm(coefficient, exponent)

    def is_nan(self) -> bool:
        return self.coefficient.is_nan()

    def is_zero(self) -> bool:
        return not (self.coefficient.is_positive() or self.coefficient.is_negative())

    def evaluate(self, x: RatNum) -> RatNum:
        if x.is_nan() or self.is_nan():
            return NAN
        power, base, left = ONE, x, self.exponent
        while left:
            if left % 2:
                power = power * base
            base = base * base
            left //= 2
        return self.coefficient * power

    def __neg__(self) -> RatTerm:
        return RatTerm(ZERO - self.coefficient, self.exponent)

    def __add__(self, other: RatTerm) -> RatTerm:
        total = self.coefficient + other.coefficient
        if total.is_nan():
            return RatTerm(total, 0)
        if not self.is_zero() and not other.is_zero() and self.exponent != other.exponent:
            raise ValueError(f"exponents differ: {self} and {other}")
        return RatTerm(total, max(self.exponent, other.exponent))

    def __sub__(self, other: RatTerm) -> RatTerm:
        total = self.coefficient - other.coefficient
        if total.is_nan():
            return RatTerm(total, 0)
        if not self.is_zero() and not other.is_zero() and self.exponent != other.exponent:
            raise ValueError(f"exponents differ: {self} and {-other}")
        return RatTerm(total, max(self.exponent, other.exponent))

    def __mul__(self, other: RatTerm) -> RatTerm:
        return RatTerm(self.coefficient * other.coefficient, self.exponent + other.exponent)

    def __truediv__(self, other: RatTerm) -> RatTerm:
        quotient = RatTerm(self.coefficient / other.coefficient, 0)
        if quotient.is_nan() or quotient.is_zero():
            return quotient
        return RatTerm(quotient.coefficient, self.exponent - other.exponent)

    def derivative(self) -> RatTerm:
        coefficient = self.coefficient * RatNum(self.exponent)
        return RatTerm(coefficient, max(self.exponent - 1, 0))

    def antiderivative(self) -> RatTerm:
        exponent = self.exponent + 1
        return RatTerm(self.coefficient * RatNum(1, exponent), exponent)

    def __str__(self) -> str:
        match self.exponent:
            case 0:
                return str(self.coefficient)
            case 1:
                power = "x"
            case exponent:
                power = f"x^{exponent}"
        match str(self.coefficient):
            case "1":
                return power
            case "-1":
                return "-" + power
            case shown:
                return shown + "*" + power

    def __repr__(self) -> str:
        return f"RatTerm({self.coefficient!r}, {self.exponent!r})"
