"""Looking closely at some of what is tried: the dear contracts, on a run of their own, within a share of the time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container
from dataclasses import replace
from random import Random
from time import perf_counter

from caddis.engine.trial import Trial
from caddis.execute.interpreter import Interpreter
from caddis.judge.judge import Judge
from caddis.model.component import Shape
from caddis.model.operation import HAS_RECEIVER
from caddis.model.outcome import OutOfTime
from caddis.model.sequence import Sequence
from caddis.model.verdict import Verdict, Violation

SHARE = 0.1
"""The share of time that may be spent."""
HEAD_START = 0.3
"""Seconds that may be spent before any have gone by."""
ONE_IN, FIRST = 60, 60
"""Where the seed is to decide everything: one look for so many sequences tried, and so many before that."""
WAITING = 3
"""Sequences of a kind that wait for their turn."""
ALBUM = 8
"""Sequences remembered of each class, to compare what they make with what comes later."""
BESIDE = 2
"""How many of them something new is compared with."""
LONGEST = 60

Kind = tuple[int, Shape | None]
"""The code of an operation and the shape of what it gave; none if it was refused."""


def look_closely(
    interpreter: Interpreter, judge: Judge, sequence: Sequence, values: list[object], only: str | None = None
) -> Violation | None:
    """Run a sequence to its last statement, and judge closely what comes of that: a refusal, or values."""
    *_, last = sequence.statements
    if interpreter.run(sequence.statements[:-1], values).exception is not None:
        return None
    try:
        before = judge.glance(last, values) if last.operation.kind in HAS_RECEIVER else None
        outcome = interpreter.run((last,), values)
        exception = outcome.exception
        if exception is None:
            return judge.closely(sequence.statements, values, range(len(values)), only)
        if isinstance(exception, OutOfTime):
            raise exception
        violation = judge.refused(last, values, before, exception) if before else None
        outcome.let_go()
        return violation
    except OutOfTime:
        raise
    except BaseException:  # noqa: BLE001 - a question that cannot be asked shows nothing; it may even exit
        return None


class Closely:
    """Chooses what is looked at closely: of each kind some, those first of which least was seen."""

    def __init__(
        self,
        look: Callable[[Sequence], Violation | None],
        compares: Callable[[type], bool],
        *,
        seed: str,
        timed: bool,
    ) -> None:
        """`look` runs a sequence and judges it; `compares` tells whether a law speaks of two instances of a class."""
        self._look = look
        self._compares = compares
        self._random = Random(seed)
        self._timed = timed
        self._begun = perf_counter()
        self._spent = 0.0
        self._tried = 0
        self.looks = 0
        """How many there were."""
        self._seen: Counter[Kind] = Counter()
        self._waiting: dict[Kind, list[tuple[Trial, int, int]]] = defaultdict(list)
        """Trials that wait to be looked at, each with the number of its batch and its position there."""
        self._batch = 0
        self._album: dict[type, dict[int | None, Sequence]] = defaultdict(dict)

    def examine(
        self, trials: list[Trial], blemished: Container[int] = ()
    ) -> tuple[dict[int, Trial], list[tuple[Sequence, Violation]]]:
        """Look at some of the trials of a batch, and of earlier ones: those that broke something, by position.

        Of earlier ones, only the sequence and what it breaks. Those at `blemished` positions are known to.
        """
        self._tried += len(trials)
        self._batch += 1
        for position, trial in enumerate(trials):
            if position in blemished:
                continue
            kind = _kind(trial)
            if trial.verdict is Verdict.REDUNDANT:
                # equal to another, as far as its class can tell
                self._remember(trial, trial.shapes[-1], trial.prints[-1])
            if kind is not None:
                several = self._waiting[kind]
                several.append((trial, self._batch, position))
                del several[:-WAITING]
        broken: dict[int, Trial] = {}
        others: list[tuple[Sequence, Violation]] = []
        while self._waiting and self._may_look():
            trial, batch, position = self._next()
            sequence = self._beside_others(trial)
            violation = self._looked(sequence)
            if violation is None:
                for index in trial.extensible:
                    self._remember(trial, trial.shapes[index], trial.prints[index])
            elif batch != self._batch or position in broken:
                others.append((sequence, violation))
            else:
                broken[position] = replace(
                    trial, verdict=Verdict.VIOLATION, sequence=sequence, extensible=(), violation=violation
                )
        mixed = self._mixed() if not self._waiting and self._may_look() else None
        if mixed is not None and (violation := self._looked(mixed)) is not None:
            others.append((mixed, violation))
        return broken, others

    def _looked(self, sequence: Sequence) -> Violation | None:
        start = perf_counter()
        violation = self._look(sequence)
        self._spent += perf_counter() - start
        self.looks += 1
        return violation

    def _may_look(self) -> bool:
        if self._timed:
            return self._spent <= SHARE * (perf_counter() - self._begun) + HEAD_START
        return self.looks < FIRST + self._tried // ONE_IN

    def _next(self) -> tuple[Trial, int, int]:
        """What waits, of the kind of which least was seen."""
        kind = min(self._waiting, key=self._seen.__getitem__)
        several = self._waiting[kind]
        waiting = several.pop()
        if not several:
            del self._waiting[kind]
        self._seen[kind] += 1
        return waiting

    def _beside_others(self, trial: Trial) -> Sequence:
        """A sequence after others that make objects to compare with."""
        sequence = trial.sequence
        classes = {trial.shapes[index][0] for index in trial.extensible if trial.shapes[index]}
        for cls in sorted(filter(self._compares, classes), key=str):
            sequence = self._joined(sequence, self._some(cls, BESIDE))
        return sequence

    def _mixed(self) -> Sequence | None:
        """Objects of one class, remembered from several sequences."""
        classes = [cls for cls, known in self._album.items() if len(known) > BESIDE]
        if not classes:
            return None
        first, *others = self._some(classes[int(self._random.random() * len(classes))], BESIDE + 1)
        return self._joined(first, others)

    def _some(self, cls: type, count: int) -> list[Sequence]:
        known = list(self._album[cls].values())
        return self._random.sample(known, min(count, len(known)))

    def _joined(self, sequence: Sequence, others: list[Sequence]) -> Sequence:
        for other in others:
            if len(other) + len(sequence) <= LONGEST:
                sequence = Sequence(other.statements + sequence.statements)
        return sequence

    def _remember(self, trial: Trial, shape: Shape, state: int | None) -> None:
        """Have a sequence stand for an object in some state, perhaps in place of another."""
        if not shape or not self._compares(shape[0]) or state in self._album[shape[0]]:
            return
        known = self._album[shape[0]]
        if len(known) >= ALBUM:
            del known[list(known)[int(self._random.random() * ALBUM)]]
        known[state] = trial.sequence


def _kind(trial: Trial) -> Kind | None:
    """What is looked at in turn: operations by what they give, or by having refused; None if it is not worth a look."""
    operation = trial.sequence.statements[-1].operation
    if trial.verdict is Verdict.USEFUL:
        return (operation.code, trial.shapes[trial.extensible[0]])
    raised = trial.verdict is Verdict.ILLEGAL and trial.raised is not None and trial.made
    return (operation.code, None) if raised and operation.kind in HAS_RECEIVER else None
