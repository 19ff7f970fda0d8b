"""Calls properties: each is the last call of a replay of its own, and nothing is ever built upon it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from caddis.engine.trial import Trial
from caddis.execute.clock import Beat
from caddis.execute.interpreter import Interpreter
from caddis.generate.proposal import Proposal
from caddis.judge.properties import Properties
from caddis.judge.tracebacks import in_lines
from caddis.model.finding import answerable
from caddis.model.operation import FIXTURES, HAS_RECEIVER, Operation
from caddis.model.sequence import Literal, Sequence, Statement
from caddis.model.verdict import Verdict, Violation
from caddis.properties.monitoring import Monitor

Fingerprint = Callable[[object], int]
States = tuple[int | None, ...]
"""For each argument of a property what tells it from others; None for what is given with every input."""


@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    """What came of calling a property."""

    states: States
    discarded: bool
    violation: Violation | None
    label: str = ""
    collected: str | None = None
    exception: BaseException | None = None

    @property
    def said(self) -> str:
        """What it raised, if anything, and where."""
        return "" if self.exception is None else in_lines(self.exception)


def _places(call: Statement, start: int) -> Iterator[int | Literal | None]:
    """The arguments of a call that stands at a place: positions, literals, and None where one is left out."""
    for argument in call.arguments:
        yield start + argument if type(argument) is int else argument


def _is_given(operation: Operation) -> bool:
    """Whether a value is no part of what was made up: a fixture, a monitor."""
    return operation.module == FIXTURES or (operation.module, operation.name) == ("caddis", "Monitor")


class Checks:
    """Runs sequences that end in the call of a property, and judges that."""

    def __init__(
        self, properties: Properties, interpreter: Interpreter, fingerprint: Fingerprint, beat: Beat | None = None
    ) -> None:
        self._properties = properties
        self._interpreter = interpreter
        self._fingerprint = fingerprint
        self._beat = beat or Beat()
        self.concern = properties.concern

    def try_out(self, proposal: Proposal, values: list[object]) -> Trial:
        """Run a proposal whose only call is that of a property."""
        sequence = Sequence(proposal.statements)
        checked = self.check(sequence, values, proposal.prints)
        if checked is None:
            return Trial(Verdict.ILLEGAL, sequence)
        violation = checked.violation
        if violation is not None:
            violation = self.blamed(sequence, violation, values)
        verdict = Verdict.VIOLATION if violation is not None else Verdict.USEFUL
        return Trial(
            Verdict.ILLEGAL if checked.discarded else verdict,
            sequence,
            violation=violation,
            states=checked.states,
            label=checked.label,
            collected=checked.collected,
        )

    def check(
        self, sequence: Sequence, values: list[object], prints: tuple[int | None, ...] = (), *, strict: bool = False
    ) -> Checked | None:
        """What comes of the property at the end of a sequence; None if what leads to it fails, or is no input for it.

        That is asked only if `strict`: whatever was drawn for a property is an input.
        """
        prefix, call = sequence.statements[:-1], sequence.statements[-1]
        outcome = self._interpreter.run(prefix, values)
        if outcome.out_of_time and outcome.exception is not None:
            raise outcome.exception
        if outcome.exception is not None or (strict and not self._properties.is_input(prefix, call, values)):
            return None
        states = self._states(prefix, call, prints, values)
        outcome = self._interpreter.run((call,), values)
        if outcome.out_of_time and outcome.exception is not None:
            raise outcome.exception
        violation = self._properties.judge(call, outcome.exception)
        monitors = (values[len(prefix) + back] for back in call.references)
        monitor = next((one for one in monitors if isinstance(one, Monitor)), NOBODY)
        discarded = self._properties.discards(call, outcome.exception)
        return Checked(states, discarded, violation, monitor.label, monitor.collected, outcome.exception)

    def blamed(self, sequence: Sequence, violation: Violation, values: list[object]) -> Violation:
        """A violation with the operation after which the property does not hold any more; the values are those made."""
        plain = _spelt_out(sequence, values)
        if plain != sequence and not self._breaks(plain, violation):
            plain = sequence
        return replace(violation, culprit=_culprit(self.first_broken(plain, violation)))

    def first_broken(self, sequence: Sequence, violation: Violation) -> Sequence:
        """The sequence without what comes between the call that breaks a property and that of the property."""
        needed = sequence.needed_by(len(sequence) - 1)
        others = [index for index in range(len(sequence)) if index not in needed]
        low, high = -1, len(others)
        # with so many of the others it holds, and with so many it does not
        while high - low > 1:
            middle = (low + high) // 2
            if self._breaks(sequence.only({*needed, *others[:middle]}), violation):
                high = middle
            else:
                low = middle
        return sequence.only({*needed, *others[:high]})

    def _breaks(self, sequence: Sequence, violation: Violation) -> bool:
        # a replay of its own has a time of its own
        self._beat.end()
        self._beat.begin()
        with self._interpreter.prepared(sequence.statements):
            checked = self.check(sequence, [])
        return checked is not None and checked.violation is not None and _same(checked.violation, violation)

    def states(self, proposal: Proposal) -> States | None:
        """What tells the input of a property from others, if that is known before anything is run."""
        prefix = proposal.prefix
        for place in _places(proposal.calls[0], len(prefix)):
            if type(place) is int and proposal.prints[place] is None and not _is_given(prefix[place].operation):
                return None
        return self._states(prefix, proposal.calls[0], proposal.prints, [])

    def _states(
        self, prefix: tuple[Statement, ...], call: Statement, prints: tuple[int | None, ...], values: list[object]
    ) -> States:
        found: list[int | None] = []
        seen: dict[int, int] = {}
        for number, place in enumerate(_places(call, len(prefix))):
            if place is None:
                found.append(LEFT_OUT)
            elif isinstance(place, Literal):
                found.append(self._fingerprint(place.value))
            elif place in seen:
                found.append(seen[place])
            elif _is_given(prefix[place].operation):
                found.append(None)
            else:
                # that it is the same object may matter
                seen[place] = number
                known = prints[place] if prints else None
                found.append(self._fingerprint(values[place]) if known is None else known)
        return tuple(found)


LONGEST_NUMBER, LONGEST_TEXT = 1_000, 200
"""The bits of a number, and the characters of a text, that are worth writing out."""
LEFT_OUT = -1
"""The state of an argument that is left to its default."""


NOBODY = Monitor()
"""Of an input that nobody looks at."""


def _spelt_out(sequence: Sequence, values: list[object]) -> Sequence:
    """A sequence with numbers and texts written where they are used: how they came about does not matter."""
    statements = [
        Statement(
            statement.operation,
            tuple(
                Literal(values[index + argument])  # type: ignore[arg-type]
                if type(argument) is int and _is_short_atom(values[index + argument]) and (place or not held)
                else argument
                for place, argument in enumerate(statement.arguments)
            ),
        )
        for index, statement in enumerate(sequence)
        for held in [statement.operation.kind in HAS_RECEIVER]
    ]
    return Sequence(tuple(statements))


def _is_short_atom(value: object) -> bool:
    if type(value) is int:
        return value.bit_length() <= LONGEST_NUMBER
    if type(value) in (str, bytes):
        return len(value) <= LONGEST_TEXT  # type: ignore[arg-type]
    return type(value) in (bool, float, complex)


def _same(one: Violation, other: Violation) -> bool:
    return (one.contract, one.exception) == (other.contract, other.exception)


def _culprit(sequence: Sequence) -> str:
    """The operation after which a property does not hold any more, which is called last before it."""
    needed = sequence.needed_by(len(sequence) - 1)
    last = max((index for index in range(len(sequence) - 1) if index not in needed), default=None)
    if last is None:
        return str(sequence.statements[-1].operation)
    return str(answerable(sequence.only(range(last + 1))))
