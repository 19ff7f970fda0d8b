"""The three jobs of a run, each done by workers that may die and are then replaced."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from caddis.campaign.process import OUT_OF_TIME, Worker
from caddis.config import Config
from caddis.discover.target import Target
from caddis.errors import BrokenTarget, CaddisError
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.events import Event, Progress, Said, Started, Warned
from caddis.model.finding import Case, Finding
from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation

START_LIMIT = 60.0
"""Seconds that importing a target may take when time is not what limits the run."""
MOST_RESTARTS = 50
MOST_RESEEDED = 20_000
EXAMPLES_OF_A_CAUSE = 3


@dataclass(frozen=True, slots=True)
class Setting:
    """What every worker of a run is told."""

    targets: tuple[Target, ...]
    paths: tuple[str, ...]
    plugin_files: tuple[str, ...]
    config: Config

    def job(self, kind: str, **more: Json) -> Json:
        """A job description."""
        return {
            "job": kind,
            "targets": [asdict(target) for target in self.targets],
            "paths": list(self.paths),
            "plugin_files": list(self.plugin_files),
            "memory": self.config.memory,
            **more,
        }


@dataclass
class Explored:
    """What exploration brought, gathered over all workers."""

    counts: Counter[str] = field(default_factory=Counter)
    branches: tuple[int, int] = (0, 0)
    operations: dict[str, int] = field(default_factory=lambda: {"total": 0, "called": 0, "succeeded": 0})
    modules: tuple[str, ...] = ()
    kept: list[Sequence] = field(default_factory=list)
    cases: dict[Sequence, None] = field(default_factory=dict)
    violations: dict[object, list[tuple[Sequence, Violation]]] = field(default_factory=dict)
    occurrences: Counter[object] = field(default_factory=Counter)
    denied: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    restarts: int = 0

    @property
    def rate(self) -> float:
        """Sequences run a second."""
        return self.counts["executed"] / self.seconds if self.seconds else 0.0


def explore(setting: Setting, seconds: float | None, explored: Explored) -> Iterator[Event]:
    """Explore for a time, or for the configured number of steps; what comes is put into `explored`."""
    config = setting.config
    start = time.monotonic()
    end = None if seconds is None else start + seconds
    avoid: list[str] = []
    restarts: Counter[str] = Counter()
    while explored.restarts <= MOST_RESTARTS:
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            return
        steps = None if config.steps is None else config.steps - explored.counts["executed"]
        if steps is not None and steps <= 0:
            return
        encoder = Encoder()
        kept = [encoder.sequence(sequence) for sequence in explored.kept[-MOST_RESEEDED:]]
        settings = {k: v for k, v in asdict(replace(config, steps=steps)).items() if k not in ("json", "findings")}
        job = setting.job("explore", config=settings, avoid=avoid, kept=kept, definitions=encoder.drain(), deadline=end)
        limit = START_LIMIT if left is None else max(3.0, left)
        base = Counter(explored.counts)
        names: dict[int, str] = {}
        with Worker(job, hash_seed=0, call_limit=config.timeout, start_limit=limit) as worker:
            yield from _listen(worker, explored, base, names, start)
            death = worker.death
        if death is None:
            return
        if not names:
            raise BrokenTarget(", ".join(target.text for target in setting.targets), f"importing it {death.reason}")
        running = names.get(death.running, "an unknown operation")
        explored.restarts += 1
        restarts[running] += 1
        if restarts[running] > 1:
            avoid.append(running)
        yield Warned(f"a worker {death.reason} in {running}; going on without what it was at")
        if death.last_words:
            yield Said(death.last_words)


def _listen(
    worker: Worker, explored: Explored, base: Counter[str], names: dict[int, str], start: float
) -> Iterator[Event]:
    """Take in the events of one worker."""
    decoder = Decoder()
    last = 0.0
    for event in worker.events():
        match event["event"]:
            case "ready":
                explored.modules = tuple(event["modules"])
                explored.operations["total"] = event["operations"]
                names[-1] = ""
                yield Started(
                    explored.modules, event["operations"], tuple((name, why) for name, why in event["left_out"])
                )
            case "operation":
                names[event["number"]] = event["name"]
            case "batch":
                _gather(event, decoder, explored, base)
                explored.seconds = time.monotonic() - start
                if time.monotonic() - last > 0.1:
                    last = time.monotonic()
                    yield _progress(explored)
                for name in event["dropped"]:
                    yield Warned(f"{name} took too long and is not called any more")
            case "unprotected":
                for line in event["lines"]:
                    yield Warned(f"sandbox: {line}")
            case "failed":
                raise CaddisError(event["message"])
            case "done":
                explored.denied.update(event["denied"])
    yield _progress(explored)


def _gather(event: Json, decoder: Decoder, explored: Explored, base: Counter[str]) -> None:
    decoder.learn(event["definitions"])
    explored.counts = base + Counter(event["counts"])
    explored.branches = max(explored.branches, tuple(event["branches"]))
    for name in ("called", "succeeded"):
        explored.operations[name] = max(explored.operations[name], event[name])
    explored.kept.extend(map(decoder.sequence, event["kept"]))
    explored.cases.update(dict.fromkeys(map(decoder.sequence, event["cases"])))
    for numbers, data in event["violations"]:
        sequence, violation = decoder.sequence(numbers), decoder.violation(data)
        examples = explored.violations.setdefault(violation.cause, [])
        explored.occurrences[violation.cause] += 1
        examples.append((sequence, violation))
        # a contract that is false is plainer than one that cannot be asked
        examples.sort(key=lambda example: (bool(example[1].claim and example[1].exception), len(example[0])))
        del examples[EXAMPLES_OF_A_CAUSE:]


def _progress(explored: Explored) -> Progress:
    counts = explored.counts
    return Progress(explored.seconds, counts["executed"], explored.rate, counts["kept"], len(explored.violations))


def finish(setting: Setting, explored: Explored, seconds: float | None) -> tuple[list[Finding], list[Case]]:
    """Findings made small and cases with their assertions, worked out in fresh processes."""
    encoder = Encoder()
    items: list[Json] = []
    causes: list[object] = []
    for cause, examples in explored.violations.items():
        for sequence, violation in examples:
            items.append(["violation", [encoder.sequence(sequence), encoder.violation(violation)]])
            causes.append(cause)
    # should time run out, the short ones are there
    for sequence in sorted(explored.cases, key=len):
        items.append(["case", encoder.sequence(sequence)])
    findings: dict[object, Finding] = {}
    cases: dict[Sequence, Case] = {}
    job = {"items": items, "definitions": encoder.drain(), "timeout": setting.config.timeout}
    for number, result, decoder in _answers(setting, "finish", job, len(items), seconds):
        if number < len(causes):
            finding = decoder.finding(result)
            known = findings.get(causes[number])
            if known is None or len(finding.sequence) < len(known.sequence):
                findings[causes[number]] = replace(finding, occurrences=explored.occurrences[causes[number]])
        else:
            case = decoder.case(result)
            cases.setdefault(case.sequence, case)
    ordered = sorted(findings.values(), key=lambda finding: (len(finding.sequence), finding.id))
    return ordered, sorted(cases.values(), key=lambda case: len(case.sequence))


def _answers(
    setting: Setting, kind: str, job: Json, count: int, seconds: float | None
) -> Iterator[tuple[int, Any, Decoder]]:
    """The results of a job of several items; a worker that dies is replaced, and what it was at is left out."""
    first = 0
    end = None if seconds is None else time.monotonic() + seconds
    while first < count:
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            return
        decoder = Decoder()
        full = setting.job(kind, first=first, deadline=end, **job)
        with Worker(full, hash_seed=1, call_limit=4 * setting.config.timeout, start_limit=START_LIMIT) as worker:
            for event in worker.events(None if end is None else end + 1.0):
                if event["event"] == "item":
                    decoder.learn(event["definitions"])
                    first = event["number"] + 1
                    if event["result"] is not None:
                        yield event["number"], event["result"], decoder
            if worker.death is None:
                return
            if worker.death.reason == OUT_OF_TIME:
                return
            first += 1


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What must make no difference to a test."""

    hash_seed: int
    later: int = 0
    """Seconds by which the clock is ahead."""
    time_zone: str | None = None


def replay(
    setting: Setting,
    sources: dict[str, str],
    tests: list[tuple[str, str]],
    *,
    circumstances: Circumstances,
    deadline: float | None,
) -> dict[tuple[str, str], str | None]:
    """Run tests as written in a fresh process, in the order given: for each that was run, how it failed, if it did."""
    seen: dict[tuple[str, str], str | None] = {}
    first = 0
    while first < len(tests):
        job = setting.job(
            "replay",
            sources=sources,
            tests=tests,
            first=first,
            timeout=setting.config.timeout,
            later=circumstances.later,
        )
        with Worker(
            job,
            hash_seed=circumstances.hash_seed,
            call_limit=setting.config.timeout + START_LIMIT,
            start_limit=START_LIMIT,
            fixed_addresses=False,
            time_zone=circumstances.time_zone,
        ) as worker:
            for event in worker.events(deadline):
                if event["event"] == "test":
                    seen[tests[event["number"]]] = event["failure"]
                    first = event["number"] + 1
            death = worker.death
        if death is None or death.reason == OUT_OF_TIME:
            return seen
        seen[tests[first]] = death.reason
        first += 1
    return seen
