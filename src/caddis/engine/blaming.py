"""Which violations are handed on, and which are only counted."""

from __future__ import annotations

from caddis.engine.batch import Batch
from caddis.model.finding import PROCESS_KINDS
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import Confidence, Violation
from caddis.reduce.grouping import Cause, cause_of

ENOUGH_OF_A_CAUSE = 30
"""Violations of one cause past which only shorter ones are handed on, and the others counted."""


class Blaming:
    """Knows how often each cause was met, and how short and how sure it was shown."""

    def __init__(self) -> None:
        self._met: dict[tuple[Cause, Operation], tuple[int, int, Confidence]] = {}

    def hand_on(self, sequence: Sequence, violation: Violation, batch: Batch) -> None:
        """Hand on a violation, or only count it where there are enough of its cause that are as short and as sure."""
        # each way to come upon a cause is named
        cause = (cause_of(sequence, violation), sequence.statements[-1].operation)
        times, shortest, surest = self._met.get(cause, (0, len(sequence), violation.confidence))
        news = len(sequence) < shortest or not surest.reaches(violation.confidence)
        best = violation.confidence if violation.confidence.reaches(surest) else surest
        self._met[cause] = (times + 1, min(shortest, len(sequence)), best)
        if news or times < ENOUGH_OF_A_CAUSE or violation.contract in PROCESS_KINDS:
            batch.violations.append((sequence, violation))
        else:
            before = batch.repeated[cause][2] if cause in batch.repeated else 0
            batch.repeated[cause] = (sequence, violation, before + 1)
