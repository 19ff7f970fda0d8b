"""What came of trying one sequence."""

from __future__ import annotations

from dataclasses import dataclass

from caddis.model.component import Kinds, Shape
from caddis.model.finding import PROCESS_KINDS
from caddis.model.sequence import Sequence
from caddis.model.verdict import Verdict, Violation


@dataclass(slots=True, repr=False)
class Trial:
    """A sequence that was tried, what came of it, and which of its values may be built upon.

    Nobody changes it; to have Python see to that takes four times as long, for each sequence.
    """

    verdict: Verdict
    sequence: Sequence
    shapes: tuple[Shape, ...] = ()
    prints: tuple[int | None, ...] = ()
    extensible: tuple[int, ...] = ()
    kinds: Kinds = ()
    """Of what kind each value is, as far as anybody has looked; nothing at all if nobody has."""
    violation: Violation | None = None
    out_of_time: bool = False
    raised: str | None = None
    """The name of the class of the exception it ended in, if any."""
    said: str = ""
    """What that exception says."""
    refused_at: str = ""
    """The line of the target's at which it raised that on purpose, and nobody takes it for a bug."""
    made: bool = True
    """Whether the last call was made at all: not one that its precondition refuses."""
    denied: tuple[str, ...] = ()
    """What the sandbox refused meanwhile."""
    states: tuple[int | None, ...] | None = None
    """Of the call of a property that was made, what tells its input from others; None for what is no input of it."""
    label: str = ""
    collected: str | None = None
    """What the property has called its input, and collected of it."""
    failure: str | None = None
    """Why the values could not be looked at, if they could not: their fault as a rule, perhaps ours."""

    usable: tuple[int, ...] = ()
    """The values that other calls may be given, where somebody asked for that."""
    state: int | None = None
    """The state of all of these together."""

    @property
    def is_ruinous(self) -> bool:
        """Whether it took too long, or all memory, or its process."""
        return self.violation is not None and self.violation.contract in PROCESS_KINDS

    @property
    def showed_nothing(self) -> bool:
        """Whether it was cut short by the clock, or its values could not be looked at: a busy machine may do that."""
        return self.out_of_time or self.failure is not None
