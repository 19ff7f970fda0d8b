"""Checks the contracts after a call."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from caddis.judge.contracts import (
    DEFAULT_CONTRACTS,
    EQUAL_HASHES,
    EQUAL_OBJECTS_HASH_EQUAL,
    HASH_NEVER_RAISES,
    Contract,
    SimpleContract,
    defines,
    hashes_agree,
    holds_cycle,
)
from caddis.judge.exceptions import Exceptions, Known, Owned, Returns, Spoken, Tally, describe, location
from caddis.model.operation import HAS_RECEIVER
from caddis.model.outcome import OutOfTime
from caddis.model.sequence import Statement
from caddis.model.verdict import Confidence, Location, Violation
from caddis.plugin import StateContract


class Judge:
    """Decides whether a call broke a contract."""

    def __init__(
        self,
        owned: Owned,
        contracts: Iterable[Contract],
        state_contracts: Iterable[StateContract],
        *,
        known: Known = lambda _operation: None,
        spoken: Spoken = lambda _docstring: (),
        line: Confidence = Confidence.MEDIUM,
    ) -> None:
        """`known` tells the signature of an operation, `spoken` the exceptions that a docstring speaks of.

        Exceptions that show a bug less surely than `line` are counted, and no more is said of them.
        """
        self._owned = owned
        self._exceptions = Exceptions(owned, known, spoken, line)
        self._returns = Returns(known, self._exceptions.expectations, line)
        self._contracts = (*DEFAULT_CONTRACTS, *contracts)
        self._state_contracts = tuple(state_contracts)
        self._applicable: dict[type, tuple[Contract, ...]] = {}
        self._pairs: dict[type, bool] = {}

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
            violation = self._exceptions.judge(statements, values, exception)
        else:
            violation = self._values(statement, values, changed) or self._hashes(values, tuple(met))
            violation = violation or self._returns.judge(statements, values)
        if self._state_contracts and (violation is None or violation.confidence is Confidence.LOW):
            # what the user promises is surer than what we suspect
            return self._state(statement, values, exception) or violation
        return violation

    def forget(self) -> None:
        """Let go of what is known of classes: they have been made anew."""
        self._applicable.clear()
        self._pairs.clear()
        self._exceptions.forget()
        self._returns.forget()

    @property
    def tally(self) -> Tally:
        """How many calls ended in exceptions, and how many reports those would make."""
        return self._exceptions.tally

    def watches(self, values: list[object], indices: Iterable[int]) -> bool:
        """Whether any contract concerns the values at the given positions."""
        return bool(self._state_contracts) or any(self._contracts_of(type(values[index])) for index in indices)

    def _contracts_of(self, cls: type) -> tuple[Contract, ...]:
        contracts = self._applicable.get(cls)
        if contracts is None:
            contracts = self._applicable[cls] = self._concerning(cls)
        return contracts

    def _values(self, statement: Statement, values: list[object], changed: Iterable[int]) -> Violation | None:
        for index in changed:
            value = values[index]
            for contract in self._contracts_of(type(value)):
                try:
                    if contract.holds(value):
                        continue
                    violation = self._broken(contract, statement, values, index, None)
                except OutOfTime:
                    raise
                except BaseException as exception:  # noqa: BLE001 - raising, whatever it is, breaks the contract
                    violation = self._broken(contract, statement, values, index, exception)
                if violation is not None:
                    return violation
        return None

    def _concerning(self, cls: type) -> tuple[Contract, ...]:
        mine = self._owned(cls.__module__ if isinstance(cls.__module__, str) else "")
        return tuple(
            contract
            for contract in self._contracts
            if (mine or not isinstance(contract, SimpleContract)) and contract.concerns(cls)
        )

    def _hashes(self, values: list[object], met: tuple[int, ...]) -> Violation | None:
        """Equal objects hash equal."""
        for place, one in enumerate(met):
            cls = type(values[one])
            if not self._compares_and_hashes(cls):
                continue
            for other in met[place + 1 :]:
                if type(values[other]) is cls and not hashes_agree(values[one], values[other]):
                    return Violation(
                        EQUAL_OBJECTS_HASH_EQUAL,
                        f"two equal {cls.__name__} objects have different hashes",
                        (one, other),
                        EQUAL_HASHES,
                        location=_definition(cls, "__hash__") or _definition(cls, "__eq__"),
                    )
        return None

    def _compares_and_hashes(self, cls: type) -> bool:
        known = self._pairs.get(cls)
        if known is None:
            known = self._pairs[cls] = (
                self._owned(cls.__module__) and defines(cls, "__eq__") and getattr(cls, "__hash__", None) is not None
            )
        return known

    def _broken(
        self,
        contract: Contract,
        statement: Statement,
        values: list[object],
        index: int,
        exception: BaseException | None,
    ) -> Violation | None:
        value = values[index]
        if contract.name == HASH_NEVER_RAISES and _unhashable_part(exception) and _unhashable_given(value, values):
            # hashing what holds a list fails because a list went in: our doing
            return None
        if isinstance(exception, RecursionError) and holds_cycle(value):
            # so is an object that was put into itself, as far as can be told
            return None
        if exception is not None:
            where = location(exception, self._owned)
            message = describe(exception)
        else:
            where = None
            message = f"a {type(value).__name__} breaks the contract: {contract.name.replace('_', ' ')}"
        if where is None:
            where = (
                _definition(type(value), contract.method)
                if isinstance(contract, SimpleContract)
                else self._called(statement, values, len(values) - 1)
            )
        return Violation(
            contract.name,
            message,
            (index,),
            contract.claim(),
            type(exception).__name__ if exception is not None else None,
            where,
        )

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
        back = statement.arguments[0] if statement.operation.kind in HAS_RECEIVER else None
        if not isinstance(back, int):
            return None
        cls = type(values[position + back])
        return _definition(cls, statement.operation.name) if self._owned(cls.__module__) else None


def _unhashable_given(value: object, values: list[object]) -> bool:
    return any(other is not value and type(other).__hash__ is None for other in values)


def _unhashable_part(exception: BaseException | None) -> bool:
    return isinstance(exception, TypeError) and "unhashable type" in str(exception)


def _definition(cls: type, name: str) -> Location | None:
    """Where a method of a class is defined."""
    try:
        function = inspect.unwrap(inspect.getattr_static(cls, name))
        code = function.__code__
        return Location(code.co_filename, code.co_firstlineno, code.co_qualname)
    except (AttributeError, ValueError):
        return None
