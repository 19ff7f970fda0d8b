"""For which reasons a property fails: each shown by its smallest program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from caddis.engine.checking import Count
from caddis.model.finding import PROCESS_KINDS, Finding
from caddis.model.operation import HAS_RECEIVER
from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation
from caddis.reduce.grouping import Cause, cause_of
from caddis.reduce.shrink import size

REDUCED = 2
"""Failures of one cause that are made small, to show the smallest."""
MOST_REASONS = 5


def reasons(count: Count, small: Callable[[Sequence, Violation], Finding]) -> list[Finding]:
    """The failures of a property made small, one for each reason, the smallest first."""
    best: dict[Cause, Finding] = {}
    for cause, several in sorted(count.failures.items(), key=lambda pair: len(pair[1][0][0])):
        tried = several[: 1 if several[0][1].contract in PROCESS_KINDS else REDUCED]
        smallest = min((small(*one) for one in tried), key=_plainness)
        now = cause_of(smallest.sequence, smallest.violation)
        known = best.get(now)
        times = count.times[cause] + (known.occurrences if known is not None else 0)
        better = smallest if known is None or _plainness(smallest) < _plainness(known) else known
        best[now] = replace(better, occurrences=times)
        if len(best) == MOST_REASONS:
            break
    return _told_apart(sorted(best.values(), key=lambda finding: size(finding.sequence)))


def _told_apart(findings: list[Finding]) -> list[Finding]:
    """Without those that the culprit of a smaller one takes part in: that may be all that is wrong."""
    found: list[Finding] = []
    for finding in findings:
        called = {str(statement.operation) for statement in finding.sequence.statements[:-1]}
        place = next(
            (
                place
                for place, one in enumerate(found)
                if one.violation.culprit in called or _looks(one) == _looks(finding)
            ),
            None,
        )
        if place is None:
            found.append(finding)
        else:
            whole = found[place].occurrences + finding.occurrences
            found[place] = replace(found[place], occurrences=whole)
    return found


def _looks(finding: Finding) -> list[tuple[object, ...]]:
    """What a program looks like: a method is written the same whichever class is said to have it."""
    return [
        (one.kind, one.name, statement.arguments, None if one.kind in HAS_RECEIVER else one)
        for statement in finding.sequence
        for one in [statement.operation]
    ]


def _plainness(finding: Finding) -> tuple[object, ...]:
    """What orders failures of one reason: a claim that is false is plainer than one that cannot be asked."""
    return (not finding.violation.is_plain, size(finding.sequence))
