"""The loop: propose a sequence, run it, judge it, keep what is worth building on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Protocol

from caddis.config import ATOM_TYPES, Config
from caddis.execute.interpreter import Interpreter
from caddis.generate.costs import Costs
from caddis.generate.generator import Generator, Proposal
from caddis.generate.literals import primitive_pools
from caddis.generate.supply import Supplies
from caddis.judge.judge import Judge
from caddis.keep.classes import Classes
from caddis.keep.fingerprint import ATOMS, Fingerprints
from caddis.keep.novelty import Novelty
from caddis.keep.pool import Pool
from caddis.model.api import Api, Signature
from caddis.model.component import Component, Entry, Shape
from caddis.model.operation import HAS_RECEIVER, Operation
from caddis.model.outcome import Outcome, OutOfTime
from caddis.model.sequence import Atom, Sequence, Statement
from caddis.model.types import Instance
from caddis.model.verdict import Verdict, Violation
from caddis.plugin import Plugins

BATCH = 200
"""Steps after which what was found and kept is handed on."""
BATCH_SECONDS = 0.2
FRUITLESS = 100
"""Proposals that may fail in a row before they count as a step."""
CASES_EACH = 3
"""Sequences of one operation that are handed on for tests, beside those that reach something new."""
LEADS_BACK = frozenset({"__iter__", "__next__", "__call__", "__enter__"})
"""What is asked of objects of other packages: only this runs code of the target again."""
DESCRIBED_BY_EFFECT = frozenset({"builtins", "collections"})
"""Their containers are described by what changes them, and so whatever of the target's they are shared with."""
REFUSED: Shape = ()
"""The shape of a value that fits nowhere."""
ENOUGH_OF_SLOW = 3
"""Values of a shape past which slow sequences that make another are not built upon."""
TIME_OUTS = 2
"""An operation that takes too long this often is not called again."""


class Sight(Protocol):
    """What tells whether a call reached anything new."""

    fresh: int


@dataclass(repr=False)
class Batch:
    """What a number of steps brought."""

    counts: Counter[str] = field(default_factory=Counter)
    kept: list[Sequence] = field(default_factory=list)
    cases: list[Sequence] = field(default_factory=list)
    violations: list[tuple[Sequence, Violation]] = field(default_factory=list)
    dropped: list[Operation] = field(default_factory=list)


@dataclass(frozen=True, slots=True, repr=False)
class Trial:
    """A sequence that was tried, what came of it, and which of its values may be built upon."""

    verdict: Verdict
    sequence: Sequence
    shapes: tuple[Shape, ...] = ()
    prints: tuple[int | None, ...] = ()
    extensible: tuple[int, ...] = ()
    violation: Violation | None = None
    out_of_time: bool = False


def owner_of(roots: frozenset[str]) -> Callable[[str], bool]:
    """Tells whether a module belongs to the target, from the names of the target's packages and modules."""
    known: dict[str, bool] = {}

    def owned(module: str) -> bool:
        answer = known.get(module)
        if answer is None:
            answer = known[module] = any(module == root or module.startswith(f"{root}.") for root in roots)
        return answer

    return owned


class Explorer:
    """Feedback-directed exploration of an API (Figure 3 of the Randoop paper)."""

    def __init__(
        self,
        api: Api,
        *,
        describe: Callable[[type], dict[Operation, Signature]],
        sight: Sight,
        plugins: Plugins,
        owned: Callable[[str], bool],
        config: Config,
        beat: memoryview,
        announce: Callable[[int, Operation], None] = lambda _number, _operation: None,
    ) -> None:
        self._api = api
        self._describe = describe
        self._sight = sight
        self._filters = plugins.filters
        self._owned = owned
        self._config = config
        self._beat = beat
        self._announce = announce
        self._numbers: dict[Operation, int] = {}
        self._directed = config.strategy == "feedback"
        self._none_counts = not (self._directed and config.filters.null)
        self._rng = Random(config.seed)
        self._interpreter = Interpreter()
        classes = Classes()
        self._shape_of = classes.shape_of
        self._fingerprint = Fingerprints(classes).of
        self._novelty = Novelty(classes, by_state=config.equality == "state")
        self._judge = Judge(owned, plugins.contracts, plugins.state_contracts)
        self._pool = Pool()
        self._seen: set[int] = set()
        self._proposed = 0
        self._time_outs: Counter[Operation] = Counter()
        self._exemplified: Counter[Operation] = Counter()
        self._exemplified_shapes: set[tuple[Operation, Shape]] = set()
        self.called: set[Operation] = set()
        self.succeeded: set[Operation] = set()
        # with a number of steps given, the seed decides all, and seconds may not; the baseline goes unguided
        self._costs = Costs() if config.steps is None and self._directed else None
        pools = primitive_pools(_added_literals(config, plugins))
        supplies = Supplies(self._rng.random, pools, config.generate.none_ratio, self._costs)
        self._generator = Generator(self._rng, supplies, config.generate, self._costs)
        self._pool.on_new_shape(self._generator.offer)
        self._pool.on_new_shape(self._meet)
        self._met = {
            signature.parameters[0].cls
            for operation, signature in api.operations.items()
            if operation.kind in HAS_RECEIVER and isinstance(signature.parameters[0], Instance)
        }
        self._generator.learn(api.operations)
        self._generator.learn(api.helpers, helping=True)

    def batches(self, more: Callable[[int], bool]) -> Iterator[Batch]:
        """Explore in batches while `more`, asked with the number of steps done, says so."""
        steps = 0
        number = 0
        while more(steps):
            # each batch has its own stream, so a run can be taken up again at any of them
            self._rng.seed(f"{self._config.seed}/{number}")
            batch = Batch()
            size = BATCH if self._config.steps is None else min(BATCH, self._config.steps - steps)
            end = perf_counter() + BATCH_SECONDS
            for _ in range(size):
                self._step(batch)
                steps += 1
                # where time counts, slow batches are handed on early: what a worker has not sent is lost if it dies
                if self._config.steps is None and (perf_counter() > end or not more(steps)):
                    break
            number += 1
            yield batch

    def avoid(self, operations: Iterable[Operation]) -> None:
        """Never call the given operations."""
        for operation in operations:
            self._generator.forget(operation)

    def reseed(self, sequences: Iterable[Sequence]) -> None:
        """Take up what an earlier worker kept: run each again and keep it."""
        ignored = Batch()
        for sequence in sequences:
            self._seen.add(hash(sequence.statements))
            prefix, last = sequence.statements[:-1], sequence.statements[-1:]
            unknown: tuple[None, ...] = (None,) * len(prefix)
            start = perf_counter()
            trial = self._try(Proposal(prefix, last, unknown, unknown))
            self._keep(trial, ignored, perf_counter() - start)

    def _step(self, batch: Batch) -> None:
        proposal = self._proposal(batch)
        if proposal is None:
            return
        batch.counts["executed"] += 1
        before = self._sight.fresh
        start = perf_counter()
        trial = self._try(proposal)
        seconds = perf_counter() - start
        batch.counts[trial.verdict.value] += 1
        reached = self._sight.fresh != before
        self._note(trial, batch, reached=reached)
        if self._costs is not None:
            self._costs.note(proposal.calls[0].operation, seconds)
            if self._costs.is_slow(seconds) and not reached and self._has_others(trial):
                return
        self._keep(trial, batch, seconds)

    def _has_others(self, trial: Trial) -> bool:
        """Whether the pool already has values of every shape a trial would add."""
        return all(len(self._pool.entries.get(trial.shapes[index], ())) >= ENOUGH_OF_SLOW for index in trial.extensible)

    def _proposal(self, batch: Batch) -> Proposal | None:
        """A sequence that was not tried before."""
        for _ in range(FRUITLESS):
            proposal = self._generator.propose()
            if proposal is None or not proposal.calls:
                continue
            batch.counts["generated"] += 1
            code = hash(proposal.prefix + proposal.calls)
            if code not in self._seen:
                self._seen.add(code)
                self._proposed = code
                return proposal
            batch.counts["duplicate"] += 1
        return None

    def _try(self, proposal: Proposal) -> Trial:
        """Run a proposal, each new call followed by its verdict."""
        operation = proposal.calls[0].operation
        number = self._numbers.get(operation)
        if number is None:
            number = self._numbers[operation] = len(self._numbers)
            self._announce(number, operation)
        self._beat[1] = number
        # an odd beat says that code of the target runs and may be interrupted
        self._beat[0] += 1
        try:
            return self._run(proposal)
        except OutOfTime:
            return Trial(Verdict.ILLEGAL, Sequence(proposal.prefix + proposal.calls), out_of_time=True)
        except Exception:  # noqa: BLE001 - objects that cannot even be looked at are of no use
            return Trial(Verdict.ILLEGAL, Sequence(proposal.prefix + proposal.calls))
        finally:
            self._beat[0] += 1

    def _run(self, proposal: Proposal) -> Trial:
        prefix, calls = proposal.prefix, proposal.calls
        start = len(prefix)
        together = [start + back for back in calls[0].references]
        values: list[object] = []
        before, outcome = self._run_once(proposal, together, values)
        violation: Violation | None = None
        if len(calls) > 1 and outcome.exception is None:
            if self._judge.watches(values, together):
                outcome, violation = self._run_watched(calls, together, values)
            else:
                outcome = self._interpreter.run(calls[1:], values)
        if outcome.exception is not None:
            return self._raised(proposal, outcome)
        if violation is not None:
            return Trial(Verdict.VIOLATION, Sequence(prefix + calls[: len(values) - start]), violation=violation)
        return self._returned(proposal, before, together, values)

    def _run_once(
        self, proposal: Proposal, together: list[int], values: list[object]
    ) -> tuple[tuple[int | None, ...], Outcome]:
        """Run the prefix and the first call; the states that the call found, and the outcome."""
        before, run = proposal.prints, self._interpreter.run
        if all(before[index] is not None for index in together):
            return before, run((*proposal.prefix, proposal.calls[0]), values)
        # displays made for this call have no known state, and only what it changes in them is of interest
        outcome = run(proposal.prefix, values)
        if outcome.exception is None:
            before = tuple(self._fingerprint(v) if p is None else p for v, p in zip(values, before, strict=True))
            outcome = run(proposal.calls[:1], values)
        return before, outcome

    def _returned(
        self, proposal: Proposal, before: tuple[int | None, ...], together: list[int], values: list[object]
    ) -> Trial:
        """A trial that ran to its end: judged on what it made and changed, and kept if that is new."""
        prints, changed = self._changed(before, together, values)
        unmet = [index for index in changed if not self._novelty.met(values[index], prints[index])]
        violation = self._judge.call(proposal.calls, values, unmet, together, None)
        sequence = Sequence(proposal.prefix + proposal.calls)
        if violation is not None and self._directed:
            return Trial(Verdict.VIOLATION, sequence, violation=violation)
        extensible = tuple(index for index in changed if self._is_extensible(values[index], prints[index]))
        verdict = Verdict.USEFUL if extensible else Verdict.REDUNDANT
        if violation is not None:
            verdict = Verdict.VIOLATION
        shapes = self._shapes(proposal, values, changed) if extensible else (self._shape_of(values[-1]),)
        return Trial(verdict, sequence, shapes, tuple(prints), extensible, violation)

    def _run_watched(
        self, calls: tuple[Statement, ...], together: list[int], values: list[object]
    ) -> tuple[Outcome, Violation | None]:
        """Run the repetitions of a call that was made once, judging each time the values that meet in it.

        The last time is the caller's to judge, and so are others that share their state.
        """
        outcome = Outcome(values)
        for number in range(1, len(calls)):
            violation = self._judge.call(calls[:number], values, (*together, len(values) - 1), together, None)
            if violation is not None:
                return outcome, violation
            outcome = self._interpreter.run(calls[number : number + 1], values)
            if outcome.exception is not None:
                break
        return outcome, None

    def _shapes(self, proposal: Proposal, values: list[object], changed: list[int]) -> tuple[Shape, ...]:
        known: list[Shape | None] = [*proposal.shapes, *[None] * len(proposal.calls)]
        for index in changed:
            known[index] = None
        shapes = tuple(shape or self._shape_of(value) for shape, value in zip(known, values, strict=True))
        if self._filters:
            # no shape, no use: what a user's filter refuses is not handed on a second time either
            return tuple(
                shape if self._accepted(value) else REFUSED for shape, value in zip(shapes, values, strict=True)
            )
        return shapes

    def _accepted(self, value: object) -> bool:
        return all(user.accepts(value) for user in self._filters)

    def _raised(self, proposal: Proposal, outcome: Outcome) -> Trial:
        """A trial that ended in an exception: never built upon, unless the exceptions filter is off."""
        values, start = outcome.values, len(proposal.prefix)
        if outcome.out_of_time or len(values) < start:
            # a prefix that fails now though it ran before shows nothing
            sequence = Sequence(proposal.prefix + proposal.calls[:1])
            return Trial(Verdict.ILLEGAL, sequence, out_of_time=outcome.out_of_time)
        sequence = Sequence(proposal.prefix + proposal.calls[: len(values) - start + 1])
        violation = self._judge.call(sequence.statements, values, (), (), outcome.exception)
        verdict = Verdict.ILLEGAL if violation is None else Verdict.VIOLATION
        code = hash(sequence.statements)
        if self._filters_exceptions or (code in self._seen and code != self._proposed):
            return Trial(verdict, sequence, violation=violation)
        self._seen.add(code)
        # the undirected baseline builds on it all the same: such sequences fail again wherever they are used
        shapes = (*map(self._shape_of, values), *[(type(None),)] * (len(sequence) - len(values)))
        reachable = tuple(index for index, value in enumerate(values) if value is not None)
        return Trial(verdict, sequence, shapes, (None,) * len(sequence), reachable, violation)

    @property
    def _filters_exceptions(self) -> bool:
        return self._directed and self._config.filters.exceptions

    def _changed(
        self, before: tuple[int | None, ...], together: list[int], values: list[object]
    ) -> tuple[list[int | None], list[int]]:
        """The state of each value now, and the positions of those that the new calls made or changed.

        `before` are the states the calls found, `together` the positions of the values that met in them.
        """
        fingerprint = self._fingerprint
        prints: list[int | None] = [*before, *[None] * (len(values) - len(before))]
        changed: list[int] = []
        mutated = False
        for index in together:
            value = values[index]
            if type(value) not in ATOMS:
                now = fingerprint(value)
                if now != prints[index]:
                    mutated = True
                    prints[index] = now
                    changed.append(index)
        if mutated:
            # whatever shares state with what changed has changed too
            for index in range(len(before)):
                value = values[index]
                if type(value) not in ATOMS and index not in together:
                    now = fingerprint(value)
                    if now != prints[index]:
                        prints[index] = now
                        changed.append(index)
        for index in range(len(before), len(values)):
            value = values[index]
            if value is not None or self._none_counts:
                prints[index] = fingerprint(value)
                changed.append(index)
        return prints, changed

    def _is_extensible(self, value: object, fingerprint: int | None) -> bool:
        """Whether a value may be an argument of new calls: the filters (section 2.4)."""
        if self._directed:
            filters = self._config.filters
            if filters.equality and not self._novelty.is_new(value, fingerprint):
                return False
        return self._accepted(value)

    def _note(self, trial: Trial, batch: Batch, *, reached: bool) -> None:
        """Count what was called, and hand on what is worth a test."""
        operation = trial.sequence.statements[-1].operation
        self.called.add(operation)
        if trial.out_of_time:
            batch.counts["out_of_time"] += 1
            self._time_outs[operation] += 1
            if self._time_outs[operation] == TIME_OUTS:
                self._generator.forget(operation)
                batch.dropped.append(operation)
        if trial.violation is not None:
            batch.violations.append((trial.sequence, trial.violation))
        if trial.verdict in (Verdict.USEFUL, Verdict.REDUNDANT):
            self.succeeded.add(operation)
            if self._concerns(operation) and (reached or self._is_example(operation, trial.shapes[-1])):
                batch.cases.append(trial.sequence)

    def _concerns(self, operation: Operation) -> bool:
        """Whether an operation is the target's own, not one that only helps."""
        if operation in self._api.operations:
            return True
        return operation not in self._api.helpers and self._owned(operation.module)

    def _is_example(self, operation: Operation, result: Shape) -> bool:
        key = (operation, result)
        if key in self._exemplified_shapes or self._exemplified[operation] >= CASES_EACH:
            return False
        self._exemplified_shapes.add(key)
        self._exemplified[operation] += 1
        return True

    def _keep(self, trial: Trial, batch: Batch, seconds: float) -> None:
        if trial.extensible:
            batch.counts["kept"] += 1
            batch.kept.append(trial.sequence)
            cost = self._cost(trial.sequence, seconds)
            self._pool.keep(Component(trial.sequence, trial.shapes, trial.prints, cost), list(trial.extensible))

    def _cost(self, sequence: Sequence, seconds: float) -> float:
        if not self._directed:
            return 0.0
        return len(sequence) if self._costs is None else seconds

    def _meet(self, shape: Shape, _entries: list[Entry]) -> None:
        """Take in the methods and operators of a class met only at run time."""
        cls = shape[0]
        if cls in self._met:
            return
        self._met.add(cls)
        operations = self._describe(cls)
        if self._owned(cls.__module__):
            self._generator.learn(operations)
            return
        if cls.__module__ not in DESCRIBED_BY_EFFECT:
            operations = {o: signature for o, signature in operations.items() if o.name in LEADS_BACK}
        self._generator.learn(operations, helping=True)


def _added_literals(config: Config, plugins: Plugins) -> dict[type, tuple[Atom, ...]]:
    added: dict[type, tuple[Atom, ...]] = {ATOM_TYPES[name]: values for name, values in config.literals.items()}
    for entry in plugins.literals:
        added[entry.cls] = (*added.get(entry.cls, ()), *entry.values)
    return added
