"""Whether a property holds of what it was called with: failing means raising."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from caddis.judge.exceptions import Owned, Tally, describe, location
from caddis.judge.exceptions.fitting import fits
from caddis.model.api import Signature
from caddis.model.operation import FIXTURES, Operation
from caddis.model.sequence import Literal, Statement
from caddis.model.types import Exactly, Named, Type
from caddis.model.verdict import Confidence, Violation
from caddis.properties.assuming import discards
from caddis.properties.marking import Check

KIND = "property"
"""The contract that a property is."""
WHY = "the property is stated of every input that can be made"


@dataclass(frozen=True, slots=True)
class Stated:
    """A property, as far as judging its calls needs it."""

    check: Check
    signature: Signature


class Properties:
    """Judges the calls of properties."""

    def __init__(
        self,
        stated: Mapping[Operation, Stated],
        owned: Owned,
        discarding: tuple[type[BaseException], ...] = (),
    ) -> None:
        """`discarding` are the exceptions that discard an input, beside the usual ones."""
        self._stated = stated
        self._owned = owned
        self._discarding = discarding

    def concern(self, operation: Operation) -> bool:
        """Whether an operation is a property."""
        return bool(self._stated) and operation in self._stated

    def is_input(self, prefix: tuple[Statement, ...], call: Statement, values: list[object]) -> bool:
        """Whether a property may be called so, by the types it names: not with anything that smaller code would do."""
        types = self._stated[call.operation].signature.parameters
        for argument, known in zip(call.arguments, types, strict=True):
            if _is_fixture(known):
                if type(argument) is not int or prefix[argument].operation.module != FIXTURES:
                    return False
            elif type(argument) is int:
                if fits(values[argument], known) is False:
                    return False
            elif isinstance(argument, Literal) and fits(argument.value, known) is False:
                return False
        return True

    def discards(self, call: Statement, exception: BaseException | None) -> bool:
        """Whether a call has discarded its input."""
        own = self._stated[call.operation].check.discarding
        return exception is not None and discards(exception, (*own, *self._discarding))

    def judge(self, call: Statement, exception: BaseException | None) -> Violation | None:
        """What is broken by a call that ended so; nothing if it discards its input."""
        expected = self._stated[call.operation].check.expected
        if exception is None:
            if not expected:
                return None
            names = " or ".join(cls.__name__ for cls in expected)
            return Violation(KIND, f"it did not raise {names}", (), _claim(expected), "Failed", None, why=WHY)
        if isinstance(exception, expected) or self.discards(call, exception):
            return None
        where = location(exception, self._owned)
        return Violation(
            KIND,
            describe(exception),
            (),
            _claim(expected) if expected else (),
            type(exception).__name__,
            where,
            Confidence.HIGH,
            WHY,
        )


class OnlyProperties:
    """A judge that asks for nothing but properties: whatever can be made is an input, be it otherwise sound or not."""

    def __init__(self) -> None:
        self.tally = Tally()

    def call(
        self,
        _statements: tuple[Statement, ...],
        _values: list[object],
        _changed: Iterable[int],
        _met: Iterable[int],
        _exception: BaseException | None,
    ) -> Violation | None:
        """Nothing is wrong with any call."""
        return None

    def inside(
        self, _statements: tuple[Statement, ...], _values: list[object], _exception: BaseException, _calls: int
    ) -> bool:
        """Whether an exception inside a function of the test's own shows a bug: no."""
        return False

    def watches(self, _values: list[object], _indices: Iterable[int]) -> bool:
        """Whether any contract concerns values: no."""
        return False

    def insists(self, _values: list[object], _indices: Iterable[int]) -> bool:
        """Whether a contract of the user's concerns values: no."""
        return False

    def compares(self, _cls: type) -> bool:
        """Whether any law speaks of two instances of a class: no."""
        return False

    def forget(self) -> None:
        """There is nothing to let go of."""


def _is_fixture(known: Type) -> bool:
    return isinstance(known, Exactly) and any(
        isinstance(value, Named) and value.module == FIXTURES for value in known.values
    )


def _claim(expected: tuple[type[BaseException], ...]) -> tuple[str, ...]:
    """The lines of a test that expect one of several exceptions of its last call."""
    imports = [
        f"from {cls.__module__} import {cls.__qualname__.partition('.')[0]}"
        for cls in expected
        if cls.__module__ != "builtins"
    ]
    names = [cls.__qualname__ for cls in expected]
    listed = names[0] if len(names) == 1 else f"({', '.join(names)})"
    return (*dict.fromkeys(imports), "import pytest", f"with pytest.raises({listed}):\n    {{last}}")
