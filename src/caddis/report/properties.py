"""What checking properties has shown, in lines: as lists 8, 9, 14 and 16 of the ArbitCheck paper have them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from caddis.model.tested import Ended, Failure, Tested
from caddis.report.lines import counted, printable

BAR = 24
"""Columns of the longest bar of a histogram."""
MOST_BARS = 12
FEW = 0.1
"""The share of inputs that are not discarded below which it is said that nearly all are."""
INDENT = 4


def headline(tested: Tested) -> str:
    """What came of a property, in one line."""
    if tested.complaint is not None:
        return f"{tested.name}: not checked: {tested.complaint}"
    discards = f"; {tested.discarded:,} discarded" if tested.discarded else ""
    total = f"{tested.total} test" if tested.total == 1 else f"{tested.total} tests"
    if tested.failed:
        return f"{tested.name}: Failed {counted(tested.failed, 'test')} out of {total}{discards}."
    if not tested.passed:
        return f"{tested.name}: Nothing was tested: all {tested.discarded:,} inputs were discarded."
    classes = ", ".join(f"{_percent(times, tested.total)} {printable(label)}" for label, times in tested.labels)
    return f"{tested.name}: OK, passed {total}{f' ({classes})' if classes else ''}{discards}."


def details(tested: Tested) -> Iterator[str]:
    """What there is to know about the inputs."""
    if tested.failed and tested.labels:
        for label, times in tested.labels:
            yield f"{_percent(times, tested.total)} {printable(label)}"
    yield from histogram(tested.collected, tested.total)
    yield from remarks(tested)


def remarks(tested: Tested) -> Iterator[str]:
    """What a reader should hear of the inputs before trusting a pass."""
    if tested.complaint is not None:
        return
    match tested.ended:
        case Ended.INPUTS:
            yield "no other inputs were found"
        case Ended.TIME:
            yield f"stopped at the time limit, after {tested.seconds:.1f} s"
        case Ended.STOPPED:
            yield "stopped at the first failure"
        case Ended.DIED:
            yield "stopped there, since every such input takes as long or ends the process"
        case Ended.DISCARDS:
            yield "given up: nearly every input is discarded"
    every = tested.total + tested.discarded
    if tested.discarded and tested.passed and tested.total < FEW * every and tested.ended is not Ended.DISCARDS:
        yield f"only {_percent(tested.total, every)} of the inputs were not discarded: the property says little"
    yield from tested.notes


def histogram(collected: tuple[tuple[str, int], ...], total: int) -> Iterator[str]:
    """A bar for each value that was collected, or for ranges of numbers where there are many."""
    rows = _ranges(collected) or sorted(collected, key=lambda row: (-row[1], row[0]))
    shown = rows[:MOST_BARS]
    most = max((times for _, times in rows), default=1)
    for label, times in shown:
        bar = "█" * max(1, round(BAR * times / most)) if times else ""
        yield f"{_percent(times, total):>4} {bar:<{BAR}} {printable(label)}".rstrip()
    if len(rows) > len(shown):
        left = sum(times for _, times in rows[MOST_BARS:])
        yield f"{_percent(left, total):>4} {'':<{BAR}} {counted(len(rows) - MOST_BARS, 'other value')}"


def _ranges(collected: tuple[tuple[str, int], ...]) -> list[tuple[str, int]]:
    """The counts by number, in order; by ranges of equal width if there are many numbers. Empty if these are none."""
    try:
        numbers = sorted((int(label), times) for label, times in collected)
    except ValueError:
        return []
    if len(numbers) <= MOST_BARS:
        return [(str(number), times) for number, times in numbers]
    low, high = numbers[0][0], numbers[-1][0]
    width = -(-(high - low + 1) // MOST_BARS)
    sums: dict[int, int] = {}
    for number, times in numbers:
        place = (number - low) // width
        sums[place] = sums.get(place, 0) + times
    return [
        (f"{low + place * width} to {low + (place + 1) * width - 1}", sums.get(place, 0))
        for place in range(max(sums) + 1)
    ]


def failure_lines(number: int, failure: Failure, code: str) -> Iterator[str]:
    """One reason for which a property fails: the smallest program, and what happens in it."""
    finding = failure.finding
    culprit = finding.violation.culprit
    since = f", since {culprit}" if culprit and culprit != str(finding.operation) else ""
    yield f"{number}  {counted(finding.occurrences, 'time')}{since}:"
    yield ""
    yield from (f"{' ' * 2 * INDENT}{line}".rstrip() for line in code.splitlines())
    yield ""
    yield from (f"{' ' * INDENT}{printable(line)}" for line in failure.said.splitlines())


def _percent(times: int, total: int) -> str:
    share = 100 * times / total if total else 0.0
    return f"{share:.0f}%" if share >= 1 or not times else "<1%"


def to_json(every: list[Tested]) -> str:
    """All of it, for programs."""
    return json.dumps({"version": 1, "properties": [_as_data(tested) for tested in every]}, indent=2) + "\n"


def _as_data(tested: Tested) -> dict[str, object]:
    return {
        "name": tested.name,
        "holds": tested.holds,
        "passed": tested.passed,
        "failed": tested.failed,
        "discarded": tested.discarded,
        "labels": dict(tested.labels),
        "collected": dict(tested.collected),
        "ended": tested.ended.value,
        "remarks": list(remarks(tested)),
        "complaint": tested.complaint,
        "failures": [
            {
                "operation": failure.finding.violation.culprit,
                "exception": failure.finding.violation.exception,
                "message": failure.finding.violation.message,
                "occurrences": failure.finding.occurrences,
                "statements": len(failure.finding.sequence),
            }
            for failure in tested.failures
        ],
    }
