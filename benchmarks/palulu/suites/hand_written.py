"""The small suite that is given out with the assignment: each operation once or twice, on ordinary values."""

from __future__ import annotations

import pytest
from ratpoly import RatNum, RatPoly, RatTerm


def test_numbers() -> None:
    assert str(RatNum(1, 2)) == "1/2"
    assert str(RatNum(4, 2)) == "2"
    assert str(RatNum(1, 0)) == "NaN"
    assert RatNum.parse("3/4") == RatNum(3, 4)


def test_number_arithmetic() -> None:
    half, third = RatNum(1, 2), RatNum(1, 3)
    assert half + third == RatNum(5, 6)
    assert half - third == RatNum(1, 6)
    assert half * third == RatNum(1, 6)
    assert half / third == RatNum(3, 2)
    assert -half == RatNum(-1, 2)


def test_number_comparison() -> None:
    assert RatNum(1, 2).compare_to(RatNum(2, 3)) == -1
    assert RatNum(1, 2) < RatNum(2, 3)
    assert RatNum(1, 2).is_positive()
    assert RatNum(7, 4).to_int() == 2


def test_terms() -> None:
    term = RatTerm(RatNum(3), 2)
    assert str(term) == "3*x^2"
    assert str(RatTerm.parse("1/2*x") * term) == "3/2*x^3"
    assert str(term.derivative()) == "6*x"
    assert term.evaluate(RatNum(2)) == RatNum(12)


def test_terms_refuse_negative_exponents() -> None:
    with pytest.raises(ValueError):
        RatTerm(RatNum(1), -1)


def test_polynomials_are_read_and_shown() -> None:
    for text in ("0", "x", "x^2-2*x+1", "1/2*x^3+3"):
        assert str(RatPoly.parse(text)) == text


def test_degree_and_coefficients() -> None:
    poly = RatPoly.parse("x^2-2*x+1")
    assert poly.degree() == 2
    assert poly.coefficient(1) == RatNum(-2)


def test_polynomial_arithmetic() -> None:
    one, two = RatPoly.parse("x+1"), RatPoly.parse("x+2")
    assert str(one + two) == "2*x+3"
    assert str(one * two) == "x^2+3*x+2"
    assert str(two - one) == "1"
    assert str((one * two) // two) == "x+1"


def test_calculus() -> None:
    poly = RatPoly.parse("x^2+x")
    assert str(poly.derivative()) == "2*x+1"
    assert str(poly.antiderivative(RatNum(0))) == "1/3*x^3+1/2*x^2"
    assert poly.evaluate(RatNum(3)) == RatNum(12)
    assert poly.integrate(0.0, 6.0) == pytest.approx(90.0)
