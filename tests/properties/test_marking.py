"""`@check` changes nothing about what it marks, and what it was told is judged later."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from caddis import check
from caddis.properties.marking import Check, mark_of


def marked(function: Any) -> Check:
    """What is known of a marked thing."""
    found = mark_of(function)
    assert found is not None
    return found


def test_what_is_marked_stays_what_it_was() -> None:
    """It can be called as ever."""

    @check
    def double(number: int) -> int:
        return 2 * number

    assert double(4) == 8
    assert marked(double).complaint() is None


def test_what_is_not_marked_is_no_property() -> None:
    """Nor is a class below a marked one, or a value that cannot hold anything."""

    @check
    class Base: ...

    class Derived(Base): ...

    assert mark_of(Base) is not None
    assert mark_of(Derived) is None
    assert mark_of(3) is None
    assert mark_of(len) is None


def test_static_and_class_methods_are_marked_in_either_order() -> None:
    """Above or below the other decorator."""

    class Holder:
        @check
        @staticmethod
        def above() -> None: ...

        @classmethod
        @check(examples=3)
        def below(cls) -> None: ...

    assert mark_of(vars(Holder)["above"]) is not None
    assert marked(vars(Holder)["below"]).examples == 3


def test_coroutines_are_marked_too() -> None:
    """And stay coroutines."""

    @check
    async def waits() -> int:
        return 1

    assert asyncio.run(waits()) == 1
    assert mark_of(waits) is not None


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"raises": 42}, "@check(raises=...) takes an exception class or a tuple of them, not 42"),
        ({"raises": (KeyError, "x")}, "@check(raises=...) takes an exception class or a tuple of them, not 'x'"),
        ({"discards": int}, "@check(discards=...) takes an exception class or a tuple of them, not <class 'int'>"),
        ({"examples": 0}, "@check(examples=...) takes a whole number from 1, not 0"),
        ({"examples": True}, "@check(examples=...) takes a whole number from 1, not True"),
        ({"time": -1}, "@check(time=...) takes a number of seconds above 0, not -1"),
        ({"time": float("nan")}, "@check(time=...) takes a number of seconds above 0, not nan"),
        ({"raises": KeyError, "examples": 5, "time": 0.5, "discards": (OSError,)}, None),
    ],
)
def test_nonsense_is_complained_about_later(told: dict[str, Any], complaint: str | None) -> None:
    """Not when it is said: no test run should end over it."""

    @check(**told)
    def anything() -> None: ...

    assert marked(anything).complaint() == complaint
