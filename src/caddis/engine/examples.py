"""Which of the sequences tried are handed on, as examples of what operations do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from caddis.engine.trial import Trial
from caddis.keep.kinds import kind_of
from caddis.model.api import Api
from caddis.model.component import Kinds, Shape, ValueKind
from caddis.model.finding import answerable, is_on_container
from caddis.model.operation import Operation
from caddis.model.operators import AWAITED
from caddis.model.sequence import Argument, Literal, Sequence
from caddis.model.verdict import RETURNED, Verdict

CASES_EACH = 3
"""Sequences of one operation that are handed on for tests since they give something of another kind."""
RESULTS = frozenset({1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512})
"""Which of the different things that an operation gives, or makes of its arguments, are handed on, early and late."""
LAST_RESULT = max(RESULTS)
SOME_KINDS, EVERY_KIND = 6, 64
"""Sequences of one operation that are handed on since no call before was given, and gave, values of such kinds."""
REFUSALS_EACH = 4
"""Ways in which one operation refuses on purpose that are handed on for tests."""
FAILURES_EACH, MOST_FAILURES = 10, 30
"""Calls of one operation that raised one exception, to be compared: so many at first, so many in all."""
LEADS_BACK = frozenset({"__iter__", "__next__", "__call__", "__enter__", *AWAITED})
"""What is asked of objects of other packages: only this runs code of the target again."""


@dataclass(slots=True)
class _Shown:
    """What was handed on of one operation."""

    own: bool
    """Whether it is the target's own, not one that only helps."""
    shapes: set[Shape] = field(default_factory=set)
    results: set[int] = field(default_factory=set)
    kinds: dict[int, set[tuple[ValueKind | None, ...]]] = field(default_factory=dict)
    """By the code of the operation that answers for it."""


class Examples:
    """Remembers what was handed on of each operation of a target."""

    def __init__(self, api: Api, owned: Callable[[str], bool], *, every: bool = False) -> None:
        """With `every`, other kinds of values are reason enough more often, and so are changes to containers lent."""
        self._every = every
        self._most_kinds = EVERY_KIND if every else SOME_KINDS
        self._api = api
        self._owned = owned
        self._shown: dict[int, _Shown] = {}
        """By the codes of operations."""
        self._refusals: dict[Operation, dict[tuple[str, str], int]] = {}
        """For each operation the ways in which it refuses, and how long the shortest sequence is."""
        self._failures: dict[tuple[Operation, str], tuple[int, int]] = {}
        """For each operation and exception how many there were, and how long the longest sequence is."""

    def is_case(self, trial: Trial, *, reached: bool) -> bool:
        """Whether a sequence that returned is worth a test."""
        if trial.verdict not in RETURNED or not (self.concern(trial.sequence) or self._is_lent(trial.sequence)):
            return False
        shown = self._of(trial.sequence.statements[-1].operation)
        # each takes note
        of_another_shape = self._is_of_another_shape(trial, shown)
        of_other_kinds = self._is_of_other_kinds(trial, shown)
        return self._is_another_result(trial, shown) or of_other_kinds or of_another_shape or reached

    def is_refusal(self, trial: Trial) -> bool:
        """Whether a sequence that was refused on purpose is worth a test: the shortest of each way."""
        if not trial.refused_at or trial.raised is None or not self.concern(trial.sequence):
            return False
        known = self._refusals.setdefault(trial.sequence.statements[-1].operation, {})
        way = (trial.raised, trial.refused_at)
        if way not in known and len(known) >= REFUSALS_EACH:
            return False
        if len(trial.sequence) >= known.get(way, len(trial.sequence) + 1):
            return False
        known[way] = len(trial.sequence)
        return True

    def is_failure(self, trial: Trial) -> bool:
        """Whether a call that raised something, whatever it is, is worth comparing: the first, and longer ones."""
        if trial.verdict is not Verdict.ILLEGAL or trial.raised is None or not trial.made:
            return False
        size = len(trial.sequence)
        key = (trial.sequence.statements[-1].operation, trial.raised)
        times, longest = self._failures.get(key, (0, 0))
        news = times < FAILURES_EACH or (times < MOST_FAILURES and size > longest)
        if not news or not self.concern(trial.sequence):
            return False
        self._failures[key] = (times + 1, max(longest, size))
        return True

    def concern(self, sequence: Sequence) -> bool:
        """Whether the last call is one of the target's, or leads back to it: a generator of its is consumed."""
        last = sequence.statements[-1]
        if self._is_own(last.operation):
            return True
        back = last.arguments[0] if last.operation.name in LEADS_BACK and last.arguments else None
        return type(back) is int and self._is_own(sequence.statements[back - 1].operation)

    def _is_lent(self, sequence: Sequence) -> bool:
        """Whether the last call is on a container that the target gave away or took, if that is of interest."""
        back = sequence.statements[-1].receiver
        if not self._every or back is None or not is_on_container(sequence):
            return False
        place = len(sequence) - 1 + back
        return any(self._is_own(sequence.statements[one].operation) for one in (place, *sequence.users(place)))

    def _of(self, operation: Operation) -> _Shown:
        shown = self._shown.get(operation.code)
        if shown is None:
            helps = operation in self._api.helpers or not self._owned(operation.module)
            shown = self._shown[operation.code] = _Shown(operation in self._api.operations or not helps)
        return shown

    def _is_own(self, operation: Operation) -> bool:
        """Whether an operation is the target's own, not one that only helps."""
        return self._of(operation).own

    def _is_of_other_kinds(self, trial: Trial, shown: _Shown) -> bool:
        """Whether the last call was given, and gave, values of such kinds for the first time."""
        if not trial.kinds:
            return False
        code = answerable(trial.sequence).code
        known = shown.kinds.get(code)
        if known is None:
            known = shown.kinds[code] = set()
        if len(known) >= self._most_kinds:
            return False
        arguments = trial.sequence.statements[-1].arguments
        kinds = (trial.kinds[-1], *[_kind(trial.kinds, argument) for argument in arguments])
        if kinds in known:
            return False
        known.add(kinds)
        return True

    def _is_of_another_shape(self, trial: Trial, shown: _Shown) -> bool:
        if len(shown.shapes) >= CASES_EACH or trial.shapes[-1] in shown.shapes:
            return False
        shown.shapes.add(trial.shapes[-1])
        return True

    def _is_another_result(self, trial: Trial, shown: _Shown) -> bool:
        """Whether the last call came to something else than before, and it is its turn to be handed on."""
        results = shown.results
        if len(results) >= LAST_RESULT:
            return False
        prints = trial.prints
        references = trial.sequence.statements[-1].references
        result = hash((prints[-1], *[prints[back - 1] for back in references]))
        if result in results:
            return False
        results.add(result)
        return len(results) in RESULTS


def _kind(kinds: Kinds, argument: Argument) -> ValueKind | None:
    """The kind of an argument of the last call."""
    match argument:
        case None:
            return None
        case Literal(value=value):
            return kind_of(value)
        case back:
            return kinds[back - 1]
