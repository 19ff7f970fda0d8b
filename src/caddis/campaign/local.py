"""A whole run on this machine: explore, make small, write, replay, and keep what never wavers."""

from __future__ import annotations

import linecache
import platform
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from caddis.campaign.baseline import Baseline
from caddis.campaign.confirming import failing, make_ready, passing
from caddis.campaign.crew import Crew, concluded
from caddis.campaign.explored import Explored, crashed
from caddis.campaign.halt import Halt
from caddis.campaign.own import own_of
from caddis.campaign.reasons import explained
from caddis.campaign.records import Key
from caddis.campaign.regenerating import Earlier, compared, earlier_files
from caddis.campaign.replays import Runs
from caddis.campaign.setting import recording_of, setting_of
from caddis.campaign.sifting import Sieve
from caddis.campaign.stages import TO_FINISH, Finished, finish
from caddis.campaign.suite import Suite, size
from caddis.campaign.supervising import Standby
from caddis.campaign.waiting import marks_for_waiting
from caddis.campaign.writing import Written, check_writable, relative, roots_to_add
from caddis.config import Config
from caddis.discover.target import Target
from caddis.emit.module import TestFile, findings_source, regression_source
from caddis.emit.script import script, shown
from caddis.emit.telling import Scenery
from caddis.model.events import Denied, Event, Reported, Said, Stage, Summary, Warned
from caddis.model.finding import Case, Finding
from caddis.model.operation import HAS_RECEIVER, Kind
from caddis.model.sequence import Sequence
from caddis.model.verdict import Confidence

FAILURES_SHOWN = 5
LEAST_EXPLORING = 1.0
"""Seconds, however long it took to run the suite of an earlier run."""
WHOLLY = 0.65
"""The share of time that is kept for what comes after exploring where every case becomes a test."""
FINISHING = 0.65
"""The share of what time is left after exploring that finishing may take; the rest is for replaying and writing."""
AHEAD = 1.0
"""Seconds before the end of exploring in which workers are started for what comes then."""
LATE = 0.6
"""Seconds that finishing takes longer than it may, as a rule: a call must end, and so must its worker."""
ASSERTING = re.compile(r"^ +(assert |with pytest\.raises\()", re.MULTILINE)
COUNTED = {
    "generated": "generated",
    "executed": "executed",
    "kept": "kept",
    "duplicate": "duplicate",
    "redundant": "redundant",
    "illegal": "illegal",
    "violating": "violation",
}

_HELD = HAS_RECEIVER | {Kind.CLASS_METHOD, Kind.STATIC_METHOD}
"""The kinds of operations that belong to a class."""

Shown = TypeVar("Shown", Finding, Case)


def run(
    targets: tuple[Target, ...], config: Config, base: Path, halt: Halt, baseline: Baseline, *, accept: bool = False
) -> Iterator[Event]:
    """Generate tests and findings for targets; the last event is the Summary.

    With `accept`, the baseline has all findings afterwards.
    """
    start = time.monotonic()
    for directory in (config.output, config.findings):
        check_writable(base / directory)
    if accept:
        check_writable(baseline.path.parent)
    setting = setting_of(targets, config, base)
    yield from _learning(recording_of(config, base), base)
    earlier = Earlier()
    if files_before := earlier_files(base / config.output, targets):
        yield Stage("comparing", time.monotonic() - start)
        shown_as = relative(base / config.output, base)
        earlier = compared(setting, files_before, shown_as, halt, config.time if config.steps is None else None)
    explored = Explored()
    with Standby(setting) as standby:
        yield from _exploring(standby, explored, halt, _seconds(config, time.monotonic() - start))
        yield Stage("reducing", time.monotonic() - start)
        sieve = Sieve.of(config, baseline.ids)
        explored.groups = sieve.groups(explored.groups)
        finished = _finished(standby, explored, halt)
        yield Said(finished.words)
        findings = sieve.findings(_readable(finding, base) for finding in finished.findings)
        halt.obey()
        yield Stage("replaying", time.monotonic() - start)
        files = _Files(explored.modules, config.memory, marks_for_waiting(base), frozenset(explored.records.by_key))
        with ThreadPoolExecutor(1) as beside:
            # those of hangs do little but wait
            broken_ones = beside.submit(failing, standby, files.failing(findings), halt)
            whole = Suite(tuple(finished.cases), files.regression, earlier.passing)
            confirmed = passing(standby, whole, halt, own_of(base / config.output), explored.reporting)
            suite = confirmed.suite.files
            broken = broken_ones.result()
    for line in confirmed.said:
        yield Warned(line)
    halt.obey()
    yield Stage("writing", time.monotonic() - start)
    written = Written(base, [], [])
    for name, file in suite.items():
        written.put(base / config.output, name, file.source)
    for name, (file, _) in broken.items():
        written.put(base / config.findings, name, file.source)
    for root in roots_to_add(targets):
        for directory, any_tests in ((config.output, suite), (config.findings, broken)):
            if any_tests:
                written.put_conftest(base / directory, root)
    reported = [
        _reported(finding, f"{relative(base / config.findings / name, base)}::{test}")
        for name, (file, several) in broken.items()
        for (test, _), finding in zip(file.tests, several, strict=True)
    ]
    if accept:
        baseline.including(reported).write()
        written.files.append(relative(baseline.path, base))
    reported += [_reported(finding, None) for finding in sieve.accepted]
    yield Summary(
        targets=tuple(target.text for target in targets),
        seed=config.seed,
        elapsed=time.monotonic() - start,
        python=platform.python_version(),
        sequences={name: explored.counts[key] for name, key in COUNTED.items()},
        rate=_rate(explored, setting.workers),
        branches=(len(explored.reached), explored.branches),
        lines=(len(explored.run), explored.lines),
        operations={
            "total": len(explored.records.by_key) - len(explored.records.unmet),
            "called": explored.records.called,
            "succeeded": explored.records.succeeded,
        },
        findings=tuple(sorted(reported, key=_order)),
        tests={
            "regression": size(suite),
            "assertions": sum(len(ASSERTING.findall(file.source)) for file in suite.values()),
            "findings": sum(finding.test is not None for finding in reported),
            **_run_by(confirmed.runs),
        },
        denied=tuple(Denied(operation, what, times) for (operation, what), times in sorted(explored.denied.items())),
        worker_restarts=explored.restarts,
        files=tuple(written.files),
        edited=tuple(written.edited),
        below=dict(sorted(sieve.below.items())),
        explained=tuple(explained(explored.records)) if config.json is not None else (),
        crashes=crashed(explored, Confidence(config.confidence)),
        robustness=config.confidence == Confidence.LOW,
        changed=earlier.changed,
    )


def _run_by(runs: Runs | None) -> dict[str, int]:
    """What the suite runs, if that was counted."""
    return {} if runs is None else {"branches": len(runs.branches), "lines": len(runs.lines)}


def _learning(recording: Path | None, base: Path) -> Iterator[Event]:
    if recording is not None:
        yield Said(f"learning from the recording {relative(recording, base)}")


def _rate(explored: Explored, workers: int) -> float:
    """Sequences run a second, all workers together, while they lived."""
    return workers * explored.counts["executed"] / explored.seconds if explored.seconds else 0.0


def _exploring(standby: Standby, explored: Explored, halt: Halt, seconds: float | None) -> Iterator[Event]:
    """Explore for so long, and tell what is to be told of it."""
    crew = Crew(standby.setting, halt, seconds)
    for event in crew.explore(explored):
        yield event
        if crew.ends_within(AHEAD):
            standby.prepare(TO_FINISH)
    if halt.asked:
        yield Warned("interrupted: writing what there is")
    for failure, times in explored.failures.most_common(FAILURES_SHOWN):
        yield Said(f"the values of {times} sequences could not be looked at: {failure}")
    yield from concluded(explored, standby.setting, halt)


def _finished(standby: Standby, explored: Explored, halt: Halt) -> Finished:
    left = halt.left()
    if left is None:
        return finish(standby, explored, halt, None, lambda: None)
    return finish(standby, explored, halt, max(1.0, left - LATE) * FINISHING, partial(make_ready, standby))


def _seconds(config: Config, spent: float) -> float | None:
    """The seconds of the budget that exploration may take; the rest is for reducing, replaying and writing."""
    if config.steps is not None:
        return None
    # to look at every case takes longer than to find it
    kept = WHOLLY * config.time if config.all_tests else min(0.5 * config.time, 6.0 + 0.2 * config.time)
    return max(LEAST_EXPLORING, config.time - spent - kept)


class _Files:
    """Which test goes into which file: for each file name its text and what each of its tests shows."""

    def __init__(
        self, modules: tuple[str, ...], megabytes: int, marks: tuple[str, ...], operations: frozenset[Key] = frozenset()
    ) -> None:
        """`marks` are those of tests that wait, `operations` all that the target has."""
        self._modules = modules
        self._megabytes = megabytes
        self._marks = marks
        self._operations = operations

    def regression(self, cases: list[Case]) -> dict[str, TestFile]:
        """The files of the suite."""
        return {
            f"test_{module.replace('.', '_')}.py": regression_source(
                module, several, marks=self._marks, scenery=self._scenery(module)
            )
            for module, several in self._by_module(cases).items()
        }

    def failing(self, findings: list[Finding]) -> dict[str, tuple[TestFile, list[Finding]]]:
        """The files of the findings, each with the findings in the order of its tests."""
        return {
            f"test_{module.replace('.', '_')}_findings.py": (
                findings_source(module, several, megabytes=self._megabytes, marks=self._marks),
                several,
            )
            for module, several in self._by_module(findings).items()
        }

    def _scenery(self, module: str) -> Scenery:
        """What names of tests may take for granted."""
        here = [
            (name.removeprefix(f"{module}."), kind) for name, kind in self._operations if name.startswith(f"{module}.")
        ]
        functions = {name for name, kind in here if kind == Kind.FUNCTION}
        classes = {name for name, kind in here if kind == Kind.CONSTRUCTOR}
        classes |= {name.rpartition(".")[0] for name, kind in here if kind in _HELD}
        alone = len(classes) == 1 and not functions & {name.rpartition(".")[2] for name, kind in here if kind in _HELD}
        sized = {name.split(".")[-2] for name, _ in self._operations if name.endswith(".__len__")}
        packages = {one.partition(".")[0] for one in (module, *self._modules)}
        return Scenery(frozenset(packages), frozenset(sized), classes.pop() if alone else "")

    def _by_module(self, items: list[Shown]) -> dict[str, list[Shown]]:
        groups: dict[str, list[Shown]] = {}
        for item in items:
            groups.setdefault(self._module(item.sequence), []).append(item)
        return dict(sorted(groups.items()))

    def _module(self, sequence: Sequence) -> str:
        """The module a test belongs to: that of its last operation under a name that people import."""
        named = [statement.operation.module for statement in reversed(sequence.statements)]
        return next((module for module in named if module in self._modules), self._modules[0])


def _order(finding: Reported) -> tuple[int, int, str]:
    """The surest first, then the smallest."""
    return (finding.confidence.rank, finding.statements, finding.test or finding.id)


def _readable(finding: Finding, base: Path) -> Finding:
    """A finding whose place is named as on any machine, from the working directory or from where packages are.

    What stands there is read here, too.
    """
    location = finding.violation.location
    if location is None:
        return finding
    path = Path(location.file)
    if path.is_relative_to(base):
        file = path.relative_to(base)
    else:
        roots = [Path(root) for root in sys.path if root and path.is_relative_to(root)]
        file = path.relative_to(max(roots, key=lambda root: len(root.parts))) if roots else path
    text = linecache.getline(location.file, location.line).strip()
    named = replace(location, file=file.as_posix(), text=text)
    return replace(finding, violation=replace(finding.violation, location=named))


def _reported(finding: Finding, test: str | None) -> Reported:
    violation = finding.violation
    return Reported(
        id=finding.id,
        kind=violation.contract,
        operation=str(finding.operation),
        exception=violation.exception,
        message=violation.message,
        headline=finding.headline,
        expected=finding.expected,
        blame=violation.blame,
        confidence=violation.confidence,
        why=violation.why,
        location=violation.location,
        occurrences=finding.occurrences,
        entry_points=finding.entry_points,
        statements=len(finding.sequence),
        code=shown(finding),
        examples=tuple((str(one.statements[-1].operation), script(one)) for one in finding.examples),
        silencers=finding.silencers,
        test=test,
        accepted=test is None,
        output=finding.output,
    )
