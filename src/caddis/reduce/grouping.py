"""Groups violations by cause, as REDUCE (section 3.2 of the Randoop paper) and JCrasher do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from caddis.model.finding import PROCESS_KINDS, answerable
from caddis.model.ignoring import Ignored
from caddis.model.sequence import Sequence
from caddis.model.verdict import Confidence, Violation

TO_REDUCE = 5
"""Examples of a cause from which the smallest sequence is looked for."""
MOST_EXAMPLES = 8
"""Examples of a cause that are kept, for as many entry points as there are."""

Cause = tuple[object, ...]


def cause_of(sequence: Sequence, violation: Violation) -> Cause:
    """What violations with one cause share.

    An exception is told by the place in the target that raised it, whoever was called, be it to ask for a contract; a
    contract that is false by the place that answers for it, or else by the call after which it breaks. A key
    that is missed by what is called back has a cause of its own: mostly it was simply asked for, but not always.
    """
    last = sequence.statements[-1].operation
    if violation.contract in PROCESS_KINDS:
        # how and where a process ended says little: what ended it tells causes apart
        return ("process", last)
    if violation.culprit and violation.culprit != str(last):
        # what a property says of an object that was broken tells little
        return (violation.contract, last, violation.culprit)
    if violation.claim and (violation.exception is None or violation.location is None):
        return (violation.contract, violation.location or _method(sequence, violation) or answerable(sequence))
    return (violation.exception, violation.location or (violation.contract, last), violation.inside)


def _method(sequence: Sequence, violation: Violation) -> str | None:
    """The method that was called last, if it was one of the object that is broken: its class may only inherit it."""
    last = sequence.statements[-1]
    cls, _, _ = violation.blame.rpartition(".")
    if not cls or last.receiver is None or len(sequence) - 1 + last.receiver not in violation.subjects:
        return None
    return f"{cls}.{last.operation.name}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a smaller sequence must show to stand for another: neither another bug nor less of one."""

    cause: Cause
    contract: str
    exception: str | None
    confidence: Confidence

    @classmethod
    def of(cls, sequence: Sequence, violation: Violation) -> Wanted:
        """What a sequence shows."""
        return cls(cause_of(sequence, violation), violation.contract, violation.exception, violation.confidence)

    def is_met(self, sequence: Sequence, violation: Violation | None) -> bool:
        """Whether a sequence shows it, too."""
        return (
            violation is not None
            and violation.contract == self.contract
            and violation.exception == self.exception
            and violation.confidence.reaches(self.confidence)
            and cause_of(sequence, violation) == self.cause
        )


@dataclass(frozen=True, slots=True)
class Example:
    """A sequence, what it breaks, and what was printed meanwhile, where that is known."""

    sequence: Sequence
    violation: Violation
    output: str = ""

    @property
    def entry_point(self) -> str:
        """The operation that was called."""
        return str(self.sequence.statements[-1].operation)

    @property
    def places(self) -> tuple[str, ...]:
        """The dotted names by which it can be ignored."""
        return (self.entry_point, str(answerable(self.sequence)), self.violation.blame)

    @property
    def rank(self) -> tuple[int, bool, int]:
        """What orders examples: the surest first, then the plainest, then the shortest."""
        violation = self.violation
        # a contract that is false is plainer than one that cannot be asked
        unasked = bool(violation.claim and violation.exception) or bool(violation.culprit and not violation.is_plain)
        return (violation.confidence.rank, unasked, len(self.sequence))


@dataclass
class Group:
    """Violations with one cause: how many there were, after which operations, and some of them, the best first."""

    occurrences: int = 0
    entry_points: Counter[str] = field(default_factory=Counter)
    examples: list[Example] = field(default_factory=list)

    @property
    def confidence(self) -> Confidence:
        """That of the surest."""
        return self.examples[0].violation.confidence

    def add(self, example: Example) -> None:
        """Take in one more."""
        self.occurrences += 1
        self.entry_points[example.entry_point] += 1
        self._exemplify([example])

    def join(self, other: Group) -> None:
        """Take in those of another group."""
        self.occurrences += other.occurrences
        self.entry_points.update(other.entry_points)
        self._exemplify(other.examples)

    def _exemplify(self, more: Iterable[Example]) -> None:
        """Keep the best example of each entry point, then others: one may be made smaller than the next."""
        best: dict[str, Example] = {}
        others: list[Example] = []
        for example in sorted([*self.examples, *more], key=lambda example: example.rank):
            if best.setdefault(example.entry_point, example) is not example:
                others.append(example)
        self.examples = [*best.values(), *others][:MOST_EXAMPLES]

    def at_its_best(self) -> Group:
        """The same, with the best example alone."""
        return Group(self.occurrences, self.entry_points, self.examples[:1])

    def without(self, ignored: Ignored) -> Group:
        """What is left of it when the user's wishes are heeded; perhaps nothing."""
        contract = self.examples[0].violation.contract
        left = {name: times for name, times in self.entry_points.items() if not ignored.covers(name, contract)}
        examples = [example for example in self.examples if not ignored.covers_any(example.places, contract)]
        return Group(sum(left.values()), Counter(left), examples)


@dataclass
class Groups:
    """All violations met, by cause."""

    by_cause: dict[Cause, Group] = field(default_factory=dict)

    def add(self, example: Example) -> None:
        """Take in a violation."""
        self.by_cause.setdefault(cause_of(example.sequence, example.violation), Group()).add(example)

    def repeat(self, example: Example, times: int) -> None:
        """Count violations that are no better than those known, of which this is one."""
        group = self.by_cause.setdefault(cause_of(example.sequence, example.violation), Group())
        group.add(example)
        group.occurrences += times - 1
        group.entry_points[example.entry_point] += times - 1

    def join(self, other: Groups) -> None:
        """Take in what others met."""
        for cause, group in other.by_cause.items():
            self.by_cause.setdefault(cause, Group()).join(group)

    def reaching(self, line: Confidence) -> Groups:
        """Those that are sure enough."""
        return Groups({cause: group for cause, group in self.by_cause.items() if group.confidence.reaches(line)})

    def without(self, ignored: Ignored) -> Groups:
        """What is left when the user's wishes are heeded."""
        if not ignored.patterns:
            return self
        heeded = {cause: group.without(ignored) for cause, group in self.by_cause.items()}
        return Groups({cause: group for cause, group in heeded.items() if group.examples})
