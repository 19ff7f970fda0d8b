"""Whether live values are what types say."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import pytest

from caddis.judge.exceptions.fitting import fits
from caddis.model.types import (
    ANYTHING,
    NONE,
    Bounds,
    ClassOf,
    Field,
    Function,
    Instance,
    OneOf,
    Record,
    Type,
    Within,
    exactly,
)

INT, STR = Instance(int), Instance(str)
INTS = Instance(list, (INT,))


@pytest.mark.parametrize(
    ("value", "known"),
    [
        (1, INT),
        (True, INT),
        (1, Instance(float)),
        (1.5, Instance(complex)),
        (None, OneOf((STR, NONE))),
        ([], INTS),
        ([1, 2], INTS),
        ((1, "a"), Instance(tuple, (INT, STR))),
        ({"a": [1]}, Instance(dict, (STR, INTS))),
        ({"a": 1}, Instance(Mapping, (STR, INT))),
        ("abc", Instance(Iterable, (STR,))),
        (int, ClassOf(INT)),
        ("a", exactly("a", "b")),
        (3, Within(INT, Bounds(low=1))),
        ({"name": "a"}, Record((Field("name", STR), Field("age", INT, required=False)))),
        ((1,), Instance(Hashable)),
    ],
)
def test_a_value_fits(value: Any, known: Type) -> None:
    """Containers are looked into."""
    assert fits(value, known) is True


@pytest.mark.parametrize(
    ("value", "known"),
    [
        ("1", INT),
        ("abc", Instance(Iterable, (INT,))),
        (1.0, INT),
        (None, STR),
        ([1, None], INTS),
        ([1, "a"], INTS),
        ((1,), Instance(tuple, (INT, STR))),
        ({"a": None}, Instance(dict, (STR, INT))),
        ({1: 1}, Instance(Mapping, (STR, INT))),
        (1, ClassOf(INT)),
        ("c", exactly("a", "b")),
        (0, Within(INT, Bounds(low=1))),
        ({}, Record((Field("name", STR),))),
        (([],), Instance(Hashable)),
        (1, Function(ANYTHING)),
    ],
)
def test_a_value_does_not_fit(value: Any, known: Type) -> None:
    """Nor does what holds one that does not."""
    assert fits(value, known) is False


@pytest.mark.parametrize(
    ("value", "known"),
    [
        (1, ANYTHING),
        ([1], Instance(list)),
        ("abc", Instance(Iterable)),
        (range(3), Instance(Iterable, (STR,))),
        ([1], Instance(list, (ANYTHING,))),
        (1, OneOf((STR, ANYTHING))),
        (iter([1]), Instance(Iterable, (INT,))),
        (len, Function(INT)),
    ],
)
def test_of_others_it_cannot_be_told(value: Any, known: Type) -> None:
    """Where nothing is said of what is held, or to look would be to take it."""
    assert fits(value, known) is None
