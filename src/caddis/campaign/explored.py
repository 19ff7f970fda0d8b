"""What exploration brings, gathered by the parent."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain

from caddis.campaign.records import Key, Records
from caddis.model.codec import Decoder, Json, numbers_of, row_of
from caddis.model.events import Crashes
from caddis.model.operation import Known
from caddis.model.sequence import Sequence
from caddis.model.verdict import Confidence, Violation
from caddis.reduce.grouping import Example, Groups

Way = tuple[str, str, str]
"""The operation that refuses, the exception, and where that is raised."""
Probe = tuple[str, int]
"""A module, and the number of a place there that a probe tells of."""
_SURE = (Known.CHANGES, Known.ASKS, Known.CONSTANT)


@dataclass
class Volume:
    """What one worker kept, as it was told: not decoded, since only another worker will need it."""

    definitions: Json = field(default_factory=lambda: {"operations": [], "statements": []})
    kept: list[Json] = field(default_factory=list)
    reaching: list[Json] = field(default_factory=list)
    """Those that reached something new."""
    operations: list[Key] = field(default_factory=list)
    """The operations of the target, as this worker numbers them."""

    def extract(self, chosen: list[Json]) -> Json:
        """Some of the sequences, with the definitions that they need."""
        numbers = sorted(set(chain.from_iterable(map(numbers_of, chosen))))
        moved = {old: new for new, old in enumerate(numbers)}
        statements = self.definitions["statements"]
        return {
            "definitions": {**self.definitions, "statements": [statements[number] for number in numbers]},
            "kept": [row_of(map(moved.__getitem__, numbers_of(row))) for row in chosen],
        }

    def learn(self, definitions: Json) -> None:
        """Take in further definitions."""
        for kind, several in definitions.items():
            self.definitions[kind].extend(several)


def extracts(volumes: list[Volume], most: int) -> list[Json]:
    """What a new worker is to take up: everything, or what reached something new, the first, and some of the rest."""
    kept = [(number, sequence) for number, volume in enumerate(volumes) for sequence in volume.kept]
    if len(kept) > most:
        reaching = [(number, sequence) for number, volume in enumerate(volumes) for sequence in volume.reaching]
        chosen = reaching[-(most // 2) :] if most > 1 else []
        # the first are the simplest, and what others are made of
        first = (most - len(chosen)) // 2
        rest = kept[first:]
        room = most - len(chosen) - first
        kept = chosen + kept[:first] + (rest[:: -(-len(rest) // room)] if room else [])
    groups: dict[int, list[Json]] = {}
    for number, sequence in kept:
        groups.setdefault(number, []).append(sequence)
    return [volumes[number].extract(several) for number, several in groups.items()]


@dataclass
class Explored:
    """The gains of one worker after the other, or of several together."""

    counts: Counter[str] = field(default_factory=Counter)
    branches: int = 0
    reached: set[tuple[str, int]] = field(default_factory=set)
    lines: int = 0
    run: set[tuple[str, int]] = field(default_factory=set)
    """The lines that were run, each with its module."""
    records: Records = field(default_factory=Records)
    modules: tuple[str, ...] = ()
    reporting: tuple[str, ...] = ()
    """The files in which branches and lines are counted, beside those of the targets."""
    volumes: list[Volume] = field(default_factory=list)
    cases: dict[Sequence, None] = field(default_factory=dict)
    leading: dict[Sequence, set[Probe]] = field(default_factory=dict)
    """Those of the cases with which a worker reached something for the first time, and what that was."""
    slow: set[Sequence] = field(default_factory=set)
    """Those of them that take long."""
    refusals: dict[Way, Sequence] = field(default_factory=dict)
    """The shortest sequence for each way in which an operation refuses."""
    questions: dict[str, Known] = field(default_factory=dict)
    """What calls without arguments have shown of operations, by dotted name."""
    refused: dict[Sequence, None] = field(default_factory=dict)
    """Sequences whose last call was refused."""
    groups: Groups = field(default_factory=Groups)
    denied: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    crashes: Counter[str] = field(default_factory=Counter)
    """The calls that ended in an exception, by module."""
    reports: dict[tuple[str, str, str], Confidence] = field(default_factory=dict)
    """By module, cause and stack, the reports that those would make, and how sure each is."""
    seconds: float = 0.0
    """How long workers lived, from their first sequence on, all together."""
    restarts: int = 0

    def gather(self, event: Json, decoder: Decoder, volume: Volume) -> None:
        """Take in a batch."""
        decoder.learn(event["definitions"])
        volume.learn(event["definitions"])
        volume.kept.extend(event["kept"])
        volume.reaching.extend(event["reaching"])
        self.counts.update(event["counts"])
        self.branches = max(self.branches, event["branches"])
        self.lines = max(self.lines, event["lines"])
        self.reached.update((module, number) for module, number in event["reached"])
        self.run.update((module, line) for module, line in event["run"])
        self.records.gather(event["ledger"], volume.operations, decoder)
        self.failures.update(event["failures"])
        self.crashes.update(event["crashes"])
        self._report({(module, cause, stack): Confidence(sure) for module, cause, stack, sure in event["reports"]})
        self.deny(event["denied"])
        self.cases.update(dict.fromkeys(map(decoder.sequence, event["cases"])))
        for numbers, reached, slow in event["leading"]:
            sequence = decoder.sequence(numbers)
            self._lead(sequence, {(module, number) for module, number in reached})
            self.slow.update([sequence] if slow else [])
        for numbers, raised, where in event["refusals"]:
            sequence = decoder.sequence(numbers)
            self._refuse((str(sequence.statements[-1].operation), raised, where), sequence)
        for operation, known in event["questions"]:
            self._learn(operation, Known(known))
        self.refused.update(dict.fromkeys(map(decoder.sequence, event["refused"])))
        for numbers, data in event["violations"]:
            self.blame(decoder.sequence(numbers), decoder.violation(data))
        for numbers, data, times in event["repeated"]:
            self.groups.repeat(Example(decoder.sequence(numbers), decoder.violation(data)), times)

    def _lead(self, sequence: Sequence, reached: set[Probe]) -> None:
        self.leading[sequence] = self.leading.get(sequence, set()) | reached

    def _refuse(self, way: Way, sequence: Sequence) -> None:
        if way not in self.refusals or len(sequence) < len(self.refusals[way]):
            self.refusals[way] = sequence

    def _learn(self, operation: str, known: Known) -> None:
        """What was seen once to change something, or to answer in two ways, stays so."""
        before = self.questions.get(operation, known)
        self.questions[operation] = min(before, known, key=_SURE.index)

    def _report(self, reports: dict[tuple[str, str, str], Confidence]) -> None:
        for report, sure in reports.items():
            if not (report in self.reports and self.reports[report].reaches(sure)):
                self.reports[report] = sure

    def deny(self, denied: Json) -> None:
        """Count what the sandbox refused."""
        for operation, what, times in denied:
            self.denied[operation, what] += times

    def blame(self, sequence: Sequence, violation: Violation, output: str = "") -> None:
        """Take in a violation."""
        self.groups.add(Example(sequence, violation, output))

    def join(self, other: Explored) -> None:
        """Take in what another worker brought."""
        self.counts.update(other.counts)
        self.branches = max(self.branches, other.branches)
        self.reached |= other.reached
        self.lines = max(self.lines, other.lines)
        self.run |= other.run
        self.records.join(other.records)
        self.modules = self.modules or other.modules
        self.reporting = self.reporting or other.reporting
        self.volumes += other.volumes
        self.cases.update(other.cases)
        for sequence, reached in other.leading.items():
            self._lead(sequence, reached)
        self.slow |= other.slow
        for way, sequence in other.refusals.items():
            self._refuse(way, sequence)
        for operation, known in other.questions.items():
            self._learn(operation, known)
        self.refused.update(other.refused)
        self.groups.join(other.groups)
        self.denied.update(other.denied)
        self.failures.update(other.failures)
        self.crashes.update(other.crashes)
        self._report(other.reports)
        self.seconds += other.seconds
        self.restarts += other.restarts


def crashed(explored: Explored, line: Confidence) -> tuple[Crashes, ...]:
    """What became of the exceptions, module by module; bugs are those that are at least as sure as `line`."""
    rows = []
    for module, crashes in sorted(explored.crashes.items()):
        mine = {report: sure for report, sure in explored.reports.items() if report[0] == module}
        causes = {cause for _, cause, _ in mine}
        bugs = {cause for (_, cause, _), sure in mine.items() if sure.reaches(line)}
        rows.append(Crashes(module, crashes, len(mine), len(mine) - len(causes), len(bugs)))
    return tuple(rows)
