"""What comes after exploring, done by workers that may die and are then replaced: finishing, and replaying."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from caddis.campaign.explored import EXAMPLES_OF_A_CAUSE, Example, Explored
from caddis.campaign.halt import Halt
from caddis.campaign.process import OUT_OF_TIME, Worker
from caddis.campaign.setting import START_LIMIT, Setting
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.finding import PROCESS_KINDS, Case, Finding
from caddis.model.sequence import Sequence

AT_ONCE = 4
"""What may be done at the same time though there are fewer cores: much of it is waiting."""
SETTLING = 1.0
"""Seconds a worker has to see its deadline itself."""


def finish(setting: Setting, explored: Explored, halt: Halt, seconds: float | None) -> tuple[list[Finding], list[Case]]:
    """Findings made small and cases with their assertions, worked out in fresh processes.

    What ends or hangs its process takes its time, and is worked out beside the rest.
    """
    end = None if seconds is None else time.monotonic() + seconds
    others = {cause: several for cause, several in explored.violations.items() if not _is_deadly(several)}
    # of these one example each will do
    deadly = [{cause: several[:1]} for cause, several in explored.violations.items() if cause not in others]
    # should time run out, the short ones are there
    cases = sorted(explored.cases, key=len)
    # what hangs keeps a core busy: one at a time, unless there is time for all
    with ThreadPoolExecutor(AT_ONCE + 1 if end is None else 2) as several:
        ended = [several.submit(_finished, setting, one, [], halt, end) for one in (others, *deadly)]
        found = _finished(setting, {}, cases, halt, end)
        findings: dict[object, Finding] = {}
        for one in ended:
            findings |= one.result().findings
    counted = [replace(finding, occurrences=explored.occurrences[cause]) for cause, finding in findings.items()]
    ordered = sorted(counted, key=lambda finding: (len(finding.sequence), finding.id))
    return ordered, sorted(found.cases.values(), key=lambda case: len(case.sequence))


def _is_deadly(examples: list[Example]) -> bool:
    return examples[0][1].contract in PROCESS_KINDS


@dataclass
class _Finished:
    findings: dict[object, Finding] = field(default_factory=dict)
    cases: dict[Sequence, Case] = field(default_factory=dict)


def _finished(
    setting: Setting, violations: dict[object, list[Example]], cases: list[Sequence], halt: Halt, end: float | None
) -> _Finished:
    encoder = Encoder()
    items: list[Json] = []
    causes: list[tuple[object, str]] = []
    numbers = {cause: number for number, cause in enumerate(violations)}
    # one example of each cause before a second of any
    for cause, (sequence, violation, output) in _in_turn(violations):
        items.append(["violation", [encoder.sequence(sequence), encoder.violation(violation)], numbers[cause]])
        causes.append((cause, output))
    items += [["case", encoder.sequence(sequence), None] for sequence in cases]
    done = _Finished()
    config = setting.config
    job = {
        "items": items,
        "definitions": encoder.drain(),
        "timeout": config.timeout,
        "ignore": list(config.ignore),
    }
    for number, result, decoder in _answers(setting, job, len(items), halt, end):
        if number < len(causes):
            cause, output = causes[number]
            finding = decoder.finding(result)
            known = done.findings.get(cause)
            if known is None or len(finding.sequence) < len(known.sequence):
                done.findings[cause] = replace(finding, output=output)
        else:
            case = decoder.case(result)
            done.cases.setdefault(case.sequence, case)
    return done


def _in_turn(violations: dict[object, list[Example]]) -> Iterator[tuple[object, Example]]:
    for turn in range(EXAMPLES_OF_A_CAUSE):
        for cause, examples in violations.items():
            if turn < len(examples):
                yield cause, examples[turn]


def _answers(
    setting: Setting, job: Json, count: int, halt: Halt, end: float | None
) -> Iterator[tuple[int, Any, Decoder]]:
    """The results of a job of several items; a worker that dies is replaced, and what it was at is left out."""
    first = 0
    skipped: set[int] = set()
    while first < count:
        until = end if halt.end is None else min(end, halt.end) if end is not None else halt.end
        if until is not None and time.monotonic() >= until:
            return
        decoder = Decoder()
        full = setting.job("finish", first=first, skipped=sorted(skipped), deadline=until, **job)
        with Worker(full, hash_seed=1, call_limit=4 * setting.config.timeout, start_limit=START_LIMIT) as worker:
            for event in worker.events(None if until is None else until + SETTLING, halt.hurried):
                if event["event"] == "item":
                    decoder.learn(event["definitions"])
                    first = event["number"] + 1
                    if event["result"] is not None:
                        yield event["number"], event["result"], decoder
            if worker.death is None or worker.death.reason == OUT_OF_TIME:
                return
            running = worker.death.running
            skipped.add(running if first <= running < count and running not in skipped else first)
            while first in skipped:
                first += 1


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What must make no difference to a test."""

    hash_seed: int
    later: int = 0
    """Seconds by which the clock is ahead."""
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class Test:
    """A test to replay."""

    file: str
    name: str
    in_directory: bool = False
    """Whether it wants a directory of its own."""


Failure = tuple[str, str]
"""How a test failed: the name of the exception, and what it said."""


def replay(
    setting: Setting,
    sources: dict[str, str],
    tests: list[Test],
    *,
    circumstances: Circumstances,
    halt: Halt,
    deadline: float | None,
    limit: float = 0.0,
) -> dict[tuple[str, str], Failure | None]:
    """Run tests as written in a fresh process, in the order given: for each that was run, how it failed, if it did.

    With a `limit`, these are tests that start a process of their own and wait for it so many seconds.
    """
    seen: dict[tuple[str, str], Failure | None] = {}
    first = 0
    while first < len(tests):
        job = setting.job(
            "replay",
            processes=limit > 0,
            sources=sources,
            tests=[[test.file, test.name, test.in_directory] for test in tests],
            first=first,
            timeout=setting.config.timeout + 2 * limit,
            later=circumstances.later,
        )
        with Worker(
            job,
            hash_seed=circumstances.hash_seed,
            call_limit=setting.config.timeout + 2 * limit + START_LIMIT,
            start_limit=START_LIMIT,
            fixed_addresses=False,
            time_zone=circumstances.time_zone,
        ) as worker:
            for event in worker.events(deadline, lambda: halt.ordered):
                if event["event"] == "test":
                    test = tests[event["number"]]
                    seen[test.file, test.name] = tuple(event["failure"]) if event["failure"] else None
                    first = event["number"] + 1
            death = worker.death
        if death is None or death.reason == OUT_OF_TIME:
            return seen
        seen[tests[first].file, tests[first].name] = ("", death.reason)
        first += 1
    return seen
