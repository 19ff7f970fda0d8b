"""Which findings a run tells of: not those the user ignores, accepts, or does not want for want of confidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from caddis.config import Config
from caddis.model.finding import PROCESS_KINDS, Finding
from caddis.model.ignoring import Ignored
from caddis.model.verdict import Confidence
from caddis.reduce.grouping import Group, Groups

SECOND_LOOKS = 12
"""Causes of which no example is sure enough that are made small all the same: what was to blame may fall away.

Not what ends or hangs its process: each takes seconds, and a core that the suite has need of.
"""


@dataclass
class Sieve:
    """Lets through what the user wants to hear of, and counts the rest."""

    ignored: Ignored
    line: Confidence
    known: frozenset[str] = frozenset()
    """The ids of accepted findings."""
    below: Counter[Confidence] = field(default_factory=Counter)
    accepted: list[Finding] = field(default_factory=list)

    @classmethod
    def of(cls, config: Config, known: frozenset[str]) -> Sieve:
        """The sieve that a user has asked for."""
        return cls(Ignored(config.ignore), Confidence(config.confidence), known)

    def groups(self, groups: Groups) -> Groups:
        """The groups that are worth the work of making them small."""
        heeded = groups.without(self.ignored)
        left = heeded.reaching(self.line)
        doubtful = {cause: group for cause, group in heeded.by_cause.items() if cause not in left.by_cause}
        quick = [pair for pair in doubtful.items() if pair[1].examples[0].violation.contract not in PROCESS_KINDS]
        again = dict(sorted(quick, key=lambda pair: _given(pair[1]))[:SECOND_LOOKS])
        self.below.update(group.confidence for cause, group in doubtful.items() if cause not in again)
        return Groups({**left.by_cause, **{cause: group.at_its_best() for cause, group in again.items()}})

    def findings(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are worth a test."""
        left = []
        for finding in findings:
            violation = finding.violation
            if self.ignored.covers_any(finding.places, violation.contract):
                continue
            if not violation.confidence.reaches(self.line):
                self.below[violation.confidence] += 1
            elif finding.id in self.known:
                self.accepted.append(finding)
            else:
                left.append(finding)
        return left


def _given(group: Group) -> tuple[int, int]:
    """What orders causes that nobody is sure of: the less was given, the less can be to blame for it."""
    sequence = group.examples[0].sequence
    arguments = [each for statement in sequence for each in statement.arguments if each is not None]
    return (len(arguments), len(sequence))
