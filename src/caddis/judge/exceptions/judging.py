"""Judges exceptions: those raised on purpose by how they were raised, the others by a rule for their kind."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from caddis.judge.exceptions.inputs import Inputs
from caddis.judge.exceptions.raising import Origin, Raising, Spoken, Tracebacks, describe
from caddis.judge.exceptions.rules import EQUALITY, LOW, PROTOCOL, Case, Opinion, equality, not_implemented, rule_for
from caddis.judge.exceptions.trusting import Expectations, Known, Trust
from caddis.judge.tracebacks import Owned
from caddis.model.operation import Operation
from caddis.model.outcome import OURS
from caddis.model.sequence import Statement
from caddis.model.verdict import Confidence, Violation

ROBUSTNESS = "robustness"
_OF_VALUES = (LookupError, ArithmeticError)
"""What is raised for values that preconditions are there to keep out."""
_LIMBS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass
class Tally:
    """What Table I of the JCrasher paper counts, by module: crashes, and the reports they would make."""

    crashes: Counter[str] = field(default_factory=Counter)
    reports: dict[tuple[str, str, str], Confidence] = field(default_factory=dict)
    """For each stack that a report came by, with its module and its cause, how sure the surest was."""

    def drain(self) -> Tally:
        """What was counted since it was last asked for."""
        news = Tally(self.crashes, self.reports)
        self.crashes, self.reports = Counter(), {}
        return news


class Exceptions:
    """Tells which exceptions show a bug; `line` is how sure it must be to be worth looking at it again."""

    def __init__(self, owned: Owned, known: Known, spoken: Spoken, line: Confidence) -> None:
        self._owned = owned
        self._known = known
        self._line = line
        self._tracebacks = Tracebacks(owned, spoken)
        self.expectations = Expectations(known, owned)
        self.tally = Tally()
        self._expected: dict[tuple[type, Operation, tuple[str, ...]], bool] = {}
        self._noted: dict[tuple[str, tuple[object, ...]], Confidence] = {}

    def forget(self) -> None:
        """Let go of code and classes that have been made anew."""
        self._tracebacks.forget()
        self.expectations.forget()
        self._expected.clear()
        self._noted.clear()

    def judge(
        self,
        statements: tuple[Statement, ...],
        values: list[object],
        exception: BaseException,
        *,
        admitted: str = "",
        line: Confidence | None = None,
    ) -> Violation | None:
        """The broken contract an exception shows, if any, and if it is as sure as `line`.

        `admitted` is the function on the way that states preconditions, all of which were met.
        """
        operation = statements[-1].operation
        if self._owned(operation.module):
            self.tally.crashes[operation.module] += 1
        found = self._tracebacks.of(exception)
        if found is None or isinstance(exception, OURS):
            return None
        key, raising = found
        case = Case(exception, raising, Inputs(statements, values, self.expectations), self._owned)
        opinion = self._opinion(case, operation)
        if opinion is None:
            return None
        if admitted and opinion.confidence is LOW and isinstance(exception, _OF_VALUES) and not case.is_abroad:
            opinion = Opinion(Confidence.MEDIUM, f"every precondition that {admitted} states was met")
        self._note(operation, key, raising, opinion)
        if not opinion.confidence.reaches(line or self._line) and not _may_rise(case, opinion):
            return None
        return Violation(
            opinion.contract or contract_of(type(exception)),
            describe(exception),
            exception=type(exception).__name__,
            location=raising.location,
            confidence=opinion.confidence,
            why=opinion.why,
            blame=raising.caller if opinion.contract == ROBUSTNESS else raising.raiser,
        )

    def _opinion(self, case: Case, operation: Operation) -> Opinion | None:
        raising, cls = case.raising, type(case.exception)
        if raising.origin is Origin.PURPOSE or (raising.origin is Origin.PRECONDITION and not raising.passed_on):
            return self._refusal(case, operation)
        if self._is_expected(cls, operation, raising):
            return None
        if raising.origin is Origin.OTHERS_PURPOSE:
            return _robustness(case)
        if operation.name in EQUALITY and issubclass(cls, Exception) and raising.origin is Origin.INTERPRETER:
            return equality(case)
        rule = rule_for(cls)
        opinion = rule(case)
        if opinion is None:
            return None
        if opinion.confidence is LOW:
            # most are, and are only counted: the calls before need not be looked at
            return _travelled(case, opinion) if case.inputs.trust_of_last is not Trust.WRONG else None
        # only what no input excuses is told of calls that were given what they do not take
        return opinion if case.inputs.trust is not Trust.WRONG or opinion.confidence is Confidence.HIGH else None

    def _refusal(self, case: Case, operation: Operation) -> Opinion | None:
        """What is raised on purpose refuses an input; whoever passed that on may be to blame."""
        cls = type(case.exception)
        if issubclass(cls, NotImplementedError):
            return not_implemented(case)
        if case.raising.origin is Origin.PURPOSE and issubclass(cls, StopIteration):
            return None if self._is_expected(cls, operation, case.raising) else rule_for(cls)(case)
        if issubclass(cls, SystemExit):
            return rule_for(cls)(case)
        if issubclass(cls, AssertionError) or not case.raising.passed_on or self._owned(cls.__module__):
            return None
        return None if self._is_expected(cls, operation, case.raising) else _robustness(case)

    def _is_expected(self, cls: type[BaseException], operation: Operation, raising: Raising) -> bool:
        """Whether documentation speaks of an exception, or the protocol that an operation follows."""
        key = (cls, operation, raising.spoken)
        expected = self._expected.get(key)
        if expected is None:
            names = {base.__name__ for base in cls.__mro__}
            signature = self._known(operation)
            spoken = (*raising.spoken, *(signature.raises if signature is not None else ()))
            expected = self._expected[key] = _names(spoken, names) or any(
                operation.name in PROTOCOL[base] for base in cls.__mro__ if base in PROTOCOL
            )
        return expected

    def _note(self, operation: Operation, key: tuple[object, ...], raising: Raising, opinion: Opinion) -> None:
        """Count a report, by its stack and its cause; the surest of those that came the same way counts."""
        if not self._owned(operation.module):
            return
        report = (operation.module, key)
        before = self._noted.get(report)
        if before is opinion.confidence or (before is not None and before.reaches(opinion.confidence)):
            return
        self._noted[report] = opinion.confidence
        where = raising.location
        stack = [f"{code.co_filename}:{code.co_qualname}" for code in raising.codes]
        cause = f"{where.file}:{where.line}:{getattr(key[0], '__name__', '')}"
        self.tally.reports[operation.module, cause, _digest([*stack, *_places(key)])] = opinion.confidence


def _may_rise(case: Case, opinion: Opinion) -> bool:
    """Whether only what the receiver was made of speaks against it: once it is small, it may be sure enough."""
    return (
        case.inputs.asks_for_nothing
        and case.raising.origin is Origin.INTERPRETER
        and not case.is_abroad
        and not opinion.contract
    )


def _places(key: tuple[object, ...]) -> list[str]:
    """The instructions that a way to raise went by."""
    return [str(place) for place in key[4::2]]


def _digest(parts: list[str]) -> str:
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


def _names(spoken: Iterable[str], names: set[str]) -> bool:
    return any(name.rpartition(".")[2] in names for name in spoken)


def _robustness(case: Case) -> Opinion | None:
    """Well-typed input that another operation refuses, which the one that was called gave it."""
    if case.inputs.trust < Trust.DOCUMENTED:
        return None
    called = case.raising.raiser if not case.is_abroad else "another package"
    return Opinion(LOW, f"{case.raising.caller} passes on to {called} what that refuses", ROBUSTNESS)


def _travelled(case: Case, opinion: Opinion) -> Opinion:
    """An opinion on a bad value, of another kind if that has come a long way."""
    if opinion.contract:
        return opinion
    if (case.raising.passed_on or case.is_abroad) and case.inputs.trust >= Trust.DOCUMENTED:
        return Opinion(LOW, opinion.why, ROBUSTNESS)
    return opinion


def contract_of(cls: type[BaseException]) -> str:
    """The name of the contract that an exception breaks: `no_index_error`."""
    name = _LIMBS.sub("_", cls.__name__).lower()
    return f"no_{name.strip('_')}"
