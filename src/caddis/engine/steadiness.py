"""Which answers are steady: the same when a sequence is run once more under other circumstances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from caddis.engine.observing import Sight
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence

PROVED = 6
"""Times an operation must have been steady to be trusted."""
ENOUGH = 3
"""Times an operation must bring in what wavers, and nothing else be left to assert, before it is tried no more."""

Look = Callable[[Sequence], Sight | None]


class Steadiness:
    """Compares what is observed here and otherwise, and remembers the operations by which what wavers comes in."""

    def __init__(self, here: Look, otherwise: Look, *, trusting: bool = False) -> None:
        """One that is `trusting` looks no further once all operations have proved steady: replays show the rest."""
        self._here = here
        self._otherwise = otherwise
        self._trusting = trusting
        self._wavering: Counter[Operation] = Counter()
        self._steady: Counter[Operation] = Counter()
        self._doubted: set[Operation] = set()
        """Those of sequences of which something wavered."""

    def is_hopeless(self, sequence: Sequence) -> bool:
        """Whether nothing has ever been left to assert after one of its operations, often enough."""
        return any(
            self._wavering[statement.operation] >= ENOUGH and statement.operation not in self._steady
            for statement in sequence
        )

    def look(self, sequence: Sequence) -> Sight | None:
        """What there is to see of a sequence that is the same otherwise; None if nothing is."""
        seen = None if self.is_hopeless(sequence) else self._here(sequence)
        if seen is None or (self._trusting and self._is_proved(sequence)):
            return seen
        steady = seen.shared_with(self._otherwise(sequence))
        if steady is None or len(steady.assertions) < len(seen.assertions):
            self._doubted.update(statement.operation for statement in sequence)
        if steady is None:
            self._wavering[sequence.statements[self._entry(sequence)].operation] += 1
        else:
            self._steady.update(statement.operation for statement in sequence)
        return steady

    def _is_proved(self, sequence: Sequence) -> bool:
        """Whether each of its operations has been steady, whatever came of it, often enough."""
        return all(
            self._steady[statement.operation] >= PROVED and statement.operation not in self._doubted
            for statement in sequence
        )

    def _entry(self, sequence: Sequence) -> int:
        """The position of the first statement after which what is seen wavers; the last, if none before it."""
        for length in range(1, len(sequence)):
            start = Sequence(sequence.statements[:length])
            seen = self._here(start)
            if seen is not None and seen.shared_with(self._otherwise(start)) != seen:
                return length - 1
        return len(sequence) - 1
