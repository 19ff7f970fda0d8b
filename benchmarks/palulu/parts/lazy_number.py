"""Numbers kept as they were given, and brought to lowest terms when somebody looks."""

from __future__ import annotations

import math
import re


class RatNum:
    def __init__(self, numerator: int, denominator: int = 1) -> None:
        self._top = numerator
        self._bottom = denominator

    def _lowest(self) -> tuple[int, int]:
        if self._bottom == 0:
            return 1, 0
        common = math.gcd(self._top, self._bottom)
        sign = -1 if self._bottom < 0 else 1
        return sign * self._top // common, sign * self._bottom // common

    @staticmethod
    def parse(text: str) -> RatNum:
        match = re.fullmatch(r"(NaN)|(-?[0-9]+)(?:/([0-9]+))?", text)
        if not match:
            raise ValueError(f"not a rational number: {text!r}")
        nan, top, bottom = match.groups()
        if nan:
            return RatNum(0, 0)
        return RatNum(int(top), 1 if bottom is None else int(bottom))

    def is_nan(self) -> bool:
        return not self._bottom

    def is_positive(self) -> bool:
        return self.is_nan() or self._top * self._bottom > 0

    def is_negative(self) -> bool:
        return self._top * self._bottom < 0

    def compare_to(self, other: RatNum) -> int:
        if self.is_nan():
            return 0 if other.is_nan() else 1
        if other.is_nan():
            return -1
        difference = self - other
        if difference.is_negative():
            return -1
        return 1 if difference.is_positive() else 0

    def to_float(self) -> float:
        top, bottom = self._lowest()
        return top / bottom if bottom else float("nan")

    def to_int(self) -> int:
        top, bottom = self._lowest()
        if bottom == 0:
            raise ValueError("NaN is no integer")
        whole, rest = divmod(abs(top), bottom)
        if 2 * rest >= bottom:
            whole += 1
        return whole if top >= 0 else -whole

    def __neg__(self) -> RatNum:
        return RatNum(self._top, -self._bottom)

    def __add__(self, other: RatNum) -> RatNum:
        return RatNum(self._top * other._bottom + other._top * self._bottom, self._bottom * other._bottom)

    def __sub__(self, other: RatNum) -> RatNum:
        return RatNum(self._top * other._bottom - other._top * self._bottom, self._bottom * other._bottom)

    def __mul__(self, other: RatNum) -> RatNum:
        top, bottom = RatNum(self._top * other._top, self._bottom * other._bottom)._lowest()
        return RatNum(top, bottom)

    def __truediv__(self, other: RatNum) -> RatNum:
        return RatNum(0, 0) if other.is_nan() else self * RatNum(other._bottom, other._top)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatNum):
            return NotImplemented
        if self.is_nan() or other.is_nan():
            return self.is_nan() and other.is_nan()
        return self._top * other._bottom == other._top * self._bottom

    def __lt__(self, other: RatNum) -> bool:
        return self.compare_to(other) == -1

    def __le__(self, other: RatNum) -> bool:
        return self.compare_to(other) != 1

    def __hash__(self) -> int:
        return hash(self._lowest())

    def __str__(self) -> str:
        top, bottom = self._lowest()
        if bottom == 0:
            return "NaN"
        return f"{top}/{bottom}" if bottom != 1 else f"{top}"

    def __repr__(self) -> str:
        top, bottom = self._lowest()
        return f"RatNum({top}, {bottom})"
