"""What a run hands to the user: findings, and the cases of a regression suite."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from caddis.model.operation import Kind, Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation

PROCESS_KINDS = frozenset({"hang", "crash", "exit", "memory"})
"""The contracts that a sequence breaks by what becomes of its process: it never ended, a signal ended it, it was made
to exit, or memory ran out."""


_LENT = frozenset({"", "builtins", "collections"})
"""The modules of containers: what is done to one is felt by whoever lent or borrowed it."""


def answerable(sequence: Sequence) -> Operation:
    """The operation that answers for what the last call has done.

    That is the one called, unless a plain container was changed: then the one that gave it away, or that kept it.
    """
    index = len(sequence) - 1
    while True:
        statement = sequence.statements[index]
        if statement.operation.module not in _LENT or statement.receiver is None:
            break
        index += statement.receiver
    if statement.operation.module in _LENT:
        others = [sequence.statements[user].operation for user in sequence.users(index)]
        return next((one for one in others if one.module not in _LENT), sequence.statements[-1].operation)
    return statement.operation


def is_on_container(sequence: Sequence) -> bool:
    """Whether the last call is one of a plain container's own methods."""
    last = sequence.statements[-1]
    return last.operation.module in _LENT and last.receiver is not None


@dataclass(frozen=True, slots=True)
class Finding:
    """A group of violations with one cause, shown by its smallest sequence."""

    sequence: Sequence
    violation: Violation
    type_names: tuple[str, ...]
    """The class name of each value of the sequence: what variables are named after."""
    occurrences: int = 1
    limit: float = 0.0
    """The seconds its test waits for a process to end; 0 leaves that to the test."""
    output: str = ""
    """What the process printed at its end."""
    about: str = ""
    """The class of the value that breaks a contract, by its dotted name."""
    entry_points: tuple[str, ...] = ()
    """All operations that led to it, the one shown first."""
    examples: tuple[Sequence, ...] = ()
    """Other sequences that show it."""

    @property
    def operation(self) -> Operation:
        """The last one called."""
        return self.sequence.statements[-1].operation

    @property
    def id(self) -> str:
        """The same for the same contract and place, run after run, whatever is edited above that place.

        The operation called is part of it where no place is known; otherwise it would depend on which of several entry
        points happened to have the smallest sequence.
        """
        violation = self.violation
        location = violation.location
        if location is not None and violation.contract not in PROCESS_KINDS:
            file = "/".join(location.file.split("/")[-2:])
            place = f"{file}|{location.function}|{location.text}"
        else:
            place = str(answerable(self.sequence) if violation.claim else self.operation)
        exception = None if violation.claim else violation.exception
        culprit = f"|{violation.culprit}" if violation.culprit else ""
        text = f"{violation.contract}|{exception}|{place}{culprit}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]

    @property
    def places(self) -> tuple[str, ...]:
        """The dotted names by which it can be ignored."""
        named = (str(self.operation), str(answerable(self.sequence)), self.about, self.violation.blame)
        return tuple(dict.fromkeys(name for name in named if name))

    @property
    def headline(self) -> str:
        """What was called and what happened, in one sentence."""
        violation = self.violation
        called = in_words(self.operation)
        if violation.claim and (by := answerable(self.sequence)) != self.operation:
            called = f"{called} by way of {by.path}"
        if violation.contract in PROCESS_KINDS:
            return f"{called}: {violation.message}"
        if not violation.claim:
            return f"{called} raised {violation.message}"
        if violation.exception:
            return f"after {called}, '{self.expected}' does not hold: {violation.message}"
        return f"after {called}, {violation.message}"

    @property
    def expected(self) -> str:
        """What should have been, in words."""
        return _EXPECTED.get(self.violation.contract) or self.violation.contract.replace("_", " ")

    @property
    def silencers(self) -> tuple[str, ...]:
        """The entries of `ignore` after which it is not reported any more."""
        violation = self.violation
        single = violation.blame or (self.about if violation.claim else "")
        places = {single} if single else {str(self.operation), *self.entry_points}
        return tuple(f"{place}:{violation.contract}" for place in sorted(places))


def in_words(operation: Operation) -> str:
    """What is done when an operation is called."""
    match operation.kind:
        case Kind.READ:
            return f"reading {operation.path}"
        case Kind.WRITE:
            return f"setting {operation.path}"
        case Kind.DELETE:
            return f"deleting {operation.path}"
        case _:
            return operation.path


_EXPECTED = {
    "hang": "it ends",
    "crash": "the interpreter survives it",
    "exit": "it returns, or raises an exception that callers can handle",
    "memory": "it makes do with the memory there is",
    "property": "the property holds",
}


Name = tuple[str, str]
"""A module, and the dotted path of something in it."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """Something seen to be true after a sequence: `template` with the value at `subject` for `{0}`, and its value.

    `after` is the position of the statement after which it is asked. `expected` is Python source; where it is empty,
    the template is a claim that holds as it stands. What has to be imported is written with its module in both.
    """

    subject: int
    template: str
    expected: str
    after: int
    others: tuple[int, ...] = ()
    """The positions of the values that `{1}`, `{2}` of the template stand for."""
    names: tuple[Name, ...] = ()
    """What has to be imported."""

    @property
    def by_identity(self) -> bool:
        """Whether it says which object something is, not what that is equal to."""
        return self.expected.isidentifier() or any(self.expected == ".".join(name) for name in self.names)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The exception that the last call of a case raises on purpose."""

    module: str
    """Where it is imported from; "builtins" if it needs no import."""
    name: str
    match: str = ""
    """A part of what it says that is the same each time, as plain text."""


@dataclass(frozen=True, slots=True)
class Case:
    """A sequence that ran well, or was refused on purpose, and what is asserted of it."""

    sequence: Sequence
    assertions: tuple[Assertion, ...]
    type_names: tuple[str, ...]
    writes: bool = False
    """Whether it writes files, which then belong into a directory of the test's own."""
    refusal: Refusal | None = None
    """How its last call refuses, if it does not return."""
