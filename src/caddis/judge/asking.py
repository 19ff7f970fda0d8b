"""Puts contracts to values: which concern a class, whether they are broken, and what is to be told of it."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import WRAPPER_ASSIGNMENTS
from typing import Any

from caddis.judge.contracts import EVERY, ON_ONE
from caddis.judge.contracts.answers import HashNeverRaises
from caddis.judge.contracts.claims import Claims
from caddis.judge.contracts.contract import Asked, Breach, Check, Contract, Law
from caddis.judge.contracts.parts import holds, holds_cycle
from caddis.judge.exceptions import Owned, describe, location
from caddis.judge.exceptions.inputs import Inputs
from caddis.judge.exceptions.raising import with_article
from caddis.judge.exceptions.trusting import Expectations, Trust
from caddis.judge.libraries import checks
from caddis.judge.libraries.blame import Misuse, judge_stated
from caddis.judge.tracebacks import raised_on_purpose
from caddis.model.classes import home, mro, names_of
from caddis.model.ignoring import Ignored
from caddis.model.outcome import OutOfTime
from caddis.model.sequence import Literal, Statement
from caddis.model.verdict import Confidence, Location, Violation

KNOWN_TO_BREAK = 10
"""A dear law that a class has broken this often is not held against it any more, nor is a cheap one if no instance was
ever sound: what cannot be kept cannot be built upon."""

_OF_VALUES = (ValueError, ArithmeticError)
"""Exceptions that complain of a value, be its type right or not."""
_NAMED = re.compile(r"'([\w.]+)'|\bnot (\w+)$|\b(\w+)\.__\w+__")
"""How exceptions of the interpreter speak of the type of a value."""

Statements = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A contract as it is put to the instances of one class."""

    contract: Law | Contract
    breach: Check
    raising: bool

    def is_satisfied(self, value: object) -> bool:
        """Whether a value breaks nothing, and raises nothing, when it is asked."""
        try:
            return self.breach(value) is None
        except OutOfTime:
            raise
        except BaseException:  # noqa: BLE001 - it is asked again, and then caught
            return False


class Asking:
    """Knows which contracts concern a class, and asks."""

    def __init__(
        self,
        owned: Owned,
        contracts: Iterable[Contract],
        ignore: Iterable[str],
        expectations: Expectations,
        *,
        ours: Callable[[BaseException], bool] = lambda _exception: False,
        patient: bool,
    ) -> None:
        """`contracts` are the user's; `expectations` tell what operations are said to take.

        `ours` tells of an exception whether a function of the test's own has brought it about.

        `patient` asking tells of each violation, however often it was told before.
        """
        self._owned = owned
        self._expectations = expectations
        self.claims = Claims(owned)
        self._contracts = tuple(contracts)
        self._ignored = Ignored(tuple(ignore))
        self._patient = patient
        self._ours = ours
        self._of_class: dict[type, tuple[Question, ...]] = {}
        self._laws: dict[tuple[type, tuple[Law, ...]], tuple[Question, ...]] = {}
        self._told: Counter[tuple[str, type]] = Counter()
        self._settled: set[tuple[str, type]] = set()
        self.sound: set[type] = set()
        """Classes of which an instance had nothing broken after a call."""

    def forget(self) -> None:
        """Let go of what is known of classes: they have been made anew."""
        self._of_class.clear()
        self._laws.clear()
        self._told.clear()
        self._settled.clear()
        self.sound.clear()

    def of_class(self, cls: type) -> tuple[Question, ...]:
        """What each instance of a class is asked after a call."""
        known = self._of_class.get(cls)
        if known is None:
            users = (
                Question(contract, _as_check(contract), raising=True)
                for contract in self._contracts
                if contract.concerns(cls) and not self.is_off(contract.name, cls)
            )
            known = self._of_class[cls] = (*self.laws(ON_ONE, cls), *users)
        return known

    def is_promised(self, cls: type) -> bool:
        """Whether a contract of the user's concerns the instances of a class."""
        return len(self.of_class(cls)) > len(self.laws(ON_ONE, cls))

    def laws(self, laws: tuple[Law, ...], cls: type) -> tuple[Question, ...]:
        """Those of some laws that concern a class of the target's, and are not switched off for it."""
        known = self._laws.get((cls, laws))
        if known is None:
            known = self._laws[cls, laws] = tuple(self._concerning(laws, cls))
        return known

    def _concerning(self, laws: tuple[Law, ...], cls: type) -> Iterator[Question]:
        for law in laws if self.claims.is_ours(cls) else ():
            check = law.of(cls, self.claims)
            if check is not None and not self.is_off(law.name, cls):
                yield Question(law, check, law.raising)

    def is_off(self, contract: str, cls: type) -> bool:
        """Whether the user has switched a contract off for a class."""
        if not self._ignored.patterns:
            return False
        return self._ignored.covers_any((name for base in mro(cls) for name in names_of(base)), contract)

    def is_settled(self, law: Law, cls: type) -> bool:
        """Whether a breach was told so often that it is told no more."""
        if self._patient:
            return False
        key = (law.name, cls)
        self._told[key] += 1
        if self._told[key] > KNOWN_TO_BREAK and not (law in EVERY and cls in self.sound):
            self._settled.add(key)
        return key in self._settled

    def ask(
        self,
        question: Question,
        statements: Statements,
        values: list[object],
        positions: tuple[int, ...],
        *,
        patient: bool = False,
    ) -> Violation | None:
        """Put a question to the values at some positions, after the last of the statements."""
        try:
            breach = question.breach(*[values[position] for position in positions])
            if breach is None:
                return None
        except OutOfTime:
            raise
        except BaseException as exception:  # noqa: BLE001 - raising, whatever it is, may break the contract
            if (
                not question.raising
                or self._ours(exception)
                or isinstance(judge_stated(statements, exception, self._owned), Misuse)
            ):
                # whoever asks may break a precondition, and an invariant may be broken already
                return None
            contract = question.contract
            breach = Breach(contract.lines if isinstance(contract, Law) else contract.claim(), exception=exception)
        value = values[positions[0]]
        if isinstance(question.contract, Law):
            if self._is_our_doing(question.contract, breach.exception, values, value):
                return None
            if not patient and self.is_settled(question.contract, type(value)):
                return None
            return self._broken_law(question.contract, breach, statements, values, positions)
        where = location(breach.exception, self._owned) if breach.exception is not None else None
        violation = Violation(
            question.contract.name,
            _message(question.contract.name, breach, value, 1),
            positions,
            breach.claim,
            _name(breach.exception),
            where or self.called(statements[-1], values, len(values) - 1),
        )
        if isinstance(question.contract, checks.Stated):
            return checks.blamed(question.contract, violation, statements[-1].operation, value, self._owned)
        return violation

    def _broken_law(
        self, law: Law, breach: Breach, statements: Statements, values: list[object], positions: tuple[int, ...]
    ) -> Violation:
        value = values[positions[0]]
        method = breach.method or next(iter(law.methods), "")
        raised = location(breach.exception, self._owned) if breach.exception is not None else None
        # the line at fault: where it raised, else the method that answers, or the call if that is not the target's
        where = raised or definition(type(value), method) or self.called(statements[-1], values, len(values) - 1)
        return Violation(
            law.name,
            _message(law.name, breach, value, len(positions)),
            positions,
            breach.claim,
            _name(breach.exception),
            where,
            confidence=self._sureness(law, breach, statements, values, positions),
            why=law.why,
            blame=".".join(filter(None, (*home(type(value)), method))),
        )

    def _sureness(
        self, law: Law, breach: Breach, statements: Statements, values: list[object], positions: tuple[int, ...]
    ) -> Confidence:
        """How sure it is that a class breaks a law by itself, and not by what was done to its instance."""
        value, last = values[positions[0]], statements[-1]
        receiver = receiver_of(last, len(values) - 1)
        if last.operation.module == "builtins" and receiver is not None and values[receiver] is not value:
            # a container was changed that may be its inside
            return Confidence.LOW
        exception = breach.exception
        sure = breach.confidence or law.confidence
        if isinstance(exception, NotImplementedError) and location(exception, self._owned) is None:
            # something that it was given, and that is there to be overridden, may have raised it
            return Confidence.LOW
        if (
            isinstance(exception, AttributeError)
            and exception.obj is value
            # which a wrapper takes over from what it wraps
            and exception.name not in WRAPPER_ASSIGNMENTS
        ):
            # whatever it was given, it should know what it has
            return sure
        trust = Inputs(statements, values, self._expectations, returned=True).trust
        complains = exception is not None and (
            isinstance(exception, _OF_VALUES) or _is_about_what_went_in(exception, value, statements, values)
        )
        # what nobody says that it may be made of, or given, excuses it in part; wholly, if it complains of that
        # a value out of range is told late, but it was wrong
        of_value = isinstance(exception, (*_OF_VALUES, LookupError))
        of_type = isinstance(exception, (TypeError, AttributeError))
        excused = of_value or (of_type and trust < Trust.STATED)
        down = {Trust.WRONG: 2, Trust.UNKNOWN: 1 + complains}.get(trust, int(excused))
        return sure.lowered(down)

    def _is_our_doing(self, law: Law, exception: BaseException | None, values: list[object], value: object) -> bool:
        """Whether a question raised for what we have put into a value, or was refused."""
        if exception is None:
            return False
        if isinstance(exception, RecursionError) and holds_cycle(value):
            # an object that was put into itself, as far as can be told
            return True
        if isinstance(exception, law.refusable) and raised_on_purpose(exception):
            return True
        if not isinstance(law, Asked):
            return False
        if isinstance(law, HashNeverRaises):
            # hashing what holds a list fails because a list went in
            return _is_unhashable(exception) and any(one is not value and type(one).__hash__ is None for one in values)
        return law.of_parts and holds(value, lambda part: part is not value and self._fails(law, part))

    def _fails(self, law: Asked, part: object) -> bool:
        """Whether a foreign object raises by itself."""
        if self.claims.is_ours(type(part)):
            return False
        try:
            law.ask(part)
        except OutOfTime:
            raise
        except Exception:  # noqa: BLE001 - whatever it raises
            return True
        return False

    def called(self, statement: Statement, values: list[object], position: int) -> Location | None:
        """Where the code of the operation called at a position stands, if it is the target's."""
        receiver = receiver_of(statement, position)
        if receiver is None:
            return None
        cls = type(values[receiver])
        return definition(cls, statement.operation.name) if self._owned(home(cls)[0]) else None


def receiver_of(statement: Statement, position: int) -> int | None:
    """Where the receiver of a statement at a position was made."""
    return None if statement.receiver is None else position + statement.receiver


def definition(cls: type, name: str) -> Location | None:
    """Where a method of a class is defined."""
    try:
        stored: Any = inspect.getattr_static(cls, name)
        code = inspect.unwrap(getattr(stored, "fget", stored)).__code__
        return Location(code.co_filename, code.co_firstlineno, code.co_qualname)
    except (AttributeError, ValueError):
        return None


def _as_check(contract: Contract) -> Check:
    """A contract of the user's as it is asked."""

    def breach(value: object) -> Breach | None:
        return None if contract.holds(value) else Breach(contract.claim())

    return breach


def _message(name: str, breach: Breach, value: object, count: int) -> str:
    if breach.message:
        return breach.message
    if breach.exception is not None:
        return describe(breach.exception)
    cls = type(value).__name__
    several = f"{with_article(cls)} breaks" if count == 1 else f"{count} {cls} objects break"
    return f"{several} the contract: {name.replace('_', ' ')}"


def _name(exception: BaseException | None) -> str | None:
    return None if exception is None else type(exception).__name__


def _is_unhashable(exception: BaseException) -> bool:
    return isinstance(exception, TypeError) and "unhashable type" in str(exception)


def _is_about_what_went_in(
    exception: BaseException, value: object, statements: Statements, values: list[object]
) -> bool:
    """Whether an exception complains of the type of something that a value was given: a wrong one, perhaps."""
    try:
        named = {name for found in _NAMED.findall(str(exception)) for name in found if name}
    except Exception:  # noqa: BLE001 - an exception of the target's, which may not even be shown
        return False
    literals = [argument.value for one in statements for argument in one.arguments if isinstance(argument, Literal)]

    def went_in(part: object) -> bool:
        if part is value or type(part).__module__ != "builtins" or type(part).__name__ not in named:
            return False
        return any(part is one for one in values) or any(type(one) is type(part) and one == part for one in literals)

    return holds(value, went_in)
