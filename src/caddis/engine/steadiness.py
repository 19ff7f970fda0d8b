"""Which answers are steady: the same when a sequence is run once more under other circumstances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from caddis.model.finding import Assertion
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence

ENOUGH = 3
"""Times an operation must bring in what wavers, and nothing else be left to assert, before it is tried no more."""

Observed = Callable[[Sequence], list[Assertion] | None]


class Steadiness:
    """Compares what is observed here and otherwise, and remembers the operations by which what wavers comes in."""

    def __init__(self, here: Observed, otherwise: Observed) -> None:
        self._here = here
        self._otherwise = otherwise
        self._wavering: Counter[Operation] = Counter()
        self._steady: set[Operation] = set()

    def is_hopeless(self, sequence: Sequence) -> bool:
        """Whether nothing has ever been left to assert after one of its operations, often enough."""
        return any(
            self._wavering[statement.operation] >= ENOUGH and statement.operation not in self._steady
            for statement in sequence
        )

    def steady(self, sequence: Sequence, seen: list[Assertion]) -> list[Assertion]:
        """Of what was seen of a sequence, what is the same otherwise."""
        other = {*(self._otherwise(sequence) or ())}
        left = [assertion for assertion in seen if assertion in other]
        if left:
            self._steady.update(statement.operation for statement in sequence)
        else:
            self._wavering[sequence.statements[self._entry(sequence)].operation] += 1
        return left

    def _entry(self, sequence: Sequence) -> int:
        """The position of the first statement after which what is seen wavers; the last, if none before it."""
        for length in range(1, len(sequence)):
            start = Sequence(sequence.statements[:length])
            if self._here(start) != self._otherwise(start):
                return length - 1
        return len(sequence) - 1
