"""Tries proposals, each in a clean state, as long as there is time."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from time import monotonic, perf_counter

from caddis.engine.batch import Tried
from caddis.engine.cleaning import Cleaning, Look
from caddis.engine.elsewhere import Elsewhere
from caddis.engine.laboratory import Laboratory
from caddis.engine.sight import Sight
from caddis.generate.proposal import Proposal
from caddis.model.codec import Parts
from caddis.model.operation import Operation
from caddis.model.verdict import RETURNED

BATCH_SECONDS = 0.2
ROUNDS = (Look.AROUND, Look.FURTHER, Look.EVERYWHERE)
"""How a dirty batch is run again one by one, as long as it stays dirty."""
RUINOUS = 2
"""An operation that takes too long, or all memory, or ends its process, this often is not called again."""


class Trying:
    """Runs batches of proposals here, or in processes of their own, and sees that nothing of them lingers."""

    def __init__(
        self,
        laboratory: Laboratory,
        cleaning: Cleaning,
        elsewhere: Elsewhere | None,
        sight: Sight,
        *,
        timed: bool,
        journal: Callable[[int, list[Parts]], None],
        running: Callable[[int], None],
    ) -> None:
        """`journal` hears of each batch before it is run, by number, `running` of each sequence in it."""
        self._laboratory = laboratory
        self._cleaning = cleaning
        self._elsewhere = elsewhere
        self._sight = sight
        self._timed = timed
        self._journal = journal
        self._running = running
        self.until: float | None = None
        """When a batch is to be left as it is, by the monotonic clock."""
        self._ruined: Counter[Operation] = Counter()

    def has_ruined(self, operation: Operation) -> bool:
        """Whether calls of an operation took too long, or worse, so often that it is not called again."""
        return bool(self._ruined) and self._ruined[operation] >= RUINOUS

    def forgive(self, operation: Operation) -> None:
        """Forget that calls of an operation took too long: they do end."""
        del self._ruined[operation]

    def try_all(self, number: int, proposals: list[Proposal], more: Callable[[int], bool]) -> tuple[int, list[Tried]]:
        """Try the proposals, each in a clean state, as long as there is time; how many were dealt with, and how."""
        self._journal(number, [(proposal.prefix, proposal.calls) for proposal in proposals])
        end = perf_counter() + BATCH_SECONDS
        tried: list[Tried] = []
        done = 0
        for position, proposal in enumerate(proposals):
            done += 1
            if self.has_ruined(proposal.calls[0].operation):
                continue
            one = self._try(position, proposal)
            if one.trial.violation is not None and one.trial.is_ruinous:
                # what it has piled up may hang on its own traceback
                gc.collect()
                self._ruined[proposal.calls[0].operation] += 1
            tried.append(one)
            self._cleaning.after(proposal.statements)
            if self.until is not None and monotonic() >= self.until:
                break
            # where time counts, slow batches are handed on early: what a worker has not sent is lost if it dies
            if self._timed and (perf_counter() > end or not more(done)):
                break
        for look in ROUNDS:
            if not self._cleaning.was_dirty():
                break
            tried = self._try_one_by_one(tried, look=look)
        self._laboratory.novelty.settle()
        return done, tried

    def _try_one_by_one(self, dirty: list[Tried], *, look: Look) -> list[Tried]:
        """Try a batch again after which something was left changed: what came of it may have come of that."""
        self._laboratory.novelty.roll_back()
        tried: list[Tried] = []
        for position, before in enumerate(dirty):
            one = self._try(position, before.proposal)
            one.reached, one.again = one.reached or before.reached, one.again or before.again
            tried.append(one)
            self._cleaning.after_each(one.proposal.statements, look=look)
        return tried

    def _try(self, position: int, proposal: Proposal) -> Tried:
        self._running(position)
        sight = self._sight
        if sight.revisited:
            # by whatever was run beside
            sight.arm_again(self._revisited())
        before = sight.fresh
        start = perf_counter()
        elsewhere, steady = self._elsewhere, True
        if elsewhere is not None and self._cleaning.is_apart(proposal.statements):
            trial = elsewhere.try_out(proposal)
        else:
            trial = self._laboratory.try_out(proposal)
            steady = self._laboratory.steady
        seconds = perf_counter() - start
        reached, again = sight.latest(sight.fresh - before), self._revisited() if sight.revisited else ()
        if (reached or again) and (trial.verdict not in RETURNED or trial.denied):
            # the next to get there may make a test of it
            sight.arm_again(reached + again)
        return Tried(proposal, trial, seconds, reached, again, steady, sight.taken())

    def _revisited(self) -> tuple[int, ...]:
        revisited = tuple(self._sight.revisited)
        self._sight.revisited.clear()
        return revisited
