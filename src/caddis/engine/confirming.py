"""Repeats some of what returned in a fresh process: what comes out differently there hangs on calls before it."""

from __future__ import annotations

from time import perf_counter

from caddis.engine.cleaning import Cleaning, Look
from caddis.engine.elsewhere import Elsewhere
from caddis.engine.laboratory import Laboratory
from caddis.engine.trial import Trial
from caddis.generate.proposal import Proposal, unknown
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import RETURNED

CONFIRMED = frozenset({1, 2, 4, 8, 16, 32, 64, 128})
"""Which of the successes of an operation are repeated in a fresh process, to see whether they come out the same."""
SHIFTED = (0, 1, 3, 5, 7)
"""By how many places objects lie further on, in the processes that must all agree."""
SHARE = 0.05
"""The share of time that may take."""


class Confirming:
    """Sets operations apart whose effects no snapshot can undo, such as on an iterator in a module."""

    def __init__(self, laboratory: Laboratory, cleaning: Cleaning, elsewhere: Elsewhere | None, *, timed: bool) -> None:
        """With no `elsewhere`, there is nothing to compare with."""
        self._laboratory = laboratory
        self._cleaning = cleaning
        self._elsewhere = elsewhere
        self._timed = timed
        self._successes: dict[int, int] = {}
        """How many each operation had, by its code."""
        self._waiting: dict[Operation, Sequence] = {}
        self._begun = perf_counter()
        self._spent = 0.0

    def trust(self, trial: Trial) -> None:
        """Count as a success what somebody else has confirmed."""
        if trial.verdict in RETURNED:
            self._count(trial.sequence.statements[-1].operation)

    def _count(self, operation: Operation) -> int:
        times = self._successes[operation.code] = self._successes.get(operation.code, 0) + 1
        return times

    def confirmed(self, trial: Trial) -> Trial:
        """A trial, or what came of the same in a fresh process, if it is one of those repeated and differs there."""
        if self._elsewhere is None or trial.verdict not in RETURNED:
            return trial
        operation = trial.sequence.statements[-1].operation
        if self._count(operation) not in CONFIRMED or self._cleaning.is_apart(trial.sequence.statements):
            return trial
        if not self._has_time():
            self._waiting[operation] = trial.sequence
            return trial
        return self._confirm(trial.sequence, self._elsewhere) or trial

    def catch_up(self) -> None:
        """Confirm what there was no time for."""
        while self._elsewhere is not None and self._waiting and self._has_time():
            self._confirm(self._waiting.pop(next(iter(self._waiting))), self._elsewhere)

    def _has_time(self) -> bool:
        return not self._timed or self._spent <= SHARE * (perf_counter() - self._begun)

    def _confirm(self, sequence: Sequence, elsewhere: Elsewhere) -> Trial | None:
        """What comes of a sequence in a fresh process, if not the same as here; its culprit is set apart."""
        start = perf_counter()
        proposal = unknown(sequence.statements)
        here = self._again(proposal)
        fresh = elsewhere.try_out(proposal)
        culprit = _culprit(here, fresh) if self._laboratory.steady else None
        # what comes out differently there, too, is chance, or time, or where objects lie
        lasting = culprit is not None and all(
            _culprit(fresh, elsewhere.try_out(proposal, shifted)) is None for shifted in SHIFTED
        )
        self._laboratory.novelty.roll_back()
        self._spent += perf_counter() - start
        if culprit is None or not lasting:
            return None
        self._cleaning.set_apart(culprit)
        return fresh

    def _again(self, proposal: Proposal) -> Trial:
        """Try once more here, where other sequences have run meanwhile."""
        trial = self._laboratory.try_out(proposal)
        self._cleaning.after_each(proposal.statements, look=Look.FURTHER)
        return trial


def _culprit(one: Trial, other: Trial) -> Operation | None:
    """The first operation that gave something else in one of two trials of the same; None when they saw the same."""
    if one.showed_nothing or other.showed_nothing:
        return None
    statements = one.sequence.statements
    if not (one.verdict in RETURNED and other.verdict in RETURNED):
        return None if one.verdict is other.verdict else statements[-1].operation
    differing = [index for index, pair in enumerate(zip(one.prints, other.prints, strict=True)) if pair[0] != pair[1]]
    return statements[differing[0]].operation if differing else None
