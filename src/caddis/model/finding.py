"""What a run hands to the user: findings, and the cases of a regression suite."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation

PROCESS_KINDS = frozenset({"hang", "crash", "exit", "memory"})
"""The contracts that a sequence breaks by what becomes of its process: it never ended, a signal ended it, it was made
to exit, or memory ran out."""


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

    @property
    def id(self) -> str:
        """The same for the same operation, contract and place, run after run."""
        operation = self.sequence.statements[-1].operation
        location = self.violation.location
        place = f"{location.function}" if location else ""
        text = f"{operation}|{self.violation.contract}|{self.violation.exception}|{place}"
        return hashlib.sha256(text.encode()).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class Assertion:
    """Something seen to be true after a sequence: `template` with the value at `subject` for `{0}`, and its value.

    `after` is the position of the statement after which it is asked. `expected` is Python source.
    """

    subject: int
    template: str
    expected: str
    after: int


@dataclass(frozen=True, slots=True)
class Case:
    """A sequence that ran well, and what is asserted of it."""

    sequence: Sequence
    assertions: tuple[Assertion, ...]
    type_names: tuple[str, ...]
    writes: bool = False
    """Whether it writes files, which then belong into a directory of the test's own."""
