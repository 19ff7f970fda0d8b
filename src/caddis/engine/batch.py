"""What a number of steps brought."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from caddis.engine.trial import Trial
from caddis.generate.proposal import Proposal
from caddis.model.operation import Known, Operation
from caddis.model.sequence import Sequence
from caddis.model.types import Compared
from caddis.model.verdict import Violation
from caddis.reduce.grouping import Cause


@dataclass(repr=False)
class Batch:
    """What a number of steps brought."""

    counts: Counter[str] = field(default_factory=Counter)
    kept: list[Sequence] = field(default_factory=list)
    cases: list[Sequence] = field(default_factory=list)
    leading: list[tuple[Sequence, tuple[int, ...], bool]] = field(default_factory=list)
    """Slices of those cases that reached something new, with the numbers of that, and whether it took long."""
    refusals: list[tuple[Sequence, str, str]] = field(default_factory=list)
    """Sequences whose last call refused on purpose, with the exception and where it was raised."""
    questions: dict[Operation, Known] = field(default_factory=dict)
    """What calls without arguments have newly shown of operations."""
    violations: list[tuple[Sequence, Violation]] = field(default_factory=list)
    repeated: dict[Cause, tuple[Sequence, Violation, int]] = field(default_factory=dict)
    """Further violations of causes of which there are enough, one of each, and how many there were."""
    reached: list[Sequence] = field(default_factory=list)
    """Those that reached something new."""
    refused: list[Sequence] = field(default_factory=list)
    """Some of those that ended in an exception which is no violation."""
    dropped: list[Operation] = field(default_factory=list)
    denied: list[tuple[Operation, str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    steps: int = 0


@dataclass(slots=True, repr=False)
class Tried:
    """A proposal and what came of it."""

    proposal: Proposal
    trial: Trial
    seconds: float
    reached: tuple[int, ...]
    """The numbers of what was reached for the first time."""
    again: tuple[int, ...]
    """Those of what was reached before only by what can be no test."""
    steady: bool
    """Whether the states that were seen would be seen again: nothing was looked at whose insides cannot be seen."""
    compared: tuple[Compared, ...] = ()
    """What the target compared meanwhile, and might lead further if somebody passed it."""
