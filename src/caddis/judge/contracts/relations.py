"""Equality and order between the values of one class, or of several of the target's."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any, ClassVar

from caddis.judge.contracts.claims import Claims, has
from caddis.judge.contracts.contract import Breach, Law
from caddis.judge.contracts.parts import holds_nan
from caddis.model.verdict import Confidence

COMPARISONS = ("__lt__", "__le__", "__gt__", "__ge__")


class EqualObjectsHashEqual(Law):
    name = "equal_objects_hash_equal"
    about = "`x == y` implies `hash(x) == hash(y)`"
    why = "a set or a dict does not find an object by an equal one that hashes otherwise"
    methods = ("__hash__", "__eq__")
    lines = ("assert {0} == {1}", "assert hash({0}) == hash({1})")

    def concerns(self, cls: type, claims: Claims) -> bool:
        # who defines `__eq__` alone has no hash, unless a base lends one; that of `object` goes by identity
        hashes = getattr(cls, "__hash__", None) is not None
        return has(cls, "__eq__") and hashes and claims.own(cls, *self.methods)

    def holds(self, *values: object) -> bool:
        one, other = values
        return (one == other) is not True or hash(one) == hash(other)


class EqualityIsSymmetric(Law):
    name = "equality_is_symmetric"
    about = "`x == y` says the same as `y == x`"
    why = "whether two objects are equal must not depend on which of them is asked"
    methods = ("__eq__",)
    lines = ("assert ({0} == {1}) is ({1} == {0})",)

    def holds(self, *values: object) -> bool:
        one, other = values
        return _agree(one == other, other == one)


class EqualityIsTransitive(Law):
    name = "equality_is_transitive"
    about = "`x == y` and `y == z` imply `x == z`"
    why = "of three objects of which two pairs are equal, the third pair is equal too"
    confidence = Confidence.MEDIUM
    methods = ("__eq__",)
    among = "__eq__"
    lines = ("assert {0} == {1}", "assert {1} == {2}", "assert {0} == {2}")

    def holds(self, *values: object) -> bool:
        one, two, three = values
        return not ((one == two) is True and (two == three) is True and (one == three) is False)


class _Order(Law):
    methods: ClassVar[tuple[str, ...]] = COMPARISONS
    among = "__lt__"

    def concerns(self, cls: type, claims: Claims) -> bool:
        """Whether a class orders its instances, in any way."""
        return claims.own(cls, *self.methods)


class NotBeforeItself(_Order):
    name = "not_before_itself"
    about = "neither `x < x` nor `x > x`"
    why = "no object comes before itself"
    confidence = Confidence.MEDIUM

    def breach(self, *values: Any) -> Breach | None:
        (value,) = values
        for sign, method in (("<", "__lt__"), (">", "__gt__")):
            if has(type(value), method) and _compared(sign, value, value) is True and not holds_nan(value):
                return Breach((f"assert not {{0}} {sign} {{0}}",), method=method)
        return None


class OrderIsAsymmetric(_Order):
    name = "order_is_asymmetric"
    about = "not both `x < y` and `y < x`"
    why = "of two objects only one can come before the other"
    confidence = Confidence.MEDIUM
    methods = ("__lt__",)
    lines = ("assert not ({0} < {1} and {1} < {0})",)

    def holds(self, *values: Any) -> bool:
        one, other = values
        return not ((one < other) is True and (other < one) is True)


class OrderIsMirrored(_Order):
    name = "order_is_mirrored"
    about = "`x < y` says the same as `y > x`, and `x <= y` the same as `y >= x`"
    why = "`<` and `>` are one question asked from two sides"
    confidence = Confidence.MEDIUM

    def breach(self, *values: Any) -> Breach | None:
        one, other = values
        for sign, mirrored, method in (("<", ">", "__lt__"), ("<=", ">=", "__le__")):
            for left, right, places in ((one, other, "01"), (other, one, "10")):
                if not _agree(_compared(sign, left, right), _compared(mirrored, right, left)):
                    first, second = (f"{{{place}}}" for place in places)
                    claim = f"assert ({first} {sign} {second}) is ({second} {mirrored} {first})"
                    # an order of intervals may mean two things by `<=` and `>=`, such as "not after" and "not before"
                    sure = None if sign == "<" else Confidence.LOW
                    return Breach((claim,), method=method, confidence=sure)
        return None


class OrderAgreesWithEquality(_Order):
    name = "order_agrees_with_equality"
    about = "`x < y` implies `x != y` and `x <= y`; `x <= y` and `y <= x` imply `x == y`"
    why = "what comes before another object is not equal to it, and what comes neither before nor after it is"
    confidence = Confidence.MEDIUM

    def concerns(self, cls: type, claims: Claims) -> bool:
        return super().concerns(cls, claims) and claims.own(cls, "__eq__")

    def breach(self, *values: Any) -> Breach | None:
        one, other = values
        if holds_nan(one) or holds_nan(other):
            return None
        less, at_most, equal = (_compared(sign, one, other) for sign in ("<", "<=", "=="))
        if less is True and equal is True:
            return Breach(("assert not ({0} < {1} and {0} == {1})",), method="__lt__")
        if less is True and at_most is False:
            return Breach(("assert not {0} < {1} or {0} <= {1}",), method="__le__")
        if at_most is True and equal is False and _compared("<=", other, one) is True:
            # sets are ordered by inclusion; others may mean something else by `<=`, such as "not entirely after"
            sure = Confidence.MEDIUM if isinstance(one, AbstractSet) else Confidence.LOW
            claim = ("assert not ({0} <= {1} and {1} <= {0}) or {0} == {1}",)
            return Breach(claim, method="__le__", confidence=sure)
        return None


class OrderIsTransitive(_Order):
    name = "order_is_transitive"
    about = "`x < y` and `y < z` imply `x < z`"
    why = "sorting relies on it"
    confidence = Confidence.MEDIUM
    methods = ("__lt__",)
    lines = ("assert {0} < {1}", "assert {1} < {2}", "assert {0} < {2}")

    def holds(self, *values: Any) -> bool:
        one, two, three = values
        return not ((one < two) is True and (two < three) is True and (one < three) is False)


def _agree(one: object, other: object) -> bool:
    """Whether two answers say the same; answers that are no truths say nothing."""
    return type(one) is not bool or type(other) is not bool or one is other


def _compared(sign: str, one: Any, other: Any) -> object:
    """The answer to a comparison; None where it is refused."""
    try:
        return _COMPARE[sign](one, other)
    except TypeError:
        return None


_COMPARE = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "==": lambda one, other: one == other,
}
