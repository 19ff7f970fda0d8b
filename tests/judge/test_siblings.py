"""What the other methods of a class do with a parameter that they share with one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import pytest

from caddis.judge.siblings import merely_called_by


class Query(Protocol):
    """Something to call, that can be asked more."""

    def __call__(self, row: int) -> bool: ...

    def is_quick(self) -> bool: ...


class Table:
    """Takes queries."""

    def get(self, query: Query | None = None) -> bool:
        """Merely calls it."""
        return query is not None and query(1)

    def search(self, query: Query) -> bool:
        """Asks it for more."""
        return query(1) and query.is_quick()

    def passes_on(self, query: Query) -> bool:
        """Does not call it itself."""
        return self.search(query)

    def named_otherwise(self, question: Query) -> bool:
        """Who knows whether that is the same."""
        return question(1) and question.is_quick()

    def of_another_type(self, query: Callable[[int], bool]) -> bool:
        """Is something else."""
        return query(1) and query.__name__ == "query"


def alone(query: Query) -> bool:
    """Is no method."""
    return query(1) and query.is_quick()


@pytest.mark.parametrize(
    ("function", "name", "expected"),
    [
        (Table.search, "query", "get"),
        (Table.get, "query", ""),
        (Table.passes_on, "query", ""),
        (Table.named_otherwise, "question", ""),
        (Table.of_another_type, "query", ""),
        (alone, "query", ""),
    ],
)
def test_a_sibling_takes_the_same_and_merely_calls_it(function: Callable[..., Any], name: str, expected: str) -> None:
    """By the name and the annotation of the parameter."""
    assert merely_called_by(function.__code__, name) == expected
