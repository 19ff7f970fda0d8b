"""Bounds are read from what stands beside a type in `Annotated`, and from conditions of simple form."""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from typing import Any

import pytest

from caddis.discover.bounds import bounds_of_condition, bounds_of_metadata, preconditions
from caddis.model.types import NONE, UNBOUNDED, Bounds, Instance, OneOf, Within, bounded, one_of

INT = Instance(int)


def beside(**attributes: Any) -> types.SimpleNamespace:
    return types.SimpleNamespace(**attributes)


@pytest.mark.parametrize(
    ("metadata", "bounds"),
    [
        ([beside(gt=0)], Bounds(low=0, above=True)),
        ([beside(ge=1, lt=5)], Bounds(low=1, high=5, below=True)),
        ([beside(gt=0), beside(le=10)], Bounds(low=0, above=True, high=10)),
        ([beside(gt=0), beside(ge=0)], Bounds(low=0, above=True)),
        ([beside(gt=None, ge=3, lt=None, le=None)], Bounds(low=3)),
        ([beside(multiple_of=5)], Bounds(multiple_of=5)),
        ([beside(min_length=1, max_length=None)], Bounds(shortest=1)),
        ([beside(pattern=re.compile("a+"))], Bounds(pattern="a+")),
        ([beside(metadata=[beside(gt=0), beside(max_length=3)])], Bounds(low=0, above=True, longest=3)),
        (["a text", 3, None, int], UNBOUNDED),
        ([beside(gt="text", ge=True)], UNBOUNDED),
    ],
)
def test_metadata(metadata: list[Any], bounds: Bounds) -> None:
    """By the names of attributes, whatever the library; what is not understood limits nothing."""
    assert bounds_of_metadata(metadata) == bounds


class _Hostile:
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


def test_metadata_that_cannot_be_looked_at() -> None:
    """Limits nothing, and does no harm."""
    assert bounds_of_metadata([_Hostile()]) == UNBOUNDED


def in_a_function(x: int) -> bool:
    """A condition may be a function, too."""
    return x >= 3


CONDITIONS: list[tuple[Callable[..., Any], dict[str, Bounds]]] = [
    (lambda x: x > 0, {"x": Bounds(low=0, above=True)}),
    (lambda x: 0 <= x < 10, {"x": Bounds(low=0, high=10, below=True)}),
    (lambda x, y: x >= -1 and y < 5, {"x": Bounds(low=-1), "y": Bounds(high=5, below=True)}),
    (lambda xs: len(xs) > 0, {"xs": Bounds(shortest=1)}),
    (lambda xs: 2 <= len(xs) <= 3, {"xs": Bounds(shortest=2, longest=3)}),
    (lambda xs: xs, {"xs": Bounds(shortest=1)}),
    (lambda x: x % 2 == 0, {"x": Bounds(multiple_of=2)}),
    (lambda x, y: x < y, {}),
    (lambda x: x > 0 or x < -5, {}),
    (lambda x: x.isdigit(), {}),
    (in_a_function, {"x": Bounds(low=3)}),
]


@pytest.mark.parametrize(("condition", "bounds"), CONDITIONS)
def test_condition(condition: Callable[..., Any], bounds: dict[str, Bounds]) -> None:
    """What is not of simple form says nothing."""
    assert bounds_of_condition(condition) == bounds


def test_one_of_several_conditions_on_a_line() -> None:
    """Each is told from the others."""
    pair = (lambda x: x > 1, lambda x: x > 2)

    assert [bounds_of_condition(each)["x"].low for each in pair] == [1, 2]


def test_conditions_without_source() -> None:
    """Say nothing."""
    assert bounds_of_condition(eval("lambda x: x > 0")) == {}
    assert bounds_of_condition(len) == {}


def test_preconditions_of_contract_libraries() -> None:
    """All that must hold are joined; of those inherited in groups, any may hold, and nothing is certain."""
    first, second = beside(condition=lambda x: x > 0), beside(condition=lambda x: x <= 9)

    assert preconditions(beside(__preconditions__=[[first, second]])) == {"x": Bounds(low=0, above=True, high=9)}
    assert preconditions(beside(__preconditions__=[[first], [second]])) == {}
    assert preconditions(len) == {}


def test_bounds_limit_what_they_speak_of() -> None:
    """The numbers of a union, not its None; once more limited, both hold."""
    known = bounded(one_of((INT, NONE)), Bounds(low=1))

    assert known == OneOf((Within(INT, Bounds(low=1)), NONE))
    assert bounded(Within(INT, Bounds(low=1)), Bounds(low=0, high=5)) == Within(INT, Bounds(low=1, high=5))
    assert bounded(INT, UNBOUNDED) == INT
