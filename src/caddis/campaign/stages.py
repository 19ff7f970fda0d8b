"""What comes after exploring, done by workers that may die and are then replaced: finishing, and replaying."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, zip_longest
from typing import Any

from caddis.campaign.explored import Explored, Probe
from caddis.campaign.halt import Halt
from caddis.campaign.records import Records
from caddis.campaign.selecting import selected
from caddis.campaign.supervising import Standby, answers
from caddis.model.codec import Encoder, Json
from caddis.model.finding import PROCESS_KINDS, Case, Finding
from caddis.model.operation import Known, Operation
from caddis.model.sequence import Sequence
from caddis.reduce.grouping import TO_REDUCE, Cause, Example, Group, cause_of
from caddis.reduce.shrink import size

AT_ONCE = 4
"""What may be done at the same time though there are fewer cores: much of it is waiting."""
AT_A_TIME = 2
"""Workers that observe cases where each is wanted; as many on any machine, since it may show in what they find."""
OBSERVING, STARTING = 0.45, 1.0
"""The share of time, or the seconds, for finding out what to assert of cases; the rest is for choosing among them."""
TO_FINISH, TO_CHOOSE = 2, 2
"""Workers that are needed as soon as there is anything to finish, and those to choose among cases after that."""
LONGEST_MAKER, MOST_MAKERS = 3, 3
"""Of the sequences that make a value of a class: how long they may be, and how many are tried in place of others."""
MOST_REFUSALS = 3
"""Operations by which one and the same line is shown to refuse."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What exploring has come to."""

    findings: list[Finding]
    cases: list[Case]
    words: str
    """How the cases were chosen."""


def finish(
    standby: Standby, explored: Explored, halt: Halt, seconds: float | None, before_choosing: Callable[[], None]
) -> Finished:
    """Findings made small, the surest and smallest first, and cases with their assertions, from fresh processes.

    What ends or hangs its process takes its time, and is worked out beside the rest.
    """
    setting = standby.setting
    end = None if seconds is None else time.monotonic() + seconds
    groups = explored.groups.by_cause
    makers = _makers(explored.records)
    others = {cause: group.examples[:TO_REDUCE] for cause, group in groups.items() if not _is_deadly(group)}
    # of these one example each will do
    deadly = [{cause: group.examples[:1]} for cause, group in groups.items() if cause not in others]
    cases = _worth_observing(explored, every=setting.config.all_tests)
    # what hangs keeps a core busy: one at a time, unless there is time for all
    if end is not None:
        standby.prepare(TO_CHOOSE)
    with ThreadPoolExecutor(AT_ONCE + 1 if end is None else 2) as several:
        leading = frozenset[Sequence]() if setting.config.all_tests else explored.leading.keys()
        common: dict[str, Any] = {"questions": explored.questions, "makers": makers, "leading": leading}
        work = partial(_finished, standby, **common, halt=halt, end=end)
        ended = [several.submit(work, one, []) for one in (others, *deadly)]
        observed = _observed(work, cases, every=setting.config.all_tests, end=end)
        before_choosing()
        kept, words = selected(standby, observed, explored.questions, halt, end)
        reduced: dict[Cause, list[Finding]] = {}
        for one in ended:
            reduced |= one.result().findings
    findings = told([(groups[cause], several) for cause, several in reduced.items()])
    return Finished(findings, sorted(kept, key=lambda case: len(case.sequence)), words)


def _observed(
    work: Callable[..., _Finished], sequences: list[Sequence], *, every: bool, end: float | None
) -> list[Case]:
    """The cases that come of sequences; where every one counts, by several workers, and with all the time there is."""
    if not every:
        return list(work({}, sequences, end=_observing(end)).cases.values())
    shares = [sequences[number::AT_A_TIME] for number in range(AT_A_TIME)]
    with ThreadPoolExecutor(AT_A_TIME) as several:
        done = list(several.map(lambda share: work({}, share, end=end).cases, shares))
    # each once, in the order in which they were asked for
    rows = zip_longest(*(one.items() for one in done))
    return list(dict(pair for row in rows for pair in row if pair is not None).values())


def _observing(end: float | None) -> float | None:
    """When to choose among the cases seen by then."""
    now = time.monotonic()
    return None if end is None else min(end, max(now + OBSERVING * (end - now), now + STARTING))


def told(reduced: list[tuple[Group, list[Finding]]]) -> list[Finding]:
    """One finding for each cause that is left now that all are small, the surest and smallest first."""
    by_cause: dict[Cause, list[tuple[Group, Finding]]] = {}
    for group, several in reduced:
        smallest = min(several, key=_order)
        by_cause.setdefault(cause_of(smallest.sequence, smallest.violation), []).extend(
            (group, finding) for finding in several
        )
    return sorted(map(_told, by_cause.values()), key=_order)


def _told(several: list[tuple[Group, Finding]]) -> Finding:
    """The smallest of several findings with one cause, with what is known of the others."""
    smallest = min((finding for _, finding in several), key=_order)
    whole = Group()
    for group in {id(group): group for group, _ in several}.values():
        whole.join(group)
    shown = str(smallest.operation)
    entry_points = (shown, *sorted({*whole.entry_points} - {shown}))
    others = dict.fromkeys(finding.sequence for _, finding in sorted(several, key=lambda pair: _order(pair[1])))
    met = {str(sequence.statements[-1].operation) for sequence in others}
    # an example as it was found is better than none
    others |= {one.sequence: None for one in whole.examples if one.entry_point not in met}
    others.pop(smallest.sequence)
    return replace(smallest, occurrences=whole.occurrences, entry_points=entry_points, examples=tuple(others))


def _order(finding: Finding) -> tuple[int, tuple[object, ...], str]:
    """The surest first, then the smallest."""
    return (finding.violation.confidence.rank, size(finding.sequence), finding.id)


def _is_deadly(group: Group) -> bool:
    return group.examples[0].violation.contract in PROCESS_KINDS


def _worth_observing(explored: Explored, *, every: bool) -> list[Sequence]:
    """The sequences that tests may be made of; every one that is refused among them, or of each place the shortest.

    Should time run out, those first that reached something new or show a place to refuse, and short ones before long
    ones; those that take long come last. Where all are wanted, those of each operation in turn.
    """
    if not every:
        refusals = _refusals(explored)
        # two workers that reach the same have two ways to do so
        first = [*_shortest(explored.leading), *(several[0] for several in refusals)]
        others = [*explored.cases, *(one for several in refusals for one in several[1:])]
        order = [*chain.from_iterable(sorted(several, key=len) for several in (first, explored.leading, others))]
        return sorted(dict.fromkeys(order), key=explored.slow.__contains__)
    by_operation: dict[Operation, list[Sequence]] = {}
    refused = [*chain(*_refusals(explored)), *explored.refused]
    for sequence in sorted(dict.fromkeys([*explored.cases, *refused]), key=len):
        by_operation.setdefault(sequence.statements[-1].operation, []).append(sequence)
    return [sequence for row in zip_longest(*by_operation.values()) for sequence in row if sequence is not None]


def _shortest(leading: dict[Sequence, set[Probe]]) -> list[Sequence]:
    """Those that nothing shorter makes superfluous, taken one after the other."""
    reached: set[Probe] = set()
    found = []
    for sequence in sorted(leading, key=len):
        if not leading[sequence] <= reached:
            reached |= leading[sequence]
            found.append(sequence)
    return found


def _refusals(explored: Explored) -> list[list[Sequence]]:
    """For each place that refuses, the shortest sequences that lead there, each by another operation."""
    by_place: dict[tuple[str, str], list[Sequence]] = {}
    for (_, raised, where), sequence in explored.refusals.items():
        by_place.setdefault((raised, where), []).append(sequence)
    return [sorted(several, key=size)[:MOST_REFUSALS] for several in by_place.values()]


def _makers(records: Records) -> dict[str, list[Sequence]]:
    """For each class the shortest sequences that are known to make one, by its name."""
    made: dict[str, list[Sequence]] = {}
    for record in records.by_key.values():
        if record.example is not None and len(record.example[0]) <= LONGEST_MAKER:
            sequence, names = record.example
            if names[-1]:
                made.setdefault(names[-1], []).append(sequence)
    return {name: sorted(several, key=size)[:MOST_MAKERS] for name, several in made.items()}


@dataclass
class _Finished:
    findings: dict[Cause, list[Finding]] = field(default_factory=dict)
    cases: dict[Sequence, Case] = field(default_factory=dict)


def _finished(
    standby: Standby,
    violations: dict[Cause, list[Example]],
    cases: list[Sequence],
    *,
    questions: dict[str, Known],
    makers: dict[str, list[Sequence]],
    leading: Collection[Sequence],
    halt: Halt,
    end: float | None,
) -> _Finished:
    encoder = Encoder()
    items: list[Json] = []
    causes: list[tuple[Cause, str]] = []
    numbers = {cause: number for number, cause in enumerate(violations)}
    # one example of each cause before a second of any
    for cause, example in _in_turn(violations):
        data = [encoder.sequence(example.sequence), encoder.violation(example.violation)]
        items.append(["violation", data, numbers[cause]])
        causes.append((cause, example.output))
    items += [["leading" if sequence in leading else "case", encoder.sequence(sequence), None] for sequence in cases]
    done = _Finished()
    config = standby.setting.config
    job = {
        "items": items,
        "makers": {name: list(map(encoder.sequence, several)) for name, several in makers.items() if violations},
        "definitions": encoder.drain(),
        "timeout": config.timeout,
        "checks": config.checks,
        "ignore": list(config.ignore),
        "discards": list(config.properties.discards),
        "exclude": list(config.exclude),
        "private": config.private,
        "observers": questions if cases else {},
        "named_observers": list(config.observers),
        "messages": config.messages,
        "whole": config.all_tests,
    }
    for number, result, decoder in answers(standby, "finish", job, len(items), halt=halt, end=end):
        if number < len(causes):
            cause, output = causes[number]
            done.findings.setdefault(cause, []).append(replace(decoder.finding(result), output=output))
        else:
            case = decoder.case(result)
            done.cases.setdefault(case.sequence, case)
    return done


def _in_turn(violations: dict[Cause, list[Example]]) -> Iterator[tuple[Cause, Example]]:
    for turn in range(TO_REDUCE):
        for cause, examples in violations.items():
            if turn < len(examples):
                yield cause, examples[turn]
