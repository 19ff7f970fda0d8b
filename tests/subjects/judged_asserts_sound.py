"""Asserts at the top of functions: preconditions that the target keeps."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def root(number: int) -> int:
    """What it asserts first is for its callers."""
    assert number >= 0, "no root of a negative number"
    return int(number**0.5)


def root_of_difference(one: int, other: int) -> int:
    return root(abs(one - other))


class Spiral:
    def __init__(self, turns: int) -> None:
        if turns > 1_000:
            raise ValueError(turns)
        assert isinstance(turns, int)
        assert turns > 0
        self.turns = turns

    def unwound(self) -> Spiral:
        return Spiral(max(1, self.turns - 1))


def middle(numbers: list[int]) -> int:
    """What it asserts later is its own affair."""
    ordered = sorted(numbers)
    assert len(ordered) == len(numbers)
    return ordered[len(ordered) // 2] if ordered else 0


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*arguments)

    return call


@logged
def half(number: int) -> int:
    """Called through a decorator, it is called by us all the same."""
    assert number % 2 == 0
    return number // 2


def quarter(number: int) -> int:
    """Lets a helper of its own look at what it is given."""
    return _halved(_halved(number))


def _halved(number: int) -> int:
    assert number >= 0
    return number // 2


class Coil(Spiral):
    """Is made as its base is."""

    def __init__(self, turns: int) -> None:
        super().__init__(turns)


class Spring:
    def __init__(self, turns: int) -> None:
        self.spiral = Spiral(max(1, min(turns, 9)))
