"""Numbers as a sign and two natural numbers; Euclid's algorithm written out."""

from __future__ import annotations


class RatNum:
    __slots__ = ("_bottom", "_sign", "_top")

    def __init__(self, numerator: int, denominator: int = 1) -> None:
        top, bottom = abs(numerator), abs(denominator)
        one, two = top, bottom
        while two:
            one, two = two, one % two
        if bottom == 0:
            self._sign, self._top, self._bottom = 1, 1, 0
        elif top == 0:
            self._sign, self._top, self._bottom = 0, 0, 1
        else:
            self._sign = 1 if (numerator > 0) == (denominator > 0) else -1
            self._top, self._bottom = top // one, bottom // one

    @staticmethod
    def parse(text: str) -> RatNum:
        if text == "NaN":
            return RatNum(0, 0)
        negative = text[:1] == "-"
        top, slash, bottom = (text[1:] if negative else text).partition("/")
        digits = set("0123456789")
        if not top or not set(top) <= digits or not set(bottom) <= digits or (slash and not bottom):
            raise ValueError(f"not a rational number: {text!r}")
        number = RatNum(int(top), int(bottom) if slash else 1)
        return -number if negative else number

    def is_nan(self) -> bool:
        return self._bottom == 0

    def is_positive(self) -> bool:
        return self._sign == 1

    def is_negative(self) -> bool:
        return self._sign == -1

    def compare_to(self, other: RatNum) -> int:
        if self._bottom == 0 or other._bottom == 0:
            return (self._bottom == 0) - (other._bottom == 0)
        if self._sign != other._sign:
            return 1 if self._sign > other._sign else -1
        left, right = self._top * other._bottom, other._top * self._bottom
        if left == right:
            return 0
        return self._sign if left > right else -self._sign

    def to_float(self) -> float:
        if self._bottom == 0:
            return float("nan")
        return self._sign * self._top / self._bottom

    def to_int(self) -> int:
        if self._bottom == 0:
            raise ValueError("NaN is no integer")
        whole = self._top // self._bottom
        if 2 * (self._top - whole * self._bottom) >= self._bottom:
            whole = whole + 1
        return self._sign * whole

    def __neg__(self) -> RatNum:
        return RatNum(-self._sign * self._top, self._bottom)

    def __add__(self, other: RatNum) -> RatNum:
        left = self._sign * self._top * other._bottom
        right = other._sign * other._top * self._bottom
        return RatNum(left + right, self._bottom * other._bottom)

    def __sub__(self, other: RatNum) -> RatNum:
        left = self._sign * self._top * other._bottom
        right = other._sign * other._top * self._bottom
        return RatNum(left - right, self._bottom * other._bottom)

    def __mul__(self, other: RatNum) -> RatNum:
        return RatNum(self._sign * other._sign * self._top * other._top, self._bottom * other._bottom)

    def __truediv__(self, other: RatNum) -> RatNum:
        if other._bottom == 0 or other._sign == 0:
            return RatNum(1, 0)
        return RatNum(self._sign * other._sign * self._top * other._bottom, self._bottom * other._top)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RatNum):
            return (self._sign, self._top, self._bottom) == (other._sign, other._top, other._bottom)
        return NotImplemented

    def __lt__(self, other: RatNum) -> bool:
        return self.compare_to(other) < 0

    def __le__(self, other: RatNum) -> bool:
        return not other < self

    def __hash__(self) -> int:
        return hash((self._sign, self._top, self._bottom))

    def __str__(self) -> str:
        if self._bottom == 0:
            return "NaN"
        sign = "-" if self._sign < 0 else ""
        return sign + str(self._top) + ("" if self._bottom == 1 else "/" + str(self._bottom))

    def __repr__(self) -> str:
        return "RatNum(" + str(self._sign * self._top) + ", " + str(self._bottom) + ")"
