"""Numbers that leave the arithmetic to the standard library; NaN is None."""

from __future__ import annotations

import math
from fractions import Fraction


class RatNum:
    def __init__(self, numerator: int, denominator: int = 1) -> None:
        self._value = Fraction(numerator, denominator) if denominator else None

    @classmethod
    def _of(cls, value: Fraction | None) -> RatNum:
        return cls(1, 0) if value is None else cls(value.numerator, value.denominator)

    @staticmethod
    def parse(text: str) -> RatNum:
        if text == "NaN":
            return RatNum(1, 0)
        parts = text.removeprefix("-").split("/")
        if len(parts) > 2 or not all(part.isascii() and part.isdigit() for part in parts):
            raise ValueError(f"not a rational number: {text!r}")
        numbers = [int(part) for part in parts]
        if text.startswith("-"):
            numbers[0] = -numbers[0]
        return RatNum(*numbers)

    def is_nan(self) -> bool:
        return self._value is None

    def is_positive(self) -> bool:
        return self._value is None or self._value > 0

    def is_negative(self) -> bool:
        return self._value is not None and self._value < 0

    def compare_to(self, other: RatNum) -> int:
        if self == other:
            return 0
        if self._value is None or (other._value is not None and self._value > other._value):
            return 1
        return -1

    def to_float(self) -> float:
        return math.nan if self._value is None else float(self._value)

    def to_int(self) -> int:
        if self._value is None:
            raise ValueError("NaN is no integer")
        if self._value < 0:
            return -math.floor(-self._value + Fraction(1, 2))
        return math.floor(self._value + Fraction(1, 2))

    def __neg__(self) -> RatNum:
        return self if self._value is None else RatNum._of(-self._value)

    def __add__(self, other: RatNum) -> RatNum:
        if self._value is None or other._value is None:
            return RatNum(1, 0)
        return RatNum._of(self._value + other._value)

    def __sub__(self, other: RatNum) -> RatNum:
        if self._value is None or other._value is None:
            return RatNum(1, 0)
        return RatNum._of(self._value - other._value)

    def __mul__(self, other: RatNum) -> RatNum:
        if self._value is None or other._value is None:
            return RatNum(1, 0)
        return RatNum._of(self._value * other._value)

    def __truediv__(self, other: RatNum) -> RatNum:
        if self._value is None or not other._value:
            return RatNum(1, 0)
        return RatNum._of(self._value / other._value)

    def __eq__(self, other: object) -> bool:
        return self._value == other._value if isinstance(other, RatNum) else NotImplemented

    def __lt__(self, other: RatNum) -> bool:
        if self._value is None:
            return False
        return other._value is None or self._value < other._value

    def __le__(self, other: RatNum) -> bool:
        return self == other or self < other

    def __hash__(self) -> int:
        return hash(self._value)

    def __str__(self) -> str:
        return "NaN" if self._value is None else str(self._value)

    def __repr__(self) -> str:
        if self._value is None:
            return "RatNum(1, 0)"
        return f"RatNum({self._value.numerator}, {self._value.denominator})"
