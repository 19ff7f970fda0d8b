"""Which asserts of a function are its preconditions."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any

import pytest

from caddis.judge.asserts import asserts_of_state, leading_asserts


def plain(one: int, *, other: int = 0) -> int:
    """The docstring does not count."""
    assert one > 0
    if other < 0:
        raise ValueError(other)
    assert other > 0, "given"
    total = one + other
    assert total > one
    return total


def of_something_else() -> None:
    """There is no parameter to speak of."""
    assert plain


class Thing:
    """With methods."""

    def of_the_receiver(self) -> None:
        """Its state is its own affair."""
        assert self.__dict__ == {}

    def of_both(self, one: int) -> None:
        """The argument may be to blame."""
        assert self.__dict__ == {one: one}

    def of_an_argument(self, one: int) -> None:
        """As with functions."""
        assert one

    @staticmethod
    def static(one: int) -> None:
        """The first is no receiver here."""
        assert one


def lines(function: Callable[..., Any]) -> list[int]:
    """The lines of the leading asserts, counted from the first of the function."""
    code: CodeType = function.__code__
    return sorted(line - code.co_firstlineno for line in leading_asserts(code))


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (plain, [2, 5]),
        (of_something_else, []),
        (Thing.of_the_receiver, []),
        (Thing.of_both, [2]),
        (Thing.of_an_argument, [2]),
        (Thing.static, [3]),
        (lambda one: one, []),
        (eval("lambda one: one"), []),
    ],
)
def test_leading_asserts_speak_of_a_parameter(function: Callable[..., Any], expected: list[int]) -> None:
    """Only other checks may stand before them; functions without a source have none."""
    assert lines(function) == expected


@pytest.mark.parametrize(
    ("function", "expected"),
    [(plain, 0), (of_something_else, 0), (Thing.of_the_receiver, 1), (Thing.of_both, 0), (Thing.static, 0)],
)
def test_asserts_of_state_speak_of_the_receiver_alone(function: Callable[..., Any], expected: int) -> None:
    """What else they speak of may be wrong instead."""
    assert len(asserts_of_state(function.__code__)) == expected
