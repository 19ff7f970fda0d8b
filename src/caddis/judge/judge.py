"""Checks the contracts after a call, and closely those of what is about to be kept."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations_with_replacement, permutations

from caddis.judge.asking import Asking, Statements, definition, receiver_of
from caddis.judge.contracts import (
    CLOSELY_ON_ONE,
    CLOSELY_ON_THREE,
    CLOSELY_ON_TWO,
    LAST,
    ON_COPIES,
    ON_ONE,
    ON_TWO,
    RAISING_LEAVES_UNCHANGED,
    STATE_DOES_NOT_LEAK,
)
from caddis.judge.contracts.behaviour import raised_claim
from caddis.judge.contracts.claims import definer
from caddis.judge.contracts.contract import Contract, Law
from caddis.judge.contracts.observing import Eye, Seen
from caddis.judge.contracts.parts import EMPTIED, emptied, state
from caddis.judge.exceptions import Exceptions, Known, Owned, Returns, Spoken, Tally, describe, location
from caddis.judge.exceptions.inputs import Inputs
from caddis.judge.exceptions.trusting import Trust
from caddis.judge.libraries import checks
from caddis.judge.libraries.blame import Misuse, admitted_by, judge_stated
from caddis.judge.libraries.broken import Part
from caddis.judge.reentry import Inside
from caddis.judge.tracebacks import raised_on_purpose
from caddis.model.operators import COPYING
from caddis.model.outcome import OURS, OutOfTime
from caddis.model.sequence import Statement
from caddis.model.verdict import Confidence, Violation
from caddis.plugin import StateContract

HUGE = 10_000
"""Items past which a container is not asked by laws, which read all of them."""
COMPARED = 6
"""Values of a sequence, the last ones, that are compared with each other."""


class Judge:
    """Decides whether a call broke a contract."""

    def __init__(
        self,
        owned: Owned,
        contracts: Iterable[Contract],
        state_contracts: Iterable[StateContract],
        own_checks: Iterable[str] = (),
        *,
        known: Known = lambda _operation: None,
        spoken: Spoken = lambda _docstring: (),
        line: Confidence = Confidence.MEDIUM,
        ignore: Iterable[str] = (),
        patient: bool = False,
    ) -> None:
        """`own_checks` are the names of methods by which classes check their instances.

        `known` tells the signature of an operation, `spoken` the exceptions that a docstring speaks of. Exceptions that
        show a bug less surely than `line` are counted, and no more is said of them. A `patient` judge tells of each
        violation, however often it was told before.
        """
        self._owned = owned
        self._line = line
        self._exceptions = Exceptions(owned, known, spoken, line)
        self._returns = Returns(known, self._exceptions.expectations, line)
        self._asking = Asking(
            owned,
            (*checks.stated(own_checks, owned), *contracts),
            ignore,
            self._exceptions.expectations,
            ours=self._is_ours,
            patient=patient,
        )
        self._state_contracts = tuple(state_contracts)
        self._eyes: dict[type, Eye] = {}
        self._compared: dict[type, bool] = {}
        """Whether a law speaks of two instances of a class."""
        self._inside: Inside | None = None

    def inside(self, statements: Statements, values: list[object], exception: BaseException, calls: int) -> bool:
        """Whether an exception shows a bug that was raised by a call inside a function which the test defines.

        The last of the statements is the call, and it is judged as if the body were a test of its own.
        """
        violation = self._judged(statements, values, exception, Confidence.LOW)
        self._inside = Inside.of(statements, values, exception, violation, first=calls == 1)
        if violation is None:
            return False
        return violation.confidence.reaches(self._line) or self._inside.missed is not None

    def finds_wrong(self, statements: Statements, values: list[object]) -> bool:
        """Whether something was given that is not what is asked for, where values are known of all but the last."""
        return Inputs(statements, values, self._exceptions.expectations).trust is Trust.WRONG

    def call(
        self,
        statements: Statements,
        values: list[object],
        changed: Iterable[int],
        met: Iterable[int],
        exception: BaseException | None,
    ) -> Violation | None:
        """The first contract broken by the last of the statements: by its exception, or on values, given by position.

        `changed` are those it made or changed, `met` those that met in it and are compared with each other.
        """
        if exception is not None:
            violation = _capped(self._raised(statements, values, exception), statements, values)
        else:
            violation = self._values(statements, values, changed) or self._met(statements, values, tuple(met))
            if violation is None and statements[-1].operation.name in COPYING:
                violation = self._copied(statements, values)
            violation = violation or self._returns.judge(statements, values)
        if self._state_contracts:
            # what the user has said of every call is surer than anything else
            return self._state(statements[-1], values, exception) or violation
        return violation

    def _raised(self, statements: Statements, values: list[object], exception: BaseException) -> Violation | None:
        if self._inside is not None and self._inside.exception is exception:
            # judged where it was raised
            inside, self._inside = self._inside, None
            violation = inside.around(statements, values, self._exceptions.expectations)
            # made small, a key that was missed may turn out to be one that nobody took away
            sure = violation is None or violation.inside or violation.confidence.reaches(self._line)
            return violation if sure else None
        return self._judged(statements, values, exception, self._line)

    def _judged(
        self, statements: Statements, values: list[object], exception: BaseException, line: Confidence
    ) -> Violation | None:
        stated = judge_stated(statements, exception, self._owned)
        if stated is None:
            admitted = admitted_by(exception, self._owned)
            return self._exceptions.judge(statements, values, exception, admitted=admitted, line=line)
        # icontract may raise one and the same object every time, and it would remember all the ways it took
        exception.__traceback__ = None
        return None if isinstance(stated, Misuse) else stated

    def _is_ours(self, exception: BaseException) -> bool:
        """Whether an exception was brought about by a function that the test defines."""
        return isinstance(exception, OURS) or (self._inside is not None and self._inside.exception is exception)

    def closely(
        self, statements: Statements, values: list[object], positions: Iterable[int], only: str | None = None
    ) -> Violation | None:
        """The first of the dear contracts that is broken, by values at the given positions or between any.

        The values are no good afterwards. With `only`, no other contract is asked.
        """
        chosen = tuple(positions)
        return (
            self._each(CLOSELY_ON_ONE, statements, values, chosen, only)
            or self._several(CLOSELY_ON_TWO, 2, statements, values, only)
            or self._several(CLOSELY_ON_THREE, 3, statements, values, only)
            or self._leaks(statements, values, only)
            or self._each(LAST, statements, values, chosen, only)
        )

    def glance(self, statement: Statement, values: list[object]) -> Seen | None:
        """What can be seen of the receiver of a call that is about to be made; None where it is none of ours."""
        receiver = receiver_of(statement, len(values))
        if receiver is None or not self._asking.claims.is_ours(type(values[receiver])):
            return None
        return self._eye(type(values[receiver])).steady(values[receiver])

    def refused(
        self, statement: Statement, values: list[object], before: Seen, exception: BaseException
    ) -> Violation | None:
        """Whether a call that raised on purpose has changed its receiver, which looked so before."""
        law = RAISING_LEAVES_UNCHANGED
        receiver = receiver_of(statement, len(values))
        where = location(exception, self._owned)
        if receiver is None or where is None or not raised_on_purpose(exception):
            return None
        value = values[receiver]
        line = self._eye(type(value)).changed(before, value)
        off = self._asking.is_off(law.name, type(value))
        if line is None or off or self._asking.is_settled(law, type(value)):
            return None
        message = f"{statement.operation.path} changed its {type(value).__name__} and then raised {describe(exception)}"
        claim = raised_claim(line)
        return Violation(law.name, message, (receiver,), claim, location=where, confidence=law.confidence, why=law.why)

    def forget(self) -> None:
        """Let go of what is known of classes: they have been made anew."""
        self._asking.forget()
        self._eyes.clear()
        self._compared.clear()
        self._exceptions.forget()
        self._returns.forget()

    @property
    def tally(self) -> Tally:
        """How many calls ended in exceptions, and how many reports those would make."""
        return self._exceptions.tally

    def watches(self, values: list[object], indices: Iterable[int]) -> bool:
        """Whether any contract concerns the values at the given positions."""
        return bool(self._state_contracts) or any(self._asking.of_class(type(values[index])) for index in indices)

    def insists(self, values: list[object], indices: Iterable[int]) -> bool:
        """Whether a contract of the user's concerns the values at the given positions."""
        return bool(self._state_contracts) or any(self._asking.is_promised(type(values[index])) for index in indices)

    def compares(self, cls: type) -> bool:
        """Whether any law speaks of two instances of a class."""
        known = self._compared.get(cls)
        if known is None:
            known = self._compared[cls] = bool(self._asking.laws(CLOSELY_ON_TWO, cls))
        return known

    def _values(self, statements: Statements, values: list[object], changed: Iterable[int]) -> Violation | None:
        for index in changed:
            value = values[index]
            cls = type(value)
            questions = self._asking.of_class(cls)
            if questions and _is_huge(value):
                # to read all of it, again and again, would take longer than all calls
                questions = tuple(one for one in questions if not isinstance(one.contract, Law))
            for question in questions:
                # most are satisfied, and this is asked very often: only what is not is asked with all there is to know
                if not question.is_satisfied(value):
                    violation = self._asking.ask(question, statements, values, (index,))
                    if violation is not None:
                        return violation
            self._asking.sound.add(cls)
        return None

    def _met(self, statements: Statements, values: list[object], met: tuple[int, ...]) -> Violation | None:
        """What values of one class that met in a call break between them."""
        for place, one in enumerate(met[:-1]):
            cls = type(values[one])
            for other in met[place + 1 :]:
                if type(values[other]) is cls:
                    for question in self._asking.laws(ON_TWO, cls):
                        violation = self._asking.ask(question, statements, values, (one, other))
                        if violation is not None:
                            return violation
        return None

    def _copied(self, statements: Statements, values: list[object]) -> Violation | None:
        """What something that was copied breaks by that."""
        receiver = receiver_of(statements[-1], len(values) - 1)
        if receiver is None:
            return None
        for question in self._asking.laws(ON_COPIES, type(values[receiver])):
            violation = self._asking.ask(question, statements, values, (receiver,), patient=True)
            if violation is not None:
                return violation
        return None

    def _each(
        self,
        laws: tuple[Law, ...],
        statements: Statements,
        values: list[object],
        positions: tuple[int, ...],
        only: str | None,
    ) -> Violation | None:
        for index in positions:
            for question in self._asking.laws(laws, type(values[index])):
                if only in (None, question.contract.name):
                    violation = self._asking.ask(question, statements, values, (index,))
                    if violation is not None:
                        return violation
        return None

    def _several(
        self, laws: tuple[Law, ...], count: int, statements: Statements, values: list[object], only: str | None
    ) -> Violation | None:
        """What the last values of a sequence that can be compared break between them."""
        comparable = [index for index, value in enumerate(values) if self._asking.laws(laws, type(value))][-COMPARED:]
        for chosen in (combinations_with_replacement if count == 2 else permutations)(comparable, count):
            for question in self._asking.laws(laws, type(values[chosen[0]])):
                law = question.contract
                if only in (None, law.name) and isinstance(law, Law) and _may_ask(law, [values[one] for one in chosen]):
                    violation = self._asking.ask(question, statements, values, chosen)
                    if violation is not None:
                        return violation
        return None

    def _leaks(self, statements: Statements, values: list[object], only: str | None) -> Violation | None:
        """Whether emptying what a call has returned breaks a contract on the object it was returned by."""
        law = STATE_DOES_NOT_LEAK
        for index, given in enumerate(values if only in (None, law.name) else ()):
            receiver = receiver_of(statements[index], index)
            if receiver is None or type(given) not in EMPTIED or not given:
                continue
            owner, name = values[receiver], statements[index].operation.name
            if not self._is_inside(given, owner, name) or self._asking.is_off(law.name, type(owner)):
                continue
            # contracts of the user's are shown broken by the search itself, which changes what calls return
            if self._each(ON_ONE, statements, values, (receiver,), None) is not None:
                continue
            with emptied(given):
                broken = self._each(ON_ONE, statements, values, (receiver,), None)
            if broken is None or self._asking.is_settled(law, type(owner)):
                continue
            what = broken.contract.replace("_", " ")
            return replace(
                broken,
                contract=law.name,
                message=f"emptying what {type(owner).__name__}.{name} returned breaks the contract: {what}",
                subjects=(receiver, index),
                claim=_after(broken.claim, "{1}.clear()"),
                location=definition(type(owner), name),
                confidence=law.confidence,
                why=law.why,
            )
        return None

    def _is_inside(self, given: object, owner: object, name: str) -> bool:
        """Whether a container is the inside of an object, and not an attribute for everybody."""
        if not self._asking.claims.is_ours(type(owner)):
            return False
        held = [attribute for attribute, value in state(owner).items() if value is given]
        return bool(held) and all(attribute.startswith("_") and attribute != name for attribute in held)

    def _eye(self, cls: type) -> Eye:
        eye = self._eyes.get(cls)
        if eye is None:
            eye = self._eyes[cls] = Eye(cls, self._asking.claims)
        return eye

    def _state(self, statement: Statement, values: list[object], exception: BaseException | None) -> Violation | None:
        for contract in self._state_contracts:
            try:
                if contract.holds(values, exception):
                    continue
                message = f"the values break the contract: {contract.name.replace('_', ' ')}"
            except OutOfTime:
                raise
            except Exception as broken:  # noqa: BLE001 - raising, whatever it is, breaks the contract
                message = describe(broken)
            return self._state_violation(contract, message, statement, values, exception)
        return None

    def _state_violation(
        self,
        contract: StateContract,
        message: str,
        statement: Statement,
        values: list[object],
        exception: BaseException | None,
    ) -> Violation:
        where = self._asking.called(statement, values, len(values) - (exception is None))
        if exception is not None:
            # the call itself is what fails in the test
            return Violation(contract.name, message, exception=type(exception).__name__, location=where)
        everything = tuple(range(len(values)))
        return Violation(contract.name, message, everything, contract.claim(len(values)), location=where)


def _is_huge(value: object) -> bool:
    """Whether a value holds very much, by what it says of itself."""
    try:
        return hasattr(type(value), "__len__") and len(value) > HUGE  # type: ignore[arg-type]
    except OutOfTime:
        raise
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return False


def _may_ask(law: Law, values: list[object]) -> bool:
    """Whether a law speaks of just these values."""
    if any(one is other for place, one in enumerate(values) for other in values[place + 1 :]) and not law.with_itself:
        return False
    return not law.among or len({definer(type(value), law.among) for value in values}) == 1


def _after(claim: tuple[str, ...], line: str) -> tuple[str, ...]:
    """A claim with a line before all that is not an import."""
    imports = tuple(one for one in claim if one.startswith(("import ", "from ")))
    return (*imports, line, *claim[len(imports) :])


_STATED = frozenset(part.value for part in Part)
"""What contracts say themselves, with blame."""


def _capped(violation: Violation | None, statements: Statements, values: list[object]) -> Violation | None:
    """A violation, less sure where the test defines what is called back.

    Not if a contract says who is to blame; unless a method was overridden that need not be, which nobody promised to
    bear.
    """
    if violation is None or violation.confidence is not Confidence.HIGH:
        return violation
    made = [value for one, value in zip(statements, values, strict=False) if one.operation.definition is not None]
    if not made or (violation.contract in _STATED and not any(map(_overrides_freely, made))):
        return violation
    return replace(violation, confidence=Confidence.MEDIUM)


def _overrides_freely(made: object) -> bool:
    """Whether a class that the test defines overrides more than it must."""
    if not isinstance(made, type):
        return False
    base = made.__mro__[1]
    own = [name for name, stored in vars(made).items() if callable(stored) and not name.startswith("__")]
    required = vars(base).get("_is_protocol") is True or all(
        getattr(inspect.getattr_static(base, name, None), "__isabstractmethod__", False) for name in own
    )
    return not required
