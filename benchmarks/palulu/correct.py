"""Sixty correct implementations, each written differently."""

from __future__ import annotations

from benchmarks.palulu.variants import Edit, Rewrite, Variant

PUT_TOGETHER = (
    ("fraction_number",),
    ("lazy_number",),
    ("signed_number",),
    ("frozen_term",),
    ("dict_poly",),
    ("dense_poly",),
    ("linked_poly",),
    ("lazy_poly",),
    ("common_poly",),
    ("fraction_number", "dict_poly"),
    ("fraction_number", "lazy_poly"),
    ("fraction_number", "frozen_term"),
    ("lazy_number", "dense_poly"),
    ("lazy_number", "common_poly"),
    ("lazy_number", "lazy_poly"),
    ("signed_number", "linked_poly"),
    ("signed_number", "dict_poly"),
    ("frozen_term", "dense_poly"),
    ("frozen_term", "linked_poly"),
    ("frozen_term", "common_poly"),
    ("fraction_number", "frozen_term", "dense_poly"),
    ("fraction_number", "frozen_term", "common_poly"),
    ("lazy_number", "frozen_term", "dict_poly"),
    ("lazy_number", "frozen_term", "linked_poly"),
    ("signed_number", "frozen_term", "lazy_poly"),
    ("signed_number", "frozen_term", "dense_poly"),
)

REWRITTEN = (
    Variant(
        "normalises in a helper",
        changes=(
            Rewrite(
                "RatNum.__init__",
                """
                def __init__(self, numerator: int, denominator: int = 1) -> None:
                    self._numer, self._denom = self._lowest(numerator, denominator)

                @staticmethod
                def _lowest(numerator, denominator):
                    if not denominator:
                        return 1, 0
                    if denominator < 0:
                        return RatNum._lowest(-numerator, -denominator)
                    common = math.gcd(abs(numerator), denominator)
                    return numerator // common, denominator // common
                """,
            ),
        ),
    ),
    Variant(
        "own gcd by subtraction of remainders",
        changes=(
            Rewrite(
                "RatNum.__init__",
                """
                def __init__(self, numerator: int, denominator: int = 1) -> None:
                    if denominator == 0:
                        numerator = 1
                    elif denominator < 0:
                        numerator, denominator = -numerator, -denominator
                    high, low = abs(numerator), denominator
                    while low != 0:
                        high, low = low, high % low
                    self._numer = numerator // high
                    self._denom = denominator // high
                """,
            ),
        ),
    ),
    Variant(
        "nan has no numerator",
        changes=(
            Edit("RatNum.__init__", "self._numer, self._denom = 1, 0", "self._numer, self._denom = 0, 0"),
            Rewrite(
                "RatNum.is_positive",
                """
                def is_positive(self) -> bool:
                    return self._denom == 0 or self._numer > 0
                """,
            ),
            Rewrite(
                "RatNum.__repr__",
                """
                def __repr__(self) -> str:
                    return "RatNum(1, 0)" if self._denom == 0 else f"RatNum({self._numer}, {self._denom})"
                """,
            ),
        ),
    ),
    Variant(
        "the sign is kept below",
        changes=(
            Edit("RatNum.__init__", "        if denominator < 0:\n", "        if numerator < 0:\n"),
            Edit(
                "RatNum.__init__",
                "        self._numer = numerator // divisor\n        self._denom = denominator // divisor\n",
                "        numerator, denominator = numerator // divisor, denominator // divisor\n"
                "        if denominator < 0:\n"
                "            numerator, denominator = -numerator, -denominator\n"
                "        self._numer = numerator\n"
                "        self._denom = denominator\n",
            ),
        ),
    ),
    Variant(
        "numbers read with try",
        changes=(
            Rewrite(
                "RatNum.parse",
                """
                @classmethod
                def parse(cls, text: str) -> RatNum:
                    if text == "NaN":
                        return cls(0, 0)
                    halves = text.split("/")
                    allowed = set("-0123456789/")
                    try:
                        if set(text) - allowed or len(halves) > 2 or "-" in text[1:]:
                            raise ValueError
                        return cls(*map(int, halves))
                    except ValueError:
                        raise ValueError(f"not a rational number: {text!r}") from None
                """,
            ),
        ),
    ),
    Variant(
        "comparison by difference",
        changes=(
            Rewrite(
                "RatNum.compare_to",
                """
                def compare_to(self, other: RatNum) -> int:
                    if self == other:
                        return 0
                    if self.is_nan():
                        return 1
                    if other.is_nan():
                        return -1
                    return -1 if (self - other).is_negative() else 1
                """,
            ),
        ),
    ),
    Variant(
        "comparison of numbers of equal signs only",
        changes=(
            Rewrite(
                "RatNum.__lt__",
                """
                def __lt__(self, other: RatNum) -> bool:
                    if self.is_nan():
                        return False
                    if other.is_nan():
                        return True
                    return self._numer * other._denom < other._numer * self._denom
                """,
            ),
            Rewrite(
                "RatNum.__le__",
                """
                def __le__(self, other: RatNum) -> bool:
                    return not (other < self)
                """,
            ),
        ),
    ),
    Variant(
        "rounding with divmod",
        changes=(
            Rewrite(
                "RatNum.to_int",
                """
                def to_int(self) -> int:
                    if self._denom == 0:
                        raise ValueError("NaN is no integer")
                    whole, rest = divmod(self._numer, self._denom)
                    if self._numer >= 0:
                        return whole + (2 * rest >= self._denom)
                    return whole + (2 * rest > self._denom)
                """,
            ),
        ),
    ),
    Variant(
        "sum over the least common multiple",
        changes=(
            Rewrite(
                "RatNum.__add__",
                """
                def __add__(self, other: RatNum) -> RatNum:
                    if self.is_nan() or other.is_nan():
                        return NAN
                    common = math.lcm(self._denom, other._denom)
                    return RatNum(
                        common // self._denom * self._numer + common // other._denom * other._numer,
                        common,
                    )
                """,
            ),
        ),
    ),
    Variant(
        "difference written out",
        changes=(
            Rewrite(
                "RatNum.__sub__",
                """
                def __sub__(self, other: RatNum) -> RatNum:
                    above = self._numer * other._denom - self._denom * other._numer
                    return RatNum(above, self._denom * other._denom)
                """,
            ),
            Rewrite(
                "RatPoly.__sub__",
                """
                def __sub__(self, other: RatPoly) -> RatPoly:
                    terms = list(self._terms)
                    for term in other._terms:
                        terms.append(-term)
                    return RatPoly(terms)
                """,
            ),
        ),
    ),
    Variant(
        "division multiplies by the reciprocal",
        changes=(
            Rewrite(
                "RatNum.__truediv__",
                """
                def __truediv__(self, other: RatNum) -> RatNum:
                    return NAN if other.is_nan() else self * RatNum(other._denom, other._numer)
                """,
            ),
        ),
    ),
    Variant(
        "one table of strings",
        changes=(
            Rewrite(
                "RatNum.__str__",
                """
                def __str__(self) -> str:
                    shown = {0: "NaN", 1: f"{self._numer}"}
                    return shown.get(self._denom, f"{self._numer}/{self._denom}")
                """,
            ),
            Rewrite(
                "RatTerm.__str__",
                """
                def __str__(self) -> str:
                    powers = {0: "", 1: "x"}
                    power = powers.get(self._exponent, f"x^{self._exponent}")
                    number = str(self._coefficient)
                    if not power:
                        return number
                    return {"1": "", "-1": "-"}.get(number, number + "*") + power
                """,
            ),
        ),
    ),
    Variant(
        "powers by squaring",
        changes=(
            Rewrite(
                "RatTerm.evaluate",
                """
                def evaluate(self, x: RatNum) -> RatNum:
                    if x.is_nan() or self.is_nan():
                        return NAN

                    def power(n):
                        if n == 0:
                            return ONE
                        half = power(n // 2)
                        return half * half * x if n % 2 else half * half

                    return self._coefficient * power(self._exponent)
                """,
            ),
        ),
    ),
    Variant(
        "powers by reduce",
        changes=(
            Rewrite(
                "RatTerm.evaluate",
                """
                def evaluate(self, x: RatNum) -> RatNum:
                    from functools import reduce
                    from operator import mul

                    if x.is_nan():
                        return NAN
                    return reduce(mul, [x] * self._exponent, self._coefficient)
                """,
            ),
        ),
    ),
    Variant(
        "terms read by position",
        changes=(
            Rewrite(
                "RatTerm.parse",
                """
                @staticmethod
                def parse(text: str) -> RatTerm:
                    at = text.find("x")
                    try:
                        if at < 0:
                            return RatTerm(RatNum.parse(text), 0)
                        before, after = text[:at], text[at + 1 :]
                        if before in ("", "-"):
                            before += "1*"
                        if before[-1] != "*" or "NaN" in before:
                            raise ValueError
                        if after and not re.fullmatch(r"\\^[0-9]+", after):
                            raise ValueError
                        coefficient, exponent = RatNum.parse(before[:-1]), int(after[1:] or 1)
                    except ValueError:
                        raise ValueError(f"not a term: {text!r}") from None
                    return RatTerm(coefficient, exponent)
                """,
            ),
        ),
    ),
    Variant(
        "terms of one and minus one apart",
        changes=(
            Edit(
                "RatTerm.__str__",
                "        if self._coefficient == ONE:\n            return power\n"
                '        if self._coefficient == -ONE:\n            return f"-{power}"\n',
                '        sign = "-" if self._coefficient.is_negative() else ""\n'
                "        if self._coefficient in (ONE, -ONE):\n            return sign + power\n",
            ),
        ),
    ),
    Variant(
        "quotient of terms checks first",
        changes=(
            Rewrite(
                "RatTerm.__truediv__",
                """
                def __truediv__(self, other: RatTerm) -> RatTerm:
                    if self.is_nan() or other.is_nan() or other.is_zero():
                        return RatTerm(NAN, 0)
                    if self.is_zero():
                        return self
                    return RatTerm(self._coefficient / other._coefficient, self._exponent - other._exponent)
                """,
            ),
        ),
    ),
    Variant(
        "derivative without cases",
        changes=(
            Rewrite(
                "RatTerm.derivative",
                """
                def derivative(self) -> RatTerm:
                    lower = max(0, self._exponent - 1)
                    return RatTerm(self._coefficient * RatNum(self._exponent), lower)
                """,
            ),
        ),
    ),
    Variant(
        "terms compared by what they show",
        changes=(
            Rewrite(
                "RatTerm.__eq__",
                """
                def __eq__(self, other: object) -> bool:
                    return isinstance(other, RatTerm) and str(self) == str(other)
                """,
            ),
            Rewrite(
                "RatTerm.__hash__",
                """
                def __hash__(self) -> int:
                    return hash(str(self))
                """,
            ),
        ),
    ),
    Variant(
        "collects in a loop over exponents",
        changes=(
            Rewrite(
                "RatPoly.__init__",
                """
                def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
                    given = list(terms)
                    collected = []
                    for exponent in range(MAX_EXPONENT, -1, -1):
                        total = ZERO
                        for term in given:
                            if term.exponent == exponent:
                                total = total + term.coefficient
                        if total != ZERO:
                            collected.append(RatTerm(total, exponent))
                    nan = [term for term in given if term.is_nan()]
                    self._terms = tuple(nan[:1] or collected)
                """,
            ),
        ),
    ),
    Variant(
        "inserts each term in its place",
        changes=(
            Rewrite(
                "RatPoly.__init__",
                """
                def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
                    kept: list[RatTerm] = []
                    for term in terms:
                        if term.is_nan():
                            kept = [term]
                            break
                        place = 0
                        while place < len(kept) and kept[place].exponent > term.exponent:
                            place += 1
                        if place < len(kept) and kept[place].exponent == term.exponent:
                            term = term + kept.pop(place)
                        if not term.is_zero():
                            kept.insert(place, term)
                    self._terms = tuple(kept)
                """,
            ),
        ),
    ),
    Variant(
        "polynomials read letter by letter",
        changes=(
            Rewrite(
                "RatPoly.parse",
                """
                @staticmethod
                def parse(text: str) -> RatPoly:
                    if text == "NaN":
                        return RatPoly([RatTerm.parse("NaN")])
                    words: list[str] = []
                    word = ""
                    for place, letter in enumerate(text):
                        if letter in "+-" and place > 0:
                            words.append(word)
                            word = "-" if letter == "-" else ""
                        else:
                            word += letter
                    words.append(word)
                    for word in words:
                        if word in ("", "-") or "NaN" in word or "+" in word:
                            raise ValueError(f"not a polynomial: {text!r}")
                    return RatPoly(map(RatTerm.parse, words))
                """,
            ),
        ),
    ),
    Variant(
        "first coefficient that fits, by filter",
        changes=(
            Rewrite(
                "RatPoly.coefficient",
                """
                def coefficient(self, exponent: int) -> RatNum:
                    fitting = [term.coefficient for term in self._terms if term.is_nan() or term.exponent == exponent]
                    return fitting[0] if fitting else ZERO
                """,
            ),
        ),
    ),
    Variant(
        "product by long multiplication",
        changes=(
            Rewrite(
                "RatPoly.__mul__",
                """
                def __mul__(self, other: RatPoly) -> RatPoly:
                    if self.is_nan() or other.is_nan():
                        return RatPoly([RatTerm(NAN, 0)])
                    total = RatPoly()
                    for factor in other._terms:
                        total = total + RatPoly([factor * term for term in self._terms])
                    return total
                """,
            ),
        ),
    ),
    Variant(
        "division by recursion",
        changes=(
            Rewrite(
                "RatPoly._divide",
                """
                def _divide(self, other: RatPoly) -> tuple[RatPoly, RatPoly]:
                    if self.is_nan() or other.is_nan() or other.is_zero():
                        return (RatPoly([RatTerm(NAN, 0)]),) * 2
                    if self.is_zero() or self.degree() < other.degree():
                        return RatPoly(), self
                    step = RatPoly([self._terms[0] / other._terms[0]])
                    quotient, remainder = (self - step * other)._divide(other)
                    return step + quotient, remainder
                """,
            ),
        ),
    ),
    Variant(
        "remainder from the quotient",
        changes=(
            Rewrite(
                "RatPoly.__mod__",
                """
                def __mod__(self, other: RatPoly) -> RatPoly:
                    return self - (self // other) * other
                """,
            ),
        ),
    ),
    Variant(
        "Horner's rule",
        changes=(
            Rewrite(
                "RatPoly.evaluate",
                """
                def evaluate(self, x: RatNum) -> RatNum:
                    if x.is_nan() or self.is_nan():
                        return NAN
                    result = ZERO
                    for exponent in range(self.degree(), -1, -1):
                        result = result * x + self.coefficient(exponent)
                    return result
                """,
            ),
        ),
    ),
    Variant(
        "exact integrals, rounded once",
        changes=(
            Edit(
                "RatPoly.integrate",
                """        total = 0.0
        for term in self._terms:
            power = term.exponent + 1
            total += term.coefficient.to_float() * (upper**power - lower**power) / power
        return total
""",
                """        from fractions import Fraction

        total = Fraction(0)
        for term in self._terms:
            power = term.exponent + 1
            share = Fraction(str(term.coefficient)) / power
            total += share * (Fraction(upper) ** power - Fraction(lower) ** power)
        return float(total)
""",
            ),
        ),
    ),
    Variant(
        "order by the leading terms",
        changes=(
            Rewrite(
                "RatPoly.compare_to",
                """
                def compare_to(self, other: RatPoly) -> int:
                    if self == other:
                        return 0
                    if self.is_nan() or other.is_nan():
                        return 1 if self.is_nan() else -1
                    for exponent in range(max(self.degree(), other.degree()), -1, -1):
                        one, two = self.coefficient(exponent), other.coefficient(exponent)
                        if one != two:
                            return one.compare_to(two)
                    raise AssertionError
                """,
            ),
        ),
    ),
    Variant(
        "calls its own parts",
        changes=(
            Rewrite(
                "RatPoly.__neg__",
                """
                def __neg__(self) -> RatPoly:
                    return RatPoly() - self
                """,
            ),
            Rewrite(
                "RatPoly.__sub__",
                """
                def __sub__(self, other: RatPoly) -> RatPoly:
                    return self + other.scale(-ONE)
                """,
            ),
        ),
    ),
    Variant(
        "keeps what was hashed",
        changes=(
            Rewrite(
                "RatPoly.__hash__",
                """
                def __hash__(self) -> int:
                    if not hasattr(self, "_hash"):
                        self._hash = hash(str(self))
                    return self._hash
                """,
            ),
            Rewrite(
                "RatPoly.terms",
                """
                def terms(self) -> list[RatTerm]:
                    if not hasattr(self, "_listed"):
                        self._listed = sorted(self._terms, key=lambda term: term.exponent, reverse=True)
                    return self._listed.copy()
                """,
            ),
        ),
    ),
    Variant(
        "numbers refused in other words",
        changes=(Edit("RatNum.parse", "not a rational number: {text!r}", "cannot read {text!r} as a number"),),
    ),
    Variant(
        "exponents refused in other words",
        changes=(Edit("RatTerm.__init__", "not an exponent: {exponent}", "exponent {exponent} out of range"),),
    ),
    Variant(
        "everything read by one reader, which refuses in its own words",
        parts=("signed_number",),
        changes=(
            Rewrite(
                "RatTerm.parse",
                """
                @staticmethod
                def parse(text: str) -> RatTerm:
                    coefficient, exponent = _read(text)
                    return RatTerm(coefficient, exponent)
                """,
            ),
            Edit(
                "RatPoly.__repr__",
                '        return f"RatPoly.parse({str(self)!r})"\n',
                """        return f"RatPoly.parse({str(self)!r})"


def _read(text: str) -> tuple[RatNum, int]:
    if text == "NaN":
        return NAN, 0
    rest = text.removeprefix("-")
    sign = RatNum(-1 if rest != text else 1)
    number, star, power = rest.partition("*") if "*" in rest or "x" not in rest else ("1", "*", rest)
    if not number or not set(number) <= set("0123456789/"):
        raise ValueError(f"bad coefficient in {text!r}")
    if not star:
        return sign * RatNum.parse(number), 0
    if power == "x":
        return sign * RatNum.parse(number), 1
    if not re.fullmatch(r"x\\^[0-9]+", power):
        raise ValueError(f"bad power in {text!r}")
    return sign * RatNum.parse(number), int(power[2:])
""",
            ),
        ),
    ),
)

CORRECT = (*(Variant(" + ".join(parts), parts) for parts in PUT_TOGETHER), *REWRITTEN)
REWORDED = frozenset(variant.name for variant in REWRITTEN if variant.name.endswith("words"))
"""The correct variants that refuse what they must, but with another message than the library's."""
