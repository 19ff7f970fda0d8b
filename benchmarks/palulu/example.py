"""The example run that models are learned from: three lines, nine operations, as in section 3.1 of the paper."""

from ratpoly import RatNum, RatPoly

first = RatPoly.parse("1/2*x^2-2*x+1") + RatPoly.monomial(3, 1)
second = first * first.derivative() - RatPoly.parse("x^3-2*x")
value = second.evaluate(RatNum(-2, 3))
