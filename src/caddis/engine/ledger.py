"""What became of the calls of each operation: counted in the worker, told to the parent batch by batch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from caddis.engine.trial import Trial
from caddis.generate.proposal import Proposal
from caddis.model.explanation import End, Fate
from caddis.model.finding import PROCESS_KINDS
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import RETURNED, Verdict

SUCCESS: Fate = (End.RETURNED, "")


@dataclass(slots=True)
class News:
    """What the calls since the last news came to."""

    counts: Counter[tuple[Operation, Fate]] = field(default_factory=Counter)
    samples: list[tuple[Operation, Fate, str]] = field(default_factory=list)
    """What was said on some of these occasions."""
    examples: dict[Operation, tuple[Sequence, tuple[str, ...]]] = field(default_factory=dict)
    """The shortest sequences that worked, where shorter than any before, and the class name of each value."""


@dataclass(slots=True)
class _Success:
    """How often an operation has returned since the last news, and the length of the shortest sequence ever."""

    operation: Operation
    shortest: int
    times: int = 0


class Ledger:
    """Counts how the calls of each operation end, and remembers the length of the shortest that worked."""

    def __init__(self) -> None:
        self._news = News()
        self._fates: Counter[tuple[Operation, Fate]] = Counter()
        self._successes: dict[int, _Success] = {}
        """By the codes of operations."""
        self._others: set[Operation] = set()
        """The operations of which a call ended otherwise."""

    @property
    def called(self) -> set[Operation]:
        """The operations that were called."""
        return self._others | self.succeeded

    @property
    def succeeded(self) -> set[Operation]:
        """The operations that returned."""
        return {success.operation for success in self._successes.values()}

    def note(self, proposal: Proposal, trial: Trial) -> None:
        """Count what came of a proposal."""
        statements = trial.sequence.statements
        operation = statements[-1].operation
        if trial.verdict in RETURNED and not trial.denied:
            # what happens most is counted without much ado
            success = self._successes.get(operation.code)
            if success is None:
                success = self._successes[operation.code] = _Success(operation, len(statements) + 1)
            success.times += 1
            if len(statements) < success.shortest:
                success.shortest = len(statements)
                self._news.examples[operation] = (trial.sequence, _type_names(proposal, trial))
            return
        fate = fate_of(trial)
        self._others.add(operation)
        self._news.counts[operation, fate] += 1
        times = self._fates[operation, fate] = self._fates[operation, fate] + 1
        # the first, the second, the fourth, ...: enough to know what is said as a rule, and nearly free
        if not times & (times - 1):
            self._news.samples.append((operation, fate, _said(trial)))

    def drain(self) -> News:
        """What was noted since the last call."""
        news, self._news = self._news, News()
        for success in self._successes.values():
            if success.times:
                news.counts[success.operation, SUCCESS] += success.times
                success.times = 0
        return news


def fate_of(trial: Trial) -> Fate:
    """How the last call of a trial ended."""
    violation = trial.violation
    if trial.denied:
        return (End.DENIED, trial.denied[0].partition(":")[0])
    if violation is not None and violation.contract in PROCESS_KINDS:
        return (End.RUINED, violation.contract)
    if trial.raised is not None:
        return (End.RAISED, trial.raised)
    if violation is not None:
        return (End.BROKE, violation.contract)
    if trial.failure is not None:
        return (End.UNSEEN, "")
    return (End.UNREPEATABLE, "") if trial.verdict is Verdict.ILLEGAL else SUCCESS


def _said(trial: Trial) -> str:
    if trial.denied:
        return trial.denied[0]
    if trial.raised is None and trial.violation is not None:
        return trial.violation.message
    return trial.failure or trial.said


def _type_names(proposal: Proposal, trial: Trial) -> tuple[str, ...]:
    """The class name of each value, empty where nobody looked."""
    shapes = trial.shapes
    if len(shapes) < len(trial.sequence):
        before = proposal.shapes[: len(trial.sequence) - 1]
        unknown = ((),) * (len(trial.sequence) - 1 - len(before))
        shapes = (*(shape or () for shape in before), *unknown, *shapes[-1:])
    return tuple(shape[0].__name__ if shape else "" for shape in shapes)
