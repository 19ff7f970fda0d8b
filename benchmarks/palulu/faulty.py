"""Sixty faulty implementations: mistakes that people make with fractions, zero, NaN, signs, aliases and limits."""

from __future__ import annotations

from benchmarks.palulu.variants import Edit, Rewrite, Variant


def _edited(name: str, where: str, old: str, new: str, *parts: str) -> Variant:
    return Variant(name, parts, (Edit(where, old, new),))


def _rewritten(name: str, where: str, new: str, *parts: str) -> Variant:
    return Variant(name, parts, (Rewrite(where, new),))


NUMBERS = (
    _edited("not in lowest terms", "RatNum.__init__", "math.gcd(numerator, denominator)", "1"),
    _edited(
        "the sign stays below", "RatNum.__init__", "        if denominator < 0:\n            divisor = -divisor\n", ""
    ),
    _edited(
        "negative over negative is negative",
        "RatNum.__init__",
        "self._numer = numerator //",
        "self._numer = -abs(numerator) // abs(divisor) if denominator < 0 else numerator //",
    ),
    _edited(
        "zero over zero is zero",
        "RatNum.__init__",
        "if denominator == 0:",
        "if numerator == 0:\n            denominator = 1\n        if denominator == 0:",
    ),
    _edited(
        "nan keeps its numerator",
        "RatNum.__init__",
        "self._numer, self._denom = 1, 0",
        "self._numer, self._denom = numerator, 0",
    ),
    _edited(
        "a denominator of zero is refused",
        "RatNum.__init__",
        "            self._numer, self._denom = 1, 0\n            return\n",
        '            raise ZeroDivisionError("denominator is zero")\n',
    ),
    _edited("no negative numbers are read", "RatNum.parse", "-?[0-9]+(/", "[0-9]+(/"),
    _edited("anything may follow a number", "RatNum.parse", "re.fullmatch", "re.match"),
    _edited("nan is not read", "RatNum.parse", '        if text == "NaN":\n            return RatNum(1, 0)\n', ""),
    _edited("zero is positive", "RatNum.is_positive", "> 0", ">= 0"),
    _edited("nan is not positive", "RatNum.is_positive", "self._numer > 0", "self._numer > 0 and self._denom > 0"),
    _edited(
        "numerators are compared",
        "RatNum.compare_to",
        "left = self._numer * other._denom\n        right = other._numer * self._denom",
        "left = self._numer\n        right = other._numer",
    ),
    _edited("comparison gives the difference", "RatNum.compare_to", "(left > right) - (left < right)", "left - right"),
    _edited(
        "nan is less than every number",
        "RatNum.compare_to",
        "int(self.is_nan()) - int(other.is_nan())",
        "int(other.is_nan()) - int(self.is_nan())",
    ),
    _edited(
        "rounds towards zero",
        "RatNum.to_int",
        "(2 * abs(self._numer) + self._denom) // (2 * self._denom)",
        "abs(self._numer) // self._denom",
    ),
    _rewritten(
        "halves of negative numbers go up",
        "RatNum.to_int",
        """
        def to_int(self) -> int:
            if self.is_nan():
                raise ValueError("NaN is no integer")
            return (2 * self._numer + self._denom) // (2 * self._denom)
    """,
    ),
    _rewritten(
        "halves go to the even side",
        "RatNum.to_int",
        """
        def to_int(self) -> int:
            if self._value is None:
                raise ValueError("NaN is no integer")
            return round(self._value)
    """,
        "fraction_number",
    ),
    _edited("nan is the integer zero", "RatNum.to_int", 'raise ValueError("NaN is no integer")', "return 0"),
    _edited(
        "division by nan is zero", "RatNum.__truediv__", "        if other.is_nan():\n            return other\n", ""
    ),
    _edited(
        "equality without lowest terms",
        "RatNum.__eq__",
        "self._top * other._bottom == other._top * self._bottom",
        "(self._top, self._bottom) == (other._top, other._bottom)",
        "lazy_number",
    ),
    _edited(
        "hash of what was given",
        "RatNum.__hash__",
        "hash(self._lowest())",
        "hash((self._top, self._bottom))",
        "lazy_number",
    ),
    _edited("less or equal is less", "RatNum.__le__", "<= 0", "< 0"),
    _edited(
        "whole numbers are shown over one",
        "RatNum.__str__",
        "        if self._denom == 1:\n            return str(self._numer)\n",
        "",
    ),
    _edited("the sign of a difference is lost", "RatNum.__sub__", "left - right", "abs(left - right)", "signed_number"),
)

TERMS = (
    _edited("zero keeps its exponent", "RatTerm.__init__", " or coefficient == ZERO else", " else"),
    _edited("exponents below the highest only", "RatTerm.__init__", "<= MAX_EXPONENT", "< MAX_EXPONENT"),
    _edited("negative exponents are taken", "RatTerm.__init__", "not 0 <= exponent <=", "not exponent <="),
    _edited(
        "the sign of a bare x is lost",
        "RatTerm.parse",
        "-coefficient if sign else",
        "-coefficient if sign and number else",
    ),
    _edited(
        "nan is not infectious when evaluated", "RatTerm.evaluate", "        if x.is_nan():\n            return x\n", ""
    ),
    _edited(
        "sum takes the exponent of zero",
        "RatTerm.__add__",
        "        if self.is_zero():\n            return other\n"
        "        if other.is_zero():\n            return self\n"
        "        if self._exponent != other._exponent:",
        "        if self._exponent != other._exponent and not (self.is_zero() or other.is_zero()):",
    ),
    _edited(
        "no zero is added to a power",
        "RatTerm.__add__",
        "not self.is_zero() and not other.is_zero() and self",
        "self",
        "frozen_term",
    ),
    _edited(
        "the exponents are multiplied",
        "RatTerm.__mul__",
        "self._exponent + other._exponent",
        "self._exponent * other._exponent",
    ),
    _edited("zero is not divided by a power", "RatTerm.__truediv__", " or coefficient == ZERO:", ":"),
    _edited("derivative of a constant", "RatTerm.derivative", "RatTerm(NAN if self.is_nan() else ZERO, 0)", "self"),
    _edited(
        "antiderivative divides by the old exponent",
        "RatTerm.antiderivative",
        "self._coefficient / RatNum(self._exponent + 1)",
        "self._coefficient / RatNum(self._exponent or 1)",
    ),
    _edited(
        "minus one is shown",
        "RatTerm.__str__",
        '        if self._coefficient == -ONE:\n            return f"-{power}"\n',
        "",
    ),
)

POLYNOMIALS = (
    _edited(
        "zeros stay in the list",
        "RatPoly.__init__",
        "for _, term in ordered if not term.is_zero()",
        "for _, term in ordered",
    ),
    _rewritten(
        "the last of equal exponents wins",
        "RatPoly._put",
        """
        def _put(self, exponent: int, coefficient: RatNum) -> None:
            if coefficient == ZERO:
                self._by_exponent.pop(exponent, None)
            else:
                self._by_exponent[exponent] = coefficient
    """,
        "dict_poly",
    ),
    _rewritten(
        "terms are taken as they come",
        "RatPoly.__init__",
        """
        def __init__(self, terms: Iterable[RatTerm] = ()) -> None:
            self._terms = tuple(term for term in terms if not term.is_zero())
    """,
    ),
    _edited(
        "hands out its own list",
        "RatPoly.terms",
        "return list(self._terms)",
        "self._terms = list(self._terms)\n        return self._terms",
    ),
    _edited(
        "two signs in a row",
        "RatPoly.parse",
        '        if not re.fullmatch(r"-?[^-+]+([-+][^-+]+)*", text) or "NaN" in text:',
        '        if "NaN" in text:',
    ),
    _edited("no polynomial begins with minus", "RatPoly.parse", "-?[^-+]+([", "[^-+]+(["),
    _edited(
        "the degree is that of the last term", "RatPoly.degree", "self._terms[0].exponent", "self._terms[-1].exponent"
    ),
    _edited("zero has no degree", "RatPoly.degree", "max(len(self._row) - 1, 0)", "len(self._row) - 1", "dense_poly"),
    _edited(
        "coefficients count from the end",
        "RatPoly.coefficient",
        "if 0 <= exponent < len(self._row)",
        "if exponent < len(self._row)",
        "dense_poly",
    ),
    _edited(
        "zeros at the end are kept",
        "RatPoly._trim",
        "        while self._row and self._row[-1] == ZERO:\n            self._row.pop()\n",
        "",
        "dense_poly",
    ),
    _edited(
        "sums stop with the shorter",
        "RatPoly.__add__",
        "zip_longest(self._row, other._row, fillvalue=ZERO)",
        "zip(self._row, other._row)",
        "dense_poly",
    ),
    _edited(
        "scaling by nan forgets zero",
        "RatPoly.scale",
        "        if factor.is_nan():\n            return RatPoly([RatTerm(factor, 0)])\n",
        "",
    ),
    _edited(
        "a product with zero is not nan",
        "RatPoly.__mul__",
        "        if self.is_nan() or other.is_nan():\n            return RatPoly([RatTerm(NAN, 0)])\n",
        "",
    ),
    _rewritten(
        "products stop at a term of their own",
        "RatPoly.__mul__",
        """
        def __mul__(self, other: RatPoly) -> RatPoly:
            if self.is_nan() or other.is_nan():
                return RatPoly([RatTerm(NAN, 0)])
            return RatPoly([one * two for one, two in zip(self._terms, other._terms)])
    """,
    ),
    _edited(
        "division by zero is zero",
        "RatPoly._divide",
        "self.is_nan() or other.is_nan() or other.is_zero():",
        "other.is_zero():\n            return RatPoly(), self\n        if self.is_nan() or other.is_nan():",
    ),
    _edited("division stops one step early", "RatPoly._divide", ">= other.degree()", "> other.degree()"),
    _edited("division takes one step", "RatPoly._divide", "while not remainder", "if not remainder"),
    _edited(
        "division changes the dividend",
        "RatPoly._divmod",
        "RatPoly(), RatPoly(self.terms())",
        "RatPoly(), self",
        "dict_poly",
    ),
    _edited("the constant is left out", "RatPoly.antiderivative", ", RatTerm(constant, 0)]", "]"),
    _edited(
        "the bounds are exchanged", "RatPoly.integrate", "upper**power - lower**power", "lower**power - upper**power"
    ),
    _edited(
        "any bound will do",
        "RatPoly.integrate",
        '            raise ValueError(f"not within the bounds: {lower} and {upper}")\n',
        "            pass\n",
    ),
    _edited(
        "order by degree alone",
        "RatPoly.compare_to",
        "        difference = self - other\n        if difference.is_zero():\n            return 0\n"
        "        return 1 if difference._terms[0].coefficient.is_positive() else -1\n",
        "        return (self.degree() > other.degree()) - (self.degree() < other.degree())\n",
    ),
    _edited("zero is shown as nothing", "RatPoly.__str__", '        if not self._terms:\n            return "0"\n', ""),
    _edited("plus and minus are shown", "RatPoly.__str__", '.replace("+-", "-")', ""),
)

FAULTY = (*NUMBERS, *TERMS, *POLYNOMIALS)
