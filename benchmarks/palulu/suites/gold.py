"""The suite that decides which variants are faulty: the whole specification of `ratpoly`, example by example."""

from __future__ import annotations

import math
from itertools import product

import pytest
from ratpoly import MAX_EXPONENT, RatNum, RatPoly, RatTerm

NAN = RatNum(1, 0)
NUMBERS = ("0", "1", "-1", "2", "-3", "1/2", "-1/2", "2/3", "-5/3", "7/4", "12345678901234567890/7", "NaN")
POLYS = ("0", "1", "-3", "1/2", "x", "-x", "x+1", "x-1", "2*x^2-1/3*x", "x^3-2*x+3", "-x^5+x^2-7/2", "3*x^2", "NaN")


def num(text: str) -> RatNum:
    return RatNum.parse(text)


def term(text: str) -> RatTerm:
    return RatTerm.parse(text)


def poly(text: str) -> RatPoly:
    return RatPoly.parse(text)


# numbers


@pytest.mark.parametrize(
    ("top", "bottom", "shown"),
    [
        (0, 1, "0"),
        (0, -5, "0"),
        (0, 7, "0"),
        (3, 1, "3"),
        (6, 4, "3/2"),
        (-6, 4, "-3/2"),
        (6, -4, "-3/2"),
        (-6, -4, "3/2"),
        (4, 2, "2"),
        (1, 0, "NaN"),
        (0, 0, "NaN"),
        (-7, 0, "NaN"),
        (2**70, 2**69, "2"),
        (10**40 + 1, 10**40, f"{10**40 + 1}/{10**40}"),
    ],
)
def test_number_is_in_lowest_terms(top: int, bottom: int, shown: str) -> None:
    number = RatNum(top, bottom)
    assert str(number) == shown
    assert eval(repr(number)) == number
    assert RatNum.parse(shown) == number


def test_denominator_is_one_unless_given() -> None:
    assert RatNum(5) == RatNum(5, 1)
    assert repr(RatNum(5)) == "RatNum(5, 1)"
    assert repr(RatNum(-2, -4)) == "RatNum(1, 2)"
    assert repr(RatNum(0, 9)) == "RatNum(0, 1)"
    assert repr(RatNum(-3, 0)) == "RatNum(1, 0)"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-4/6", "-2/3"),
        ("007", "7"),
        ("-0", "0"),
        ("0/5", "0"),
        ("5/0", "NaN"),
        ("-1/0", "NaN"),
        ("10/5", "2"),
        ("NaN", "NaN"),
    ],
)
def test_numbers_are_read(text: str, shown: str) -> None:
    assert str(num(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "/",
        "1/",
        "/2",
        "1/-2",
        "+1",
        " 1",
        "1 ",
        "1.5",
        "--1",
        "1/2/3",
        "x",
        "nan",
        "-NaN",
        "1e3",
        "1_0",
        "٣",
        "1\n",
    ],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        num(text)


@pytest.mark.parametrize(
    ("text", "nan", "positive", "negative"),
    [
        ("0", False, False, False),
        ("1/3", False, True, False),
        ("-1/3", False, False, True),
        ("5", False, True, False),
        ("-5", False, False, True),
        ("NaN", True, True, False),
    ],
)
def test_signs(text: str, nan: bool, positive: bool, negative: bool) -> None:
    number = num(text)
    assert (number.is_nan(), number.is_positive(), number.is_negative()) == (nan, positive, negative)


ORDERED = ("-5", "-5/3", "-1", "-1/2", "0", "1/3", "1/2", "2/3", "1", "7/4", "2", "100", "NaN")


def test_numbers_are_ordered() -> None:
    for (one, left), (two, right) in product(enumerate(ORDERED), repeat=2):
        expected = (one > two) - (one < two)
        assert num(left).compare_to(num(right)) == expected
        assert (num(left) < num(right)) is (one < two)
        assert (num(left) <= num(right)) is (one <= two)
        assert (num(left) == num(right)) is (one == two)


@pytest.mark.parametrize(
    ("text", "value"), [("0", 0.0), ("1/2", 0.5), ("-7/4", -1.75), ("5", 5.0), ("1/3", 1 / 3), ("-2/3", -2 / 3)]
)
def test_number_as_float(text: str, value: float) -> None:
    assert type(num(text).to_float()) is float
    assert num(text).to_float() == pytest.approx(value, rel=1e-12)


def test_nan_as_float() -> None:
    assert math.isnan(NAN.to_float())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("7", 7),
        ("-7", -7),
        ("1/2", 1),
        ("-1/2", -1),
        ("3/2", 2),
        ("5/2", 3),
        ("-5/2", -3),
        ("1/3", 0),
        ("2/3", 1),
        ("-1/3", 0),
        ("-2/3", -1),
        ("100000000000000000001/2", 50000000000000000001),
    ],
)
def test_number_as_integer(text: str, value: int) -> None:
    assert num(text).to_int() == value


def test_nan_is_no_integer() -> None:
    with pytest.raises(ValueError):
        NAN.to_int()


@pytest.mark.parametrize(
    ("left", "right", "results"),
    [
        ("1/2", "1/3", "5/6 1/6 1/6 3/2"),
        ("1/2", "-1/2", "0 1 -1/4 -1"),
        ("0", "5", "5 -5 0 0"),
        ("5", "0", "5 5 0 NaN"),
        ("0", "0", "0 0 0 NaN"),
        ("-2/3", "-4", "-14/3 10/3 8/3 1/6"),
        ("3", "-6/5", "9/5 21/5 -18/5 -5/2"),
        ("1", "NaN", "NaN NaN NaN NaN"),
        ("NaN", "1", "NaN NaN NaN NaN"),
        ("0", "NaN", "NaN NaN NaN NaN"),
        ("NaN", "0", "NaN NaN NaN NaN"),
        ("NaN", "NaN", "NaN NaN NaN NaN"),
    ],
)
def test_number_arithmetic(left: str, right: str, results: str) -> None:
    one, two = num(left), num(right)
    assert " ".join(map(str, (one + two, one - two, one * two, one / two))) == results
    assert (str(one), str(two)) == (left, right)


@pytest.mark.parametrize(("text", "negated"), [("0", "0"), ("1/2", "-1/2"), ("-3", "3"), ("NaN", "NaN")])
def test_number_negated(text: str, negated: str) -> None:
    assert str(-num(text)) == negated


def test_equal_numbers_have_equal_hashes() -> None:
    assert hash(RatNum(1, 2)) == hash(RatNum(-3, -6))
    assert hash(RatNum(0, 3)) == hash(RatNum(0))
    assert hash(RatNum(0, 0)) == hash(RatNum(5, 0))
    assert len({num(text) for text in NUMBERS}) == len(NUMBERS)


def test_numbers_differ_from_anything_else() -> None:
    assert RatNum(1) != 1
    assert RatNum(1) != "1"
    assert RatTerm(RatNum(1), 0) != RatNum(1)
    assert poly("1") != RatNum(1)
    assert poly("x") != term("x")


# terms


@pytest.mark.parametrize(
    ("coefficient", "exponent", "shown"),
    [
        ("1", 0, "1"),
        ("-1", 0, "-1"),
        ("1", 1, "x"),
        ("-1", 1, "-x"),
        ("1", 2, "x^2"),
        ("-1", 3, "-x^3"),
        ("2", 1, "2*x"),
        ("-1/2", 3, "-1/2*x^3"),
        ("3/4", 0, "3/4"),
        ("5", MAX_EXPONENT, "5*x^100"),
        ("11", 10, "11*x^10"),
        ("0", 5, "0"),
        ("NaN", 5, "NaN"),
    ],
)
def test_terms_are_shown_and_read(coefficient: str, exponent: int, shown: str) -> None:
    made = RatTerm(num(coefficient), exponent)
    assert str(made) == shown
    assert term(shown) == made
    assert eval(repr(made)) == made
    assert made.coefficient == num(coefficient)
    assert made.exponent == (0 if coefficient in ("0", "NaN") else exponent)
    assert made.is_zero() is (coefficient == "0")
    assert made.is_nan() is (coefficient == "NaN")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2/4*x", "1/2*x"),
        ("1*x^1", "x"),
        ("4*x^0", "4"),
        ("x^0", "1"),
        ("-x^0", "-1"),
        ("0*x^7", "0"),
        ("1/0*x", "NaN"),
        ("x^02", "x^2"),
    ],
)
def test_terms_are_read(text: str, shown: str) -> None:
    assert str(term(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "*x",
        "2x",
        "x2",
        "x*2",
        "2*",
        "x^",
        "^2",
        "x^-1",
        "x^101",
        "+x",
        "x+1",
        "NaN*x",
        "-NaN",
        "X",
        "y",
        "x^2^3",
        " x",
        "x ",
        "1/*x",
        "--x",
        "x^1/2",
        "x^x",
        "2**x",
    ],
)
def test_what_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        term(text)
    if text != "x+1":
        with pytest.raises(ValueError):
            poly(text)


@pytest.mark.parametrize("exponent", [-1, -100, MAX_EXPONENT + 1, 10**9])
def test_exponents_out_of_bounds_are_refused(exponent: int) -> None:
    for coefficient in ("1", "0", "NaN"):
        with pytest.raises(ValueError):
            RatTerm(num(coefficient), exponent)
    with pytest.raises(ValueError):
        RatPoly.monomial(3, exponent)
    with pytest.raises(ValueError):
        RatPoly.monomial(0, exponent)


@pytest.mark.parametrize(
    ("text", "x", "value"),
    [
        ("3", "5", "3"),
        ("3", "0", "3"),
        ("x", "1/2", "1/2"),
        ("2*x^3", "-1/2", "-1/4"),
        ("-x^2", "-3", "-9"),
        ("x^100", "1", "1"),
        ("x^3", "0", "0"),
        ("0", "7", "0"),
        ("NaN", "2", "NaN"),
        ("3", "NaN", "NaN"),
        ("0", "NaN", "NaN"),
        ("x", "NaN", "NaN"),
    ],
)
def test_terms_and_polynomials_of_one_are_evaluated(text: str, x: str, value: str) -> None:
    assert str(term(text).evaluate(num(x))) == value
    assert str(poly(text).evaluate(num(x))) == value


@pytest.mark.parametrize(
    ("left", "right", "total", "difference"),
    [
        ("x", "2*x", "3*x", "-x"),
        ("x^2", "-x^2", "0", "2*x^2"),
        ("0", "x^3", "x^3", "-x^3"),
        ("x^3", "0", "x^3", "x^3"),
        ("0", "0", "0", "0"),
        ("1", "1/2", "3/2", "1/2"),
        ("NaN", "x", "NaN", "NaN"),
        ("x", "NaN", "NaN", "NaN"),
        ("0", "NaN", "NaN", "NaN"),
        ("NaN", "0", "NaN", "NaN"),
    ],
)
def test_terms_added(left: str, right: str, total: str, difference: str) -> None:
    assert str(term(left) + term(right)) == total
    assert str(term(left) - term(right)) == difference


def test_terms_of_different_exponents_are_not_added() -> None:
    for left, right in (("x", "x^2"), ("1", "x"), ("x^3", "-x")):
        with pytest.raises(ValueError):
            term(left) + term(right)
        with pytest.raises(ValueError):
            term(left) - term(right)


@pytest.mark.parametrize(
    ("left", "right", "times", "quotient"),
    [
        ("x^3", "2*x", "2*x^4", "1/2*x^2"),
        ("6*x^2", "-4*x^2", "-24*x^4", "-3/2"),
        ("0", "x^5", "0", "0"),
        ("x", "0", "0", "NaN"),
        ("0", "0", "0", "NaN"),
        ("NaN", "x^2", "NaN", "NaN"),
        ("x^2", "NaN", "NaN", "NaN"),
        ("NaN", "0", "NaN", "NaN"),
        ("0", "NaN", "NaN", "NaN"),
        ("-x", "-1", "x", "x"),
    ],
)
def test_terms_multiplied_and_divided(left: str, right: str, times: str, quotient: str) -> None:
    assert str(term(left) * term(right)) == times
    assert str(term(left) / term(right)) == quotient


def test_exponents_that_leave_the_bounds() -> None:
    with pytest.raises(ValueError):
        term("x^60") * term("x^41")
    assert str(term("x^60") * term("x^40")) == "x^100"
    with pytest.raises(ValueError):
        term("x") / term("x^2")
    with pytest.raises(ValueError):
        term("3") / term("x")
    with pytest.raises(ValueError):
        term("x^100").antiderivative()
    assert str(term("101*x^99").antiderivative()) == "101/100*x^100"


@pytest.mark.parametrize(
    ("text", "derivative", "antiderivative"),
    [
        ("0", "0", "0"),
        ("7", "0", "7*x"),
        ("x", "1", "1/2*x^2"),
        ("-1/2*x^3", "-3/2*x^2", "-1/8*x^4"),
        ("NaN", "NaN", "NaN"),
        ("x^2", "2*x", "1/3*x^3"),
    ],
)
def test_term_calculus(text: str, derivative: str, antiderivative: str) -> None:
    assert str(term(text).derivative()) == derivative
    assert str(term(text).antiderivative()) == antiderivative
    assert str(-term(text)) == str(-poly(text))


def test_equality_of_terms() -> None:
    assert term("x") == RatTerm(RatNum(2, 2), 1)
    assert term("x") != term("x^2")
    assert term("x") != term("2*x")
    assert hash(term("1/2*x")) == hash(term("2/4*x"))
    assert RatTerm(RatNum(0), 3) == RatTerm(RatNum(0), 8)
    assert hash(RatTerm(RatNum(0), 3)) == hash(RatTerm(RatNum(0), 8))


# polynomials


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0", "0"),
        ("-0", "0"),
        ("1-x+1/2*x^2-x", "1/2*x^2-2*x+1"),
        ("x-x", "0"),
        ("x+x", "2*x"),
        ("-x^2+1", "-x^2+1"),
        ("-x-1", "-x-1"),
        ("1+x", "x+1"),
        ("x^2+x^10+x^9", "x^10+x^9+x^2"),
        ("0*x^5+2", "2"),
        ("x+0", "x"),
        ("-3/6", "-1/2"),
        ("NaN", "NaN"),
        ("1/0", "NaN"),
        ("x+1/0*x^2-3", "NaN"),
        ("x^3-2*x+3", "x^3-2*x+3"),
        ("x^100+x^99", "x^100+x^99"),
        ("x^2+3-x^2", "3"),
    ],
)
def test_polynomials_are_read_and_shown(text: str, shown: str) -> None:
    assert str(poly(text)) == shown
    assert repr(poly(text)) == f"RatPoly.parse('{shown}')"
    assert eval(repr(poly(text))) == poly(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "-",
        "+x",
        "x+",
        "x-",
        "x--1",
        "x+-1",
        "x-+1",
        "x++1",
        "x - 1",
        "NaN+1",
        "x+NaN",
        "-NaN",
        "x+y",
        "x;1",
        "x+x^101",
        "1+*x",
    ],
)
def test_what_is_no_polynomial_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        poly(text)


def test_polynomials_of_terms() -> None:
    assert str(RatPoly()) == "0"
    assert str(RatPoly([])) == "0"
    assert str(RatPoly([term("1"), term("x^2"), term("3*x")])) == "x^2+3*x+1"
    assert str(RatPoly([term("x"), term("x"), term("-2*x")])) == "0"
    assert str(RatPoly([term("x"), term("0"), term("2")])) == "x+2"
    assert str(RatPoly([term("x"), term("NaN"), term("2")])) == "NaN"
    assert str(RatPoly(term(text) for text in ("1", "x"))) == "x+1"
    assert str(RatPoly((term("x"),))) == "x"
    assert RatPoly([term("x"), term("NaN")]) == poly("NaN")


def test_polynomials_do_not_share_the_list_they_are_given() -> None:
    given = [term("x"), term("1")]
    made = RatPoly(given)
    given.append(term("x^5"))
    given[0] = term("NaN")
    assert str(made) == "x+1"
    assert given[1:] == [term("1"), term("x^5")]
    mine = [term("1"), term("x"), term("x")]
    RatPoly(mine)
    assert mine == [term("1"), term("x"), term("x")]


def test_terms_are_handed_out_as_a_list_of_its_own() -> None:
    made = poly("x^2-1/2*x")
    assert made.terms() == [term("x^2"), term("-1/2*x")]
    made.terms().clear()
    made.terms().append(term("7"))
    assert str(made) == "x^2-1/2*x"
    assert made.terms() == [term("x^2"), term("-1/2*x")]
    assert poly("0").terms() == []
    assert poly("NaN").terms() == [term("NaN")]
    assert isinstance(made.terms(), list)


def test_monomials() -> None:
    assert str(RatPoly.monomial(3, 2)) == "3*x^2"
    assert str(RatPoly.monomial(-1, 1)) == "-x"
    assert str(RatPoly.monomial(5, 0)) == "5"
    assert str(RatPoly.monomial(0, 9)) == "0"
    assert str(RatPoly.monomial(1, 100)) == "x^100"


@pytest.mark.parametrize(
    ("text", "degree", "nan", "zero"),
    [
        ("0", 0, False, True),
        ("7", 0, False, False),
        ("x", 1, False, False),
        ("1-x^4+x", 4, False, False),
        ("x^2+x^10", 10, False, False),
        ("x^3-x^3+x", 1, False, False),
        ("x-x", 0, False, True),
        ("NaN", 0, True, False),
        ("x^100", 100, False, False),
    ],
)
def test_degree_nan_and_zero(text: str, degree: int, nan: bool, zero: bool) -> None:
    made = poly(text)
    assert made.degree() == degree
    assert made.is_nan() is nan
    assert made.is_zero() is zero


def test_coefficients() -> None:
    made = poly("2*x^3-1/2*x")
    assert [str(made.coefficient(power)) for power in range(5)] == ["0", "-1/2", "0", "2", "0"]
    assert str(made.coefficient(-1)) == "0"
    assert str(made.coefficient(1000)) == "0"
    assert str(poly("0").coefficient(0)) == "0"
    assert str(poly("NaN").coefficient(0)) == "NaN"
    assert str(poly("NaN").coefficient(3)) == "NaN"
    assert str(poly("4").coefficient(0)) == "4"


@pytest.mark.parametrize(
    ("text", "factor", "scaled"),
    [
        ("x^2-1", "1/2", "1/2*x^2-1/2"),
        ("x^2-1", "0", "0"),
        ("x^2-1", "-1", "-x^2+1"),
        ("0", "5", "0"),
        ("0", "NaN", "NaN"),
        ("x", "NaN", "NaN"),
        ("NaN", "0", "NaN"),
        ("NaN", "2", "NaN"),
        ("2/3*x^4", "3/2", "x^4"),
    ],
)
def test_scaling(text: str, factor: str, scaled: str) -> None:
    assert str(poly(text).scale(num(factor))) == scaled


@pytest.mark.parametrize(
    ("left", "right", "total", "difference", "times"),
    [
        ("x+1", "x-1", "2*x", "2", "x^2-1"),
        ("x+1", "0", "x+1", "x+1", "0"),
        ("0", "x+1", "x+1", "-x-1", "0"),
        ("x^3-2*x+3", "2*x-3", "x^3", "x^3-4*x+6", "2*x^4-3*x^3-4*x^2+12*x-9"),
        ("x^2", "x^2", "2*x^2", "0", "x^4"),
        ("-1/2*x", "x^3", "x^3-1/2*x", "-x^3-1/2*x", "-1/2*x^4"),
        ("x^2+1", "x^5+x", "x^5+x^2+x+1", "-x^5+x^2-x+1", "x^7+x^5+x^3+x"),
        ("NaN", "x", "NaN", "NaN", "NaN"),
        ("x", "NaN", "NaN", "NaN", "NaN"),
        ("0", "NaN", "NaN", "NaN", "NaN"),
        ("NaN", "0", "NaN", "NaN", "NaN"),
        ("NaN", "NaN", "NaN", "NaN", "NaN"),
        ("3", "1/3", "10/3", "8/3", "1"),
        ("x+x^2", "x-x^2", "2*x", "2*x^2", "-x^4+x^2"),
    ],
)
def test_polynomial_arithmetic(left: str, right: str, total: str, difference: str, times: str) -> None:
    one, two = poly(left), poly(right)
    before = str(one), str(two)
    assert str(one + two) == total
    assert str(one - two) == difference
    assert str(one * two) == times
    assert str(two + one) == total
    assert str(two * one) == times
    assert (str(one), str(two)) == before


def test_products_of_too_great_a_degree() -> None:
    with pytest.raises(ValueError):
        poly("x^60+1") * poly("x^41-1")
    assert poly("x^60") * poly("x^40") == poly("x^100")
    assert (poly("x^100") * poly("0")).is_zero()
    assert (poly("x^100") * poly("NaN")).is_nan()
    assert poly("x^100") * poly("2") == poly("2*x^100")


@pytest.mark.parametrize(
    ("left", "right", "quotient", "remainder"),
    [
        ("x^3-2*x+3", "3*x^2", "1/3*x", "-2*x+3"),
        ("x^2-1", "x+1", "x-1", "0"),
        ("x^2+2", "x+1", "x-1", "3"),
        ("x+1", "x^2", "0", "x+1"),
        ("0", "x", "0", "0"),
        ("5", "2", "5/2", "0"),
        ("x^2", "2", "1/2*x^2", "0"),
        ("0", "3", "0", "0"),
        ("x", "0", "NaN", "NaN"),
        ("0", "0", "NaN", "NaN"),
        ("NaN", "x", "NaN", "NaN"),
        ("x", "NaN", "NaN", "NaN"),
        ("0", "NaN", "NaN", "NaN"),
        ("NaN", "0", "NaN", "NaN"),
        ("2*x^5-x^4+7", "-x^2+x-1/2", "-2*x^3-x^2+1/2", "-1/2*x+29/4"),
        ("x^5", "x^2+1", "x^3-x", "x"),
        ("x^100-1", "x^50-1", "x^50+1", "0"),
        ("-4*x^3+x", "2*x", "-2*x^2+1/2", "0"),
        ("x^2+x+1", "x^2+x+1", "1", "0"),
        ("x+1", "2*x", "1/2", "1"),
        ("3", "x", "0", "3"),
    ],
)
def test_polynomial_division(left: str, right: str, quotient: str, remainder: str) -> None:
    one, two = poly(left), poly(right)
    before = str(one), str(two)
    assert str(one // two) == quotient
    assert str(one % two) == remainder
    assert (str(one), str(two)) == before


def test_division_undoes_multiplication() -> None:
    for left, right in product(POLYS[:-1], repeat=2):
        one, two = poly(left), poly(right)
        if not two.is_zero():
            assert (one * two) // two == one
            assert ((one * two) % two).is_zero()
            assert (one // two) * two + one % two == one


@pytest.mark.parametrize(
    ("text", "x", "value"),
    [
        ("x^2-2", "1/2", "-7/4"),
        ("x^2-2", "0", "-2"),
        ("2*x^3-x+5", "-2", "-9"),
        ("0", "3", "0"),
        ("x^10-x", "2", "1022"),
        ("NaN", "0", "NaN"),
        ("x^2+x", "NaN", "NaN"),
        ("1/3*x-1/2", "3/4", "-1/4"),
        ("x^3+x^2+x+1", "-1", "0"),
    ],
)
def test_evaluation(text: str, x: str, value: str) -> None:
    assert str(poly(text).evaluate(num(x))) == value


@pytest.mark.parametrize(
    ("text", "constant", "derivative", "antiderivative"),
    [
        ("0", "0", "0", "0"),
        ("0", "5/2", "0", "5/2"),
        ("7", "-1", "0", "7*x-1"),
        ("3*x^2+1", "5", "6*x", "x^3+x+5"),
        ("x^4-1/2*x^2+x", "0", "4*x^3-x+1", "1/5*x^5-1/6*x^3+1/2*x^2"),
        ("NaN", "1", "NaN", "NaN"),
        ("x+2", "NaN", "1", "NaN"),
        ("0", "NaN", "0", "NaN"),
    ],
)
def test_calculus(text: str, constant: str, derivative: str, antiderivative: str) -> None:
    made = poly(text)
    assert str(made.derivative()) == derivative
    assert str(made.antiderivative(num(constant))) == antiderivative
    assert str(made) == text


def test_antiderivatives_of_too_great_a_degree() -> None:
    with pytest.raises(ValueError):
        poly("x^100+1").antiderivative(RatNum(0))
    assert str(poly("100*x^99").antiderivative(RatNum(1))) == "x^100+1"


@pytest.mark.parametrize(
    ("text", "lower", "upper", "value"),
    [
        ("2*x", 0.0, 3.0, 9.0),
        ("2*x", 3.0, 0.0, -9.0),
        ("x^2-1/2", -1.0, 2.0, 1.5),
        ("0", 1.0, 5.0, 0.0),
        ("4", -1.5, 1.5, 12.0),
        ("x^3", -2.0, 2.0, 0.0),
        ("x", 1000.0, -1000.0, 0.0),
        ("6*x^5", 0.0, 1000.0, 1e18),
        ("101*x^100", 0.0, 1.0, 1.0),
        ("x^2", 1.0, 1.0, 0.0),
    ],
)
def test_integrals(text: str, lower: float, upper: float, value: float) -> None:
    found = poly(text).integrate(lower, upper)
    assert isinstance(found, float)
    assert found == pytest.approx(value)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [(0.0, 1000.5), (-1001.0, 0.0), (math.inf, 0.0), (0.0, -math.inf), (math.nan, 0.0), (0.0, math.nan)],
)
def test_bounds_are_bounded(lower: float, upper: float) -> None:
    for text in ("x", "0", "NaN"):
        with pytest.raises(ValueError):
            poly(text).integrate(lower, upper)


def test_integral_of_nan() -> None:
    assert math.isnan(poly("NaN").integrate(0.0, 1.0))


RISING = (
    "-x^5",
    "-x^2+1000",
    "-x",
    "-3",
    "-1/2",
    "0",
    "1/3",
    "1",
    "x-5",
    "x",
    "x+1",
    "2*x",
    "x^2-100*x",
    "x^2",
    "x^3",
    "NaN",
)


def test_polynomials_are_ordered() -> None:
    for (one, left), (two, right) in product(enumerate(RISING), repeat=2):
        assert poly(left).compare_to(poly(right)) == (one > two) - (one < two)


def test_equality_of_polynomials() -> None:
    for (one, left), (two, right) in product(enumerate(POLYS), repeat=2):
        assert (poly(left) == poly(right)) is (one == two)
        assert (poly(left) != poly(right)) is (one != two)
    assert poly("x+1") == poly("1+x")
    assert hash(poly("x+1")) == hash(poly("1+x"))
    assert hash(poly("x-x")) == hash(RatPoly())
    assert poly("x") - poly("x") == RatPoly()
    assert hash(poly("x") + poly("1")) == hash(poly("x+1"))
    assert len({poly(text) for text in POLYS}) == len(POLYS)


def test_nothing_changes_when_it_is_looked_at() -> None:
    for text in POLYS:
        made = poly(text)
        for _ in range(2):
            made.degree(), made.terms(), hash(made), repr(made), made.derivative(), -made, made.coefficient(1)
            made.antiderivative(RatNum(1)), made.evaluate(RatNum(2)), made.scale(RatNum(3)), made + made, made * made
            made // poly("x+1"), made % poly("x+1"), made.compare_to(poly("x")), made.integrate(0.0, 1.0)
            assert str(made) == text
            assert made == poly(text)
