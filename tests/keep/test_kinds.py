"""What kind of value something is."""

from __future__ import annotations

from collections import deque

import pytest

from caddis.keep.kinds import kind_of


class Held:
    """Holds a value."""

    def __init__(self, value: object) -> None:
        self.value = value


class Slotted:
    """Holds one in a slot, perhaps."""

    __slots__ = ("value",)


class Loud(list):  # type: ignore[type-arg]
    """Its own code is not to be run."""

    def __len__(self) -> int:
        raise AssertionError

    def __iter__(self):  # type: ignore[no-untyped-def]
        raise AssertionError


ALIKE = [
    (3, 700),
    (-1, -9),
    (0.5, 1e300),
    ("abc", "xyz"),
    ("7", "12"),
    ([1, 2], [3, 4, 5]),
    ({1, 2}, {5, 6, 7}),
    (Held(3), Held(4)),
    (Held([2]), Held([9])),
]
UNLIKE = [
    (0, 1),
    (-1, 1),
    (0, False),
    (None, 0),
    (0.0, float("nan")),
    ("", "a"),
    ("-x", "x"),
    ("-x", "+x"),
    ([], [1]),
    ([1], [1, 2]),
    ([0], [1]),
    ((), []),
    (deque([1]), deque()),
    ({}, {"a": 1}),
    (Held(0), Held(1)),
    (Held(Held(None)), Held(Held(1))),
    (Slotted(), Held(None)),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_ordinary_values_are_of_one_kind(one: object, other: object) -> None:
    """Whatever they are exactly."""
    assert kind_of(one) == kind_of(other)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_special_values_are_of_their_own(one: object, other: object) -> None:
    """Zero, what is empty, nothing, what is not a number; and objects that hold such a thing."""
    assert kind_of(one) != kind_of(other)


def test_no_code_of_a_class_is_run() -> None:
    """Nor is there an end to be waited for in what holds itself."""
    endless = Held(None)
    endless.value = endless
    loud = Loud()
    list.append(loud, 1)

    assert kind_of(loud) != kind_of(Loud())
    assert kind_of(endless) == kind_of(endless)
