"""What a run tells its reporters while it goes on, and the summary at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from caddis.model.explanation import Explained
from caddis.model.verdict import Confidence, Location


@dataclass(frozen=True, slots=True)
class Started:
    """The target is imported."""

    modules: tuple[str, ...]
    operations: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far exploration has come."""

    elapsed: float
    sequences: int
    rate: float
    kept: int
    violations: int


@dataclass(frozen=True, slots=True)
class Stage:
    """The run goes on to something else."""

    name: str
    elapsed: float


@dataclass(frozen=True, slots=True)
class Warned:
    """Something the user should know."""

    line: str


@dataclass(frozen=True, slots=True)
class Said:
    """What only those want to read who ask for more, such as what a worker printed before it died."""

    text: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A finding as the user will read it."""

    id: str
    kind: str
    operation: str
    exception: str | None
    message: str
    headline: str
    expected: str
    blame: str
    confidence: Confidence
    why: str
    location: Location | None
    occurrences: int
    entry_points: tuple[str, ...]
    statements: int
    code: str
    examples: tuple[tuple[str, str], ...]
    """Other ways to it: the operation and the program of each."""
    silencers: tuple[str, ...]
    """The entries of `ignore` after which it is not reported any more."""
    test: str | None
    """Where its test is, unless it is accepted and none was written."""
    accepted: bool = False
    """Whether the baseline has it."""
    output: str = ""
    """What the process printed at its end, where that helps."""


@dataclass(frozen=True, slots=True)
class Denied:
    """Something the sandbox refused, and how often."""

    operation: str
    """What was running, "import" for the import of the target."""
    what: str
    count: int


@dataclass(frozen=True, slots=True)
class Changed:
    """A test of an earlier run that does not pass any more, since the code behaves otherwise."""

    test: str
    """Where it is, or was: `path::name`."""
    expected: str
    now: str


@dataclass(frozen=True, slots=True)
class Crashes:
    """What became of the exceptions in a module, as in Table I of the JCrasher paper."""

    module: str
    crashes: int
    """Calls that ended in an exception."""
    reports: int
    """The different stacks of those that were no plain refusals."""
    redundant: int
    """Those of them with the cause of another."""
    bugs: int
    """The causes that are sure enough to be shown."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything a run came to."""

    targets: tuple[str, ...]
    seed: int
    elapsed: float
    python: str
    sequences: dict[str, int]
    rate: float
    branches: tuple[int, int]
    lines: tuple[int, int]
    """Those reached by the search, and those there are, as coverage.py counts them, and so with branches."""
    operations: dict[str, int]
    findings: tuple[Reported, ...]
    tests: dict[str, int]
    """How many there are; and the branches and lines that the suite runs, if there was time to count them."""
    denied: tuple[Denied, ...]
    worker_restarts: int
    files: tuple[str, ...]
    edited: tuple[str, ...] = ()
    below: dict[Confidence, int] = field(default_factory=dict)
    """How many causes there are that nobody is sure enough of, by how sure one can be."""
    explained: tuple[Explained, ...] = ()
    """What became of each operation, if anybody asked."""
    crashes: tuple[Crashes, ...] = ()
    robustness: bool = False
    """Whether what is least sure is shown, too."""
    changed: tuple[Changed, ...] = ()
    """How the behaviour differs from what the suite of an earlier run shows."""

    @property
    def new(self) -> tuple[Reported, ...]:
        """The findings that the baseline does not have."""
        return tuple(finding for finding in self.findings if not finding.accepted)


Event = Started | Progress | Stage | Warned | Said | Summary
