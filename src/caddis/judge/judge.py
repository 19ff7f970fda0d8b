"""Checks the contracts after a call, and closely those of what is about to be kept."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, permutations
from typing import Any

from caddis.judge.contracts import (
    CLOSELY_ON_ONE,
    CLOSELY_ON_THREE,
    CLOSELY_ON_TWO,
    LAST,
    ON_ONE,
    ON_TWO,
    RAISING_LEAVES_UNCHANGED,
    STATE_DOES_NOT_LEAK,
)
from caddis.judge.contracts.answers import HashNeverRaises, raised_on_purpose
from caddis.judge.contracts.behaviour import raised_claim
from caddis.judge.contracts.claims import Claims, definer
from caddis.judge.contracts.contract import Asked, Breach, Check, Contract, Law
from caddis.judge.contracts.observing import Eye, Seen
from caddis.judge.contracts.parts import EMPTIED, emptied, holds, holds_cycle, state
from caddis.judge.exceptions import Owned, describe, judge_exception, location
from caddis.judge.ignoring import Ignored
from caddis.model.operation import HAS_RECEIVER, Kind
from caddis.model.outcome import OutOfTime
from caddis.model.sequence import Statement
from caddis.model.verdict import Confidence, Location, Violation
from caddis.plugin import StateContract

KNOWN_TO_BREAK = 10
"""A law that a class has broken this often after one operation is not held against it there: it can be built upon."""
COMPARED = 6
"""Values of a sequence, the last ones, that are compared with each other."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A contract as it is put to the instances of one class."""

    contract: Law | Contract
    breach: Check
    raising: bool


class Judge:
    """Decides whether a call broke a contract."""

    def __init__(
        self,
        owned: Owned,
        contracts: Iterable[Contract],
        state_contracts: Iterable[StateContract],
        *,
        ignore: Iterable[str] = (),
        patient: bool = False,
    ) -> None:
        """A `patient` judge tells of each violation, however often it was told before."""
        self._owned = owned
        self._claims = Claims(owned)
        self._contracts = tuple(contracts)
        self._state_contracts = tuple(state_contracts)
        self._ignored = Ignored(ignore)
        self._patient = patient
        self._applicable: dict[type, tuple[_Asked, ...]] = {}
        self._pairs: dict[type, tuple[_Asked, ...]] = {}
        self._close: dict[tuple[type, tuple[Law, ...]], tuple[_Asked, ...]] = {}
        self._eyes: dict[type, Eye] = {}
        self._told: Counter[tuple[str, type, object]] = Counter()

    def call(
        self,
        statements: tuple[Statement, ...],
        values: list[object],
        changed: Iterable[int],
        met: Iterable[int],
        exception: BaseException | None,
    ) -> Violation | None:
        """The first contract broken by the last of the statements: by its exception, or on values, given by position.

        `changed` are those it made or changed, `met` those that met in it and are compared with each other.
        """
        statement = statements[-1]
        if exception is not None:
            violation = judge_exception(statements, values, exception, self._owned)
        else:
            violation = self._values(statement, values, changed) or self._met(statement, values, tuple(met))
        return violation or (self._state(statement, values, exception) if self._state_contracts else None)

    def closely(
        self, statements: tuple[Statement, ...], values: list[object], positions: Iterable[int], only: str | None = None
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
        receiver = self._receiver(statement, len(values))
        if receiver is None or not self._claims.is_ours(type(values[receiver])):
            return None
        return self._eye(type(values[receiver])).steady(values[receiver])

    def refused(
        self, statement: Statement, values: list[object], before: Seen, exception: BaseException
    ) -> Violation | None:
        """Whether a call that raised on purpose has changed its receiver, which looked so before."""
        law = RAISING_LEAVES_UNCHANGED
        receiver = self._receiver(statement, len(values))
        where = location(exception, self._owned)
        if receiver is None or where is None or not raised_on_purpose(exception):
            return None
        value = values[receiver]
        line = self._eye(type(value)).changed(before, value)
        if line is None or self._is_settled(law, type(value), statement):
            return None
        message = f"{statement.operation.path} changed its {type(value).__name__} and then raised {describe(exception)}"
        return Violation(
            law.name,
            message,
            (receiver,),
            raised_claim(line),
            location=where,
            confidence=law.confidence,
            why=law.why,
        )

    def forget(self) -> None:
        """Let go of what is known of classes: they have been made anew."""
        self._applicable.clear()
        self._pairs.clear()
        self._close.clear()
        self._eyes.clear()
        self._told.clear()

    def watches(self, values: list[object], indices: Iterable[int]) -> bool:
        """Whether any contract concerns the values at the given positions."""
        return bool(self._state_contracts) or any(self._contracts_of(type(values[index])) for index in indices)

    def compares(self, cls: type) -> bool:
        """Whether any law speaks of two instances of a class."""
        return bool(self._laws_of(CLOSELY_ON_TWO, cls))

    def _contracts_of(self, cls: type) -> tuple[_Asked, ...]:
        contracts = self._applicable.get(cls)
        if contracts is None:
            users = (
                _Asked(contract, _as_check(contract), raising=True)
                for contract in self._contracts
                if contract.concerns(cls) and not self._ignored.covers_class(contract.name, cls)
            )
            contracts = self._applicable[cls] = (*self._laws(ON_ONE, cls), *users)
        return contracts

    def _laws_of(self, laws: tuple[Law, ...], cls: type) -> tuple[_Asked, ...]:
        known = self._close.get((cls, laws))
        if known is None:
            known = self._close[cls, laws] = tuple(self._laws(laws, cls))
        return known

    def _laws(self, laws: tuple[Law, ...], cls: type) -> Iterator[_Asked]:
        """Those of the laws that concern a class of the target's, and are not switched off for it."""
        if not self._claims.is_ours(cls):
            return
        for law in laws:
            check = law.of(cls, self._claims)
            if check is not None and not self._ignored.covers_class(law.name, cls):
                yield _Asked(law, check, law.raising)

    def _values(self, statement: Statement, values: list[object], changed: Iterable[int]) -> Violation | None:
        for index in changed:
            for asked in self._contracts_of(type(values[index])):
                violation = self._ask(asked, statement, values, (index,))
                if violation is not None:
                    return violation
        return None

    def _met(self, statement: Statement, values: list[object], met: tuple[int, ...]) -> Violation | None:
        """What values of one class that met in a call break between them."""
        for place, one in enumerate(met):
            cls = type(values[one])
            laws = self._pairs.get(cls)
            if laws is None:
                laws = self._pairs[cls] = tuple(self._laws(ON_TWO, cls))
            for other in met[place + 1 :] if laws else ():
                if type(values[other]) is cls:
                    for asked in laws:
                        violation = self._ask(asked, statement, values, (one, other))
                        if violation is not None:
                            return violation
        return None

    def _each(
        self,
        laws: tuple[Law, ...],
        statements: tuple[Statement, ...],
        values: list[object],
        positions: tuple[int, ...],
        only: str | None,
    ) -> Violation | None:
        for index in positions:
            for asked in self._laws_of(laws, type(values[index])):
                if only in (None, asked.contract.name):
                    violation = self._ask(asked, statements[-1], values, (index,))
                    if violation is not None:
                        return violation
        return None

    def _several(
        self,
        laws: tuple[Law, ...],
        count: int,
        statements: tuple[Statement, ...],
        values: list[object],
        only: str | None,
    ) -> Violation | None:
        """What the last values of a sequence that can be compared break between them."""
        comparable = [index for index, value in enumerate(values) if self._laws_of(laws, type(value))][-COMPARED:]
        pick = combinations_with_replacement if count == 2 else permutations
        for chosen in pick(comparable, count):
            for asked in self._laws_of(laws, type(values[chosen[0]])):
                contract = asked.contract
                if not isinstance(contract, Law) or only not in (None, contract.name):
                    continue
                if len(set(chosen)) < count and not contract.with_itself:
                    continue
                if contract.among and len({definer(type(values[one]), contract.among) for one in chosen}) > 1:
                    continue
                violation = self._ask(asked, statements[-1], values, chosen)
                if violation is not None:
                    return violation
        return None

    def _ask(
        self, asked: _Asked, statement: Statement, values: list[object], positions: tuple[int, ...]
    ) -> Violation | None:
        """Ask values about one contract."""
        try:
            breach = asked.breach(*[values[position] for position in positions])
            if breach is None:
                return None
        except OutOfTime:
            raise
        except BaseException as exception:  # noqa: BLE001 - raising, whatever it is, may break the contract
            if not asked.raising:
                return None
            contract = asked.contract
            breach = Breach(contract.lines if isinstance(contract, Law) else contract.claim(), exception=exception)
        return self._broken(asked.contract, breach, statement, values, positions)

    def _broken(
        self,
        contract: Law | Contract,
        breach: Breach,
        statement: Statement,
        values: list[object],
        positions: tuple[int, ...],
    ) -> Violation | None:
        value, exception = values[positions[0]], breach.exception
        if exception is not None and self._is_our_doing(contract, value, values, exception):
            return None
        if isinstance(contract, Law) and self._is_settled(contract, type(value), statement):
            return None
        if exception is not None:
            where = location(exception, self._owned)
            message = breach.message or describe(exception)
        else:
            where = None
            name = contract.name.replace("_", " ")
            message = breach.message or f"{_several(value, len(positions))} the contract: {name}"
        if where is None:
            where = (
                _definition(type(value), breach.method or next(iter(contract.methods), ""))
                if isinstance(contract, Law)
                else self._called(statement, values, len(values) - 1)
            )
        return Violation(
            contract.name,
            message,
            positions,
            breach.claim,
            type(exception).__name__ if exception is not None else None,
            where,
            confidence=breach.confidence or (contract.confidence if isinstance(contract, Law) else Confidence.HIGH),
            why=contract.why if isinstance(contract, Law) else "",
        )

    def _is_settled(self, law: Law, cls: type, statement: Statement) -> bool:
        """Whether a breach was told so often that it is told no more."""
        if self._patient:
            return False
        key = (law.name, cls, statement.operation)
        self._told[key] += 1
        return self._told[key] > KNOWN_TO_BREAK

    def _is_our_doing(
        self, contract: Law | Contract, value: object, values: list[object], exception: BaseException
    ) -> bool:
        """Whether a question raised for what we have put into a value."""
        if isinstance(exception, RecursionError) and holds_cycle(value):
            # an object that was put into itself, as far as can be told
            return True
        if isinstance(contract, HashNeverRaises):
            # hashing what holds a list fails because a list went in
            return _unhashable_part(exception) and _unhashable_given(value, values)
        if not isinstance(contract, Asked) or not contract.of_parts:
            return False
        return holds(value, lambda part: part is not value and self._fails(contract, part))

    def _fails(self, contract: Asked, part: object) -> bool:
        """Whether a foreign object raises by itself."""
        if self._claims.is_ours(type(part)):
            return False
        try:
            contract.ask(part)
        except OutOfTime:
            raise
        except Exception:  # noqa: BLE001 - whatever it raises
            return True
        return False

    def _leaks(self, statements: tuple[Statement, ...], values: list[object], only: str | None) -> Violation | None:
        """Whether emptying what a call has returned breaks a contract on the object it was returned by."""
        law, last = STATE_DOES_NOT_LEAK, len(values) - 1
        if only not in (None, law.name):
            return None
        for index, given in enumerate(values):
            receiver = self._receiver(statements[index], index)
            if type(given) not in EMPTIED or receiver is None or not given:
                continue
            owner, name = values[receiver], statements[index].operation.name
            if not self._leaked(given, owner, name) or self._ignored.covers_class(law.name, type(owner)):
                continue
            if self._values(statements[last], values, (receiver,)) is not None:
                continue
            with emptied(given):
                broken = self._values(statements[last], values, (receiver,))
            if broken is None or self._is_settled(law, type(owner), statements[index]):
                continue
            return replace(
                broken,
                contract=law.name,
                message=f"emptying what {type(owner).__name__}.{name} returned breaks the contract: "
                f"{broken.contract.replace('_', ' ')}",
                subjects=(receiver, index),
                claim=_after(broken.claim, "{1}.clear()"),
                location=_definition(type(owner), name),
                confidence=law.confidence,
                why=law.why,
            )
        return None

    def _leaked(self, given: object, owner: object, name: str) -> bool:
        """Whether a container is the inside of an object, and not an attribute for everybody."""
        if not self._claims.is_ours(type(owner)):
            return False
        held = [attribute for attribute, value in state(owner).items() if value is given]
        return bool(held) and all(attribute.startswith("_") and attribute != name for attribute in held)

    def _eye(self, cls: type) -> Eye:
        eye = self._eyes.get(cls)
        if eye is None:
            eye = self._eyes[cls] = Eye(cls, self._claims)
        return eye

    def _receiver(self, statement: Statement, position: int) -> int | None:
        """Where the receiver of a statement at a position was made."""
        back = statement.arguments[0] if statement.operation.kind in HAS_RECEIVER else None
        return position + back if isinstance(back, int) and statement.operation.kind is not Kind.DISPLAY else None

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
        where = self._called(statement, values, len(values) - (exception is None))
        if exception is not None:
            # the call itself is what fails in the test
            return Violation(contract.name, message, exception=type(exception).__name__, location=where)
        everything = tuple(range(len(values)))
        return Violation(contract.name, message, everything, contract.claim(len(values)), location=where)

    def _called(self, statement: Statement, values: list[object], position: int) -> Location | None:
        """Where the code of the operation called at a position stands, if it is the target's."""
        receiver = self._receiver(statement, position)
        if receiver is None:
            return None
        cls = type(values[receiver])
        return _definition(cls, statement.operation.name) if self._owned(cls.__module__) else None


def _as_check(contract: Contract) -> Check:
    """A contract of the user's as it is asked."""

    def breach(value: object) -> Breach | None:
        return None if contract.holds(value) else Breach(contract.claim())

    return breach


def _several(value: object, count: int) -> str:
    name = type(value).__name__
    return f"a {name} breaks" if count == 1 else f"{count} {name} objects break"


def _after(claim: tuple[str, ...], line: str) -> tuple[str, ...]:
    """A claim with a line before all that is not an import."""
    imports = tuple(one for one in claim if one.startswith(("import ", "from ")))
    return (*imports, line, *claim[len(imports) :])


def _unhashable_given(value: object, values: list[object]) -> bool:
    return any(other is not value and type(other).__hash__ is None for other in values)


def _unhashable_part(exception: BaseException) -> bool:
    return isinstance(exception, TypeError) and "unhashable type" in str(exception)


def _definition(cls: type, name: str) -> Location | None:
    """Where a method of a class is defined."""
    try:
        stored: Any = inspect.getattr_static(cls, name)
        code = inspect.unwrap(getattr(stored, "fget", stored)).__code__
        return Location(code.co_filename, code.co_firstlineno, code.co_qualname)
    except (AttributeError, ValueError):
        return None
