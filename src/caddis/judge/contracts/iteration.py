"""What is iterated, counted and contained agrees."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from itertools import islice
from typing import Any

from caddis.judge.contracts.claims import Claims, has, is_iterator
from caddis.judge.contracts.contract import Breach, Check, Law
from caddis.judge.contracts.parts import holds_iterator
from caddis.model.verdict import Confidence

MOST = 200
"""Longer ones are not iterated: they cost too much, or never end."""
ASKED = 10
"""Items that are looked for again."""


class _OfIterables(Law):
    def concerns(self, cls: type, claims: Claims) -> bool:
        return super().concerns(cls, claims) and not is_iterator(cls)


class LenAgreesWithIteration(_OfIterables):
    name = "len_agrees_with_iteration"
    about = "`len(x)` is the number of items that iterating gives"
    why = "`len` and iteration must speak of the same items"
    methods = ("__len__", "__iter__")
    lines = ("assert len({0}) == len(list({0}))",)

    def holds(self, *values: object) -> bool:
        (value,) = values
        length = len(value)  # type: ignore[arg-type]
        return length > MOST or len(list(islice(value, length + 1))) == length  # type: ignore[call-overload]


class InAgreesWithIteration(_OfIterables):
    name = "in_agrees_with_iteration"
    about = "each item that iterating gives is `in x`"
    why = "`in` must find what iteration shows"
    confidence = Confidence.MEDIUM
    methods = ("__contains__", "__iter__")
    lines = ("assert all(item in {0} for item in {0})",)

    def of(self, cls: type, claims: Claims) -> Check | None:
        if not self.concerns(cls, claims):
            return None
        taken = _taken(cls)

        def breach(value: Any) -> Breach | None:
            items = [item for item in islice(value, ASKED) if _equals_itself(item)]
            missing = [item for item in items if item not in value]
            if not missing or (taken and not any(isinstance(item, taken) for item in missing)):
                return None
            # where nothing at all is found, `in` may ask something else of objects than whether they are items
            other = len(missing) == len(items) and all(claims.is_ours(type(item)) for item in items)
            return Breach(self.lines, confidence=Confidence.LOW if other else None)

        return breach


def _taken(cls: type) -> tuple[type, ...]:
    """The classes of what `in` may be asked about, where the class says so."""
    try:
        hints = typing.get_type_hints(getattr(cls, "__contains__"))  # noqa: B009 - of the class, whatever it is
    except Exception:  # noqa: BLE001 - annotations of the target's may say anything
        return ()
    said = [hint for name, hint in hints.items() if name != "return"][:1]
    options = [option for hint in said for option in (typing.get_args(hint) or (hint,))]
    known = [option for option in options if isinstance(option, type) and option is not object]
    return tuple(known) if len(known) == len(options) else ()


def _equals_itself(item: object) -> bool:
    return bool(item == item)  # noqa: PLR0124 - NaN does not


class IteratesTheSameTwice(_OfIterables):
    name = "iterates_the_same_twice"
    about = "iterating `x` twice gives the same items, unless `x` is an iterator or holds one"
    why = "only an iterator is used up by iterating; an iterable starts anew each time"
    confidence = Confidence.MEDIUM
    methods = ("__iter__",)
    lines = ("assert list({0}) == list({0})",)

    def holds(self, *values: Any) -> bool:
        (value,) = values
        once, again = _items(value), _items(value)
        return alike(once, again) or iter(value) is value or holds_iterator(value)


class ReversedAgreesWithIteration(_OfIterables):
    name = "reversed_agrees_with_iteration"
    about = "`reversed(x)` gives the items of iteration, the last one first"
    why = "`reversed` must go the same way backwards"
    confidence = Confidence.MEDIUM
    methods = ("__reversed__", "__iter__")
    lines = ("assert list(reversed({0})) == list({0})[::-1]",)

    def holds(self, *values: Any) -> bool:
        (value,) = values
        items = _items(value)
        return len(items) > MOST or alike(_items(reversed(value)), items[::-1]) or holds_iterator(value)


def _items(value: Iterable[object]) -> list[object]:
    return list(islice(value, MOST + 1))


def alike(some: list[object], others: list[object]) -> bool:
    """Whether two lists have the same items; of items that are compared by identity, whether of the same classes."""
    return len(some) == len(others) and all(map(_alike, some, others))


def _alike(one: object, other: object) -> bool:
    if one is other:
        return True
    if type(one) is type(other) and type(one) in (tuple, list):
        return alike([*one], [*other])  # type: ignore[misc]
    if not has(type(one), "__eq__"):
        return type(one) is type(other)
    return (one == other) is not False or not _equals_itself(one)
