"""What worked for one parameter, from which new values are made by small changes."""

from __future__ import annotations

from caddis.generate.draft import Choice, Draft
from caddis.generate.makers import written_out
from caddis.generate.supply import Random
from caddis.generate.variants import MOST_ITEMS, Worth, can_be_mutated, mutated
from caddis.model.operation import Kind
from caddis.model.sequence import Literal, Statement
from caddis.model.types import Display

MOST = 24
"""Values that are remembered, and as many again of those whose calls reached something new."""
REACHING_SHARE = 0.5
"""How often one of these is changed, where there are any."""


class Worked:
    """Remembers some of the values with which calls succeeded, the oldest replaced by the newest."""

    __slots__ = ("_random", "_reaching", "_usual", "known")

    def __init__(self, random: Random) -> None:
        self._random = random
        self.known: set[Worth] = set()
        """All that is remembered."""
        self._usual = _Ring()
        self._reaching = _Ring()

    def remember(self, value: Worth, *, reached: bool) -> None:
        """A call succeeded with a value, and perhaps reached something new."""
        if value not in self.known and can_be_mutated(value):
            self.known.add(value)
            forgotten = (self._reaching if reached else self._usual).put(value)
            if forgotten is not None:
                self.known.remove(forgotten)

    def mutant(self, draft: Draft) -> Choice:
        """A value near one that worked, perhaps added to the draft."""
        random = self._random
        first = self._reaching if self._reaching.values and random() < REACHING_SHARE else self._usual
        values = first.values or self._reaching.values
        size = len(values)
        made = mutated(values[int(random() * size)], values[int(random() * size)], random)
        return made if isinstance(made, Literal) else written_out(made)(draft)


class _Ring:
    """A list that forgets its oldest value for each new one when it is full."""

    __slots__ = ("_next", "values")

    def __init__(self) -> None:
        self.values: list[Worth] = []
        self._next = 0

    def put(self, value: Worth) -> Worth | None:
        """Take a value in; the one that had to go, if any."""
        if len(self.values) < MOST:
            self.values.append(value)
            return None
        forgotten = self.values[self._next]
        self.values[self._next] = value
        self._next = (self._next + 1) % MOST
        return forgotten


def container(statement: Statement) -> Display | None:
    """The small container of literals that a statement writes out, if it does."""
    arguments = statement.arguments
    if statement.operation.kind is not Kind.DISPLAY or len(arguments) > 2 * MOST_ITEMS:
        return None
    items = tuple([item for item in arguments if isinstance(item, Literal)])
    return Display(statement.operation.name, items) if len(items) == len(arguments) else None
