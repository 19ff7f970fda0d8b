"""Which answers are steady: the same when a sequence is run once more under other circumstances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from caddis.engine.observing import Sight
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence

ENOUGH = 3
"""Times an operation must bring in what wavers, and nothing else be left to assert, before it is tried no more."""

Look = Callable[[Sequence], Sight | None]


class Steadiness:
    """Compares what is observed here and otherwise, and remembers the operations by which what wavers comes in."""

    def __init__(self, here: Look, otherwise: Look) -> None:
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

    def look(self, sequence: Sequence) -> Sight | None:
        """What there is to see of a sequence that is the same otherwise; None if nothing is."""
        seen = None if self.is_hopeless(sequence) else self._here(sequence)
        if seen is None:
            return None
        steady = seen.shared_with(self._otherwise(sequence))
        if steady is None:
            self._wavering[sequence.statements[self._entry(sequence)].operation] += 1
        else:
            self._steady.update(statement.operation for statement in sequence)
        return steady

    def _entry(self, sequence: Sequence) -> int:
        """The position of the first statement after which what is seen wavers; the last, if none before it."""
        for length in range(1, len(sequence)):
            start = Sequence(sequence.statements[:length])
            seen = self._here(start)
            if seen is not None and seen.shared_with(self._otherwise(start)) != seen:
                return length - 1
        return len(sequence) - 1
