"""A table whose queries are called, and by one method asked for something that a plain function does not have."""

from __future__ import annotations

from typing import Protocol


class Query(Protocol):
    """Something to call, that can be asked whether it is quick."""

    def __call__(self, row: int) -> bool:
        """Whether a row is wanted."""

    def is_quick(self) -> bool:
        """Whether asking takes no time."""


class Table:
    """Some rows."""

    def __init__(self) -> None:
        self._rows = [1, 2, 3]

    def get(self, query: Query) -> int | None:
        """The first row that is wanted."""
        return next((row for row in self._rows if query(row)), None)

    def search(self, query: Query) -> list[int]:
        """All rows that are wanted."""
        found = [row for row in self._rows if query(row)]
        return found if query.is_quick() else sorted(found)
