"""Questions that every object answers, and what must not depend on when they are asked."""

from __future__ import annotations

from typing import Any

from caddis.judge.contracts.claims import Claims, has
from caddis.judge.contracts.contract import Asked, Breach, Law
from caddis.judge.contracts.parts import holds_nan
from caddis.judge.tracebacks import raised_on_purpose
from caddis.model.outcome import OutOfTime
from caddis.model.verdict import Confidence


class EqualsItself(Law):
    name = "equals_itself"
    about = "`x == x`, unless `x` holds a NaN or answers as arrays do"
    why = "an object that does not equal itself is not found in a list that it was put into"
    methods = ("__eq__",)
    lines = ("assert {0} == {0}",)

    def breach(self, *values: object) -> Breach | None:
        (value,) = values
        # only a plain False counts: array-likes answer with arrays
        if (value == value) is not False or holds_nan(value):  # noqa: PLR0124 - this is the question
            return None
        return Breach(self.lines)


class EqualityNeverRaises(Asked):
    name = "equality_never_raises"
    about = "`x == x` returns"
    why = "comparing an object with itself has an answer"
    of_parts = True
    methods = ("__eq__",)
    lines = ("assert {0} == {0}",)

    def ask(self, value: object) -> object:
        return value == value  # noqa: PLR0124 - this is the question


class HashNeverRaises(Asked):
    name = "hash_never_raises"
    about = (
        "`hash(x)` returns, where the class defines it, does not refuse it on purpose, and we put nothing unhashable in"
    )
    why = "a class that defines `__hash__` says that its instances can be hashed"
    methods = ("__hash__",)
    lines = ("hash({0})",)
    refusable = (TypeError,)

    def ask(self, value: object) -> object:
        return hash(value)


class ReprNeverRaises(Asked):
    name = "repr_never_raises"
    about = "`repr(x)` returns"
    why = "`repr` is what debuggers and error messages call, and it has to work on every object"
    of_parts = True
    methods = ("__repr__",)
    lines = ("repr({0})",)

    def ask(self, value: object) -> object:
        return repr(value)


class StrNeverRaises(Asked):
    name = "str_never_raises"
    about = "`str(x)` returns"
    why = "every object can be shown"
    of_parts = True
    methods = ("__str__",)
    lines = ("str({0})",)

    def ask(self, value: object) -> object:
        return str(value)


class BoolNeverRaises(Asked):
    name = "bool_never_raises"
    about = "`bool(x)` returns, unless it refuses on purpose"
    why = "a class that defines `__bool__` says that its instances are true or false"
    methods = ("__bool__",)
    refusable = (Exception,)
    lines = ("bool({0})",)

    def ask(self, value: object) -> object:
        return bool(value)


class LenIsNotNegative(Asked):
    name = "len_is_not_negative"
    about = "`len(x)` returns a number that is not negative, unless it refuses on purpose"
    why = "a class that defines `__len__` says that its instances have a length"
    methods = ("__len__",)
    refusable = (Exception,)
    lines = ("assert len({0}) >= 0",)

    def ask(self, value: Any) -> object:
        return len(value)


OTHERS: tuple[tuple[str, object, bool], ...] = (
    ("object()", object(), False),
    ("None", None, False),
    ("0", 0, True),
    ('"a"', "a", True),
)
"""What objects are compared with that are not of their kind: spelling, value, whether a class may know such values."""


class EqualityAcceptsOthers(Law):
    name = "equality_accepts_others"
    about = "`x == other` returns for an `other` of another kind: an `object()`, `None`, a number, a text"
    why = "`==` with an object of another kind is answered with False, by way of NotImplemented, not by raising"
    methods = ("__eq__",)

    def breach(self, *values: object) -> Breach | None:
        (value,) = values
        for source, other, may_be_known in OTHERS:
            try:
                value == other  # noqa: B015 - only raising breaks the law
            except OutOfTime:
                raise
            except Exception as exception:  # noqa: BLE001 - code of the target may raise anything
                return Breach(
                    ("other = " + source, "assert ({0} == other) is False"),
                    exception=exception,
                    confidence=_sureness(exception, may_be_known=may_be_known),
                )
        return None


def _sureness(exception: BaseException, *, may_be_known: bool) -> Confidence:
    if not raised_on_purpose(exception):
        return Confidence.HIGH
    # a class that reads texts may refuse one that it cannot read
    return Confidence.LOW if may_be_known else Confidence.MEDIUM


class UnequalIsNotEqual(Law):
    name = "unequal_is_not_equal"
    about = "`x != y` is the opposite of `x == y`"
    why = "`!=` and `==` must not both be true, or both be false"
    methods = ("__ne__", "__eq__")
    lines = ("assert ({0} != {1}) is not ({0} == {1})",)
    with_itself = True

    def concerns(self, cls: type, claims: Claims) -> bool:
        # that of `object` asks `__eq__`; a builtin class has its own, which a subclass may have forgotten
        return has(cls, "__ne__") and claims.own(cls, *self.methods)

    def holds(self, *values: object) -> bool:
        one, other = values
        equal, unequal = one == other, one != other
        if type(equal) is not bool or type(unequal) is not bool:
            return True
        return equal is not unequal or holds_nan(one)


class HashIsStable(Law):
    name = "hash_is_stable"
    about = "`hash(x)` stays the same while `x` is only looked at"
    why = "an object whose hash changes is lost in the sets and dicts that hold it"
    methods = ("__hash__",)
    lines = ("before = hash({0})", "repr({0})", "assert hash({0}) == before")

    def holds(self, *values: object) -> bool:
        (value,) = values
        before = hash(value)
        repr(value)
        return hash(value) == before
