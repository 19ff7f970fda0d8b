"""Field-aware choice: rather call what reads the fields that were written last (RecGen, Zheng et al. 2010)."""

from __future__ import annotations

from collections.abc import Callable

from caddis.generate.draft import Draft
from caddis.model.operation import Operation

SHARE = 0.5
"""How often another receiver is looked for, where the last call on the first has nothing to do with this one."""
Fields = tuple[frozenset[str], frozenset[str]]
"""Those that are read, and those that are written."""


class Related:
    """Knows which operations have to do with each other."""

    def __init__(self, fields_of: Callable[[Operation], Fields]) -> None:
        self._fields_of = fields_of
        self._known: dict[Operation, Fields] = {}

    def is_related(self, operation: Operation, draft: Draft, receiver: int) -> bool:
        """Whether the last call on a receiver has written what an operation reads."""
        reads, _ = self._fields(operation)
        for index in range(len(draft.statements) - 1, receiver - 1, -1):
            statement = draft.statements[index]
            if index == receiver or (statement.arguments and statement.arguments[0] == receiver - index):
                return bool(reads & self._fields(statement.operation)[1])
        return False

    def knows(self, operation: Operation) -> bool:
        """Whether it is known to read any."""
        return bool(self._fields(operation)[0])

    def _fields(self, operation: Operation) -> Fields:
        found = self._known.get(operation)
        if found is None:
            found = self._known[operation] = self._fields_of(operation)
        return found
