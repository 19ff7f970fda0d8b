"""Checks properties against what an explorer makes (Figure 3 of the ArbitCheck paper).

The explorer and its pool serve one property after the other. Each input is tried in a replay of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from time import monotonic  # bound here: the target may replace what its module holds

from caddis.engine.batch import Batch
from caddis.engine.explorer import Explorer
from caddis.engine.trial import Trial
from caddis.generate.proposal import Proposal, unknown
from caddis.model.focus import NO_FOCUS, Focus
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.tested import Ended
from caddis.model.verdict import Verdict, Violation
from caddis.reduce.grouping import Cause, cause_of
from caddis.reduce.shrink import size

ROUND, FIRST_ROUND, GROWTH = 200, 10, 4
"""Calls of a property that are made up at a time: at most, at first, and how many times as many in the next round."""
PART_SECONDS = 0.3
"""How long calls may take until time is looked at and others hear of them."""
DRAWN, FEW = 2, 100
"""How many more than are wanted, since some will be known already."""
WARM, EACH = 1_000, 100
"""Steps of exploration before the first property is called, and for each one after it."""
BARREN = 300
"""Steps that bring nothing new, after which there is nothing left to explore."""
MORE = 200
"""Steps of exploration where new inputs are wanting."""
VAIN, VAIN_ROUNDS = 0.01, 10
"""The share of new inputs with which a round counts as in vain, and how many of these in a row suffice."""
DISCARDS = 10
"""Discarded inputs for each one that is wanted, after which there is no more hope."""
EXAMINED = 5
"""Failures of one cause that are handed on, the shortest, each made by other calls."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a property is to be checked."""

    operation: Operation
    examples: int
    until: float
    """When to stop, by the monotonic clock."""
    stop: bool = False
    """Whether to stop at the first failure."""
    remembered: tuple[Sequence, ...] = ()
    """What it failed on before."""
    focus: Focus = NO_FOCUS
    """What to explore for its inputs."""


@dataclass(repr=False)
class Count:
    """What has been seen of a property so far."""

    passed: int = 0
    failed: int = 0
    discarded: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    collected: Counter[str] = field(default_factory=Counter)
    failures: dict[Cause, list[tuple[Sequence, Violation]]] = field(default_factory=dict)
    times: Counter[Cause] = field(default_factory=Counter)
    states: list[set[int | None]] = field(default_factory=list)
    """For each parameter the states it was seen in, two at most."""
    denied: Counter[str] = field(default_factory=Counter)
    ended: Ended = Ended.ENOUGH
    seen: set[int] = field(default_factory=set)
    ruined: int = 0
    """Calls that took too long, or all memory."""
    slow: int = 0
    """Calls that took too long, and do end when they are given more time."""

    @property
    def total(self) -> int:
        """The inputs that count."""
        return self.passed + self.failed

    def add(self, trial: Trial) -> bool:
        """Count what came of one call; whether it was an input not seen before."""
        self.denied.update(trial.denied)
        if trial.is_ruinous:
            self.ruined += 1
        elif trial.states is None or not self.is_new(trial.states):
            return False
        if trial.verdict is Verdict.ILLEGAL:
            self.discarded += 1
            return True
        for seen, state in zip(self.states, trial.states or (), strict=False):
            if len(seen) < 2:
                seen.add(state)
        if trial.states is not None and not self.states:
            self.states = [{state} for state in trial.states]
        if trial.label:
            self.labels[trial.label] += 1
        if trial.collected is not None:
            self.collected[trial.collected] += 1
        if trial.violation is None:
            self.passed += 1
        else:
            self.failed += 1
            self._fail(trial.sequence, trial.violation)
        return True

    def is_new(self, states: tuple[int | None, ...]) -> bool:
        """Whether an input was not seen before; from now on it was."""
        code = hash(states)
        if code in self.seen:
            return False
        self.seen.add(code)
        return True

    def _fail(self, sequence: Sequence, violation: Violation) -> None:
        cause = cause_of(sequence, violation)
        self.times[cause] += 1
        several = self.failures.setdefault(cause, [])
        several.append((sequence, violation))
        several.sort(key=lambda pair: (not pair[1].is_plain, size(pair[0])))
        # what is made small by leaving out ends up the same if it was made of the same
        by_calls: dict[frozenset[Operation], tuple[Sequence, Violation]] = {}
        for pair in several:
            by_calls.setdefault(frozenset([statement.operation for statement in pair[0]]), pair)
        several[:] = list(by_calls.values())[:EXAMINED]


@dataclass
class Known:
    """How much was explored for some properties: those that need the same."""

    warm: int
    """Steps before a property is called."""
    steps: int = 0
    barren: int = 0
    """Steps since anything was kept."""


class Checking:
    """Checks one property after the other."""

    def __init__(
        self,
        explorer: Explorer,
        explored: Callable[[Batch], None] = lambda _batch: None,
        is_deadly: Callable[[Sequence], bool] = lambda _sequence: True,
    ) -> None:
        """`explored` hears of each batch of exploration.

        `is_deadly` tells whether a sequence that took too long, or all memory, does so when it is given more time.
        """
        self._explorer = explorer
        self._explored = explored
        self._is_deadly = is_deadly
        self._batches = explorer.batches(lambda _steps: True)
        self._known: dict[Focus, Known] = {}
        """How much was explored, and for what."""
        self._rounds = 0
        self._part = FIRST_ROUND
        """Calls to make until time is looked at: never a reason to make up others."""

    def check(self, wish: Wish) -> Iterator[Count]:
        """Call a property on one input after the other; what was seen of it so far, again and again."""
        count = Count()
        self._explorer.inputs.attend_to(wish.focus)
        self._explorer.trying.until = wish.until
        known = self._known.setdefault(wish.focus, Known(WARM))
        yield from self._try([unknown(sequence.statements) for sequence in wish.remembered], wish, count)
        self._part, vain, size = FIRST_ROUND, 0, FIRST_ROUND
        while (ended := self._ended(wish, count)) is None:
            self._explore_until(known, known.warm, wish.until)
            new = yield from self._round(wish, count, size)
            size = min(ROUND, GROWTH * size)
            if new > VAIN * size:
                vain = 0
            else:
                vain += 1
                self._explore_until(known, known.steps + MORE, wish.until)
            if vain > VAIN_ROUNDS:
                ended = Ended.INPUTS
                break
        count.ended = ended
        known.warm += EACH
        yield count

    def _ended(self, wish: Wish, count: Count) -> Ended | None:
        if wish.stop and count.failed:
            return Ended.STOPPED
        if count.total >= wish.examples:
            return Ended.ENOUGH
        if count.discarded >= DISCARDS * wish.examples:
            return Ended.DISCARDS
        if count.ruined:
            # each would take as long as this one
            return Ended.DIED
        return Ended.TIME if monotonic() >= wish.until else None

    def _round(self, wish: Wish, count: Count, size: int) -> Generator[Count, None, int]:
        """Make up some calls and try those that are new, at most so many; how many were."""
        self._rounds += 1
        left = max(1, min(size, wish.examples - count.total))
        drawn = min(ROUND, DRAWN * left + FEW)
        proposals = self._explorer.inputs.calls_of(wish.operation, drawn, f"{wish.operation}/{self._rounds}")
        fresh: list[Proposal] = []
        met: set[int] = set()
        for proposal in proposals:
            states = self._explorer.inputs.states(proposal)
            code = hash(states)
            if states is None or (code not in count.seen and code not in met):
                fresh.append(proposal)
                met.add(code)
        return (yield from self._try(fresh[:left], wish, count))

    def _try(self, proposals: list[Proposal], wish: Wish, count: Count) -> Generator[Count, None, int]:
        """Make calls, some at a time, as long as more are wanted; how many inputs were new."""
        new = 0
        while proposals and self._ended(wish, count) is None:
            begun = monotonic()
            done, trials = self._explorer.try_trials(self._rounds, proposals[: self._part])
            for trial in trials:
                if trial.is_ruinous and not self._is_deadly(trial.sequence):
                    self._explorer.trying.forgive(trial.sequence.statements[-1].operation)
                    count.slow += 1
                else:
                    new += count.add(trial)
                if wish.stop and count.failed:
                    break
            proposals = proposals[done:]
            taken = max(monotonic() - begun, 1e-6)
            self._part = max(1, min(ROUND, GROWTH * self._part, round(done * PART_SECONDS / taken)))
            yield count
        return new

    def _explore_until(self, known: Known, steps: int, until: float) -> None:
        """Explore up to so many steps in all, unless nothing new has come of it for long."""
        while known.steps < steps and known.barren < BARREN and monotonic() < until:
            batch = next(self._batches)
            known.steps += batch.steps
            known.barren = 0 if batch.kept else known.barren + batch.steps
            self._explored(batch)
