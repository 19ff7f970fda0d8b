"""A whole run on this machine: explore, make small, write, replay, and keep what never wavers."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from itertools import count
from pathlib import Path
from typing import TypeVar

from caddis.campaign.stages import Circumstances, Explored, Setting, explore, finish, replay
from caddis.config import Config, nearest_pyproject
from caddis.discover.target import Target
from caddis.emit.module import TestFile, conftest_source, findings_source, may_overwrite, regression_source
from caddis.errors import NothingToTest, UnwritableOutput
from caddis.model.events import Event, Reported, Stage, Summary, Warned
from caddis.model.finding import Case, Finding
from caddis.model.sequence import Sequence
from caddis.plugin import FILE_NAME

TURNS = 2
"""Replays of the suite, each in two processes with hash seeds of their own, none that of exploration."""
LATER = 400 * 86_400 + 20_220
TIME_ZONE = "XYZ-5:45"
"""How far ahead, and where, one of the two believes to be."""
CONFIRMING = 3.0
"""Seconds a replay has at least: a test not confirmed is not written."""
COUNTED = {
    "generated": "generated",
    "executed": "executed",
    "kept": "kept",
    "duplicate": "duplicate",
    "redundant": "redundant",
    "illegal": "illegal",
    "violating": "violation",
}

Shown = TypeVar("Shown", Finding, Case)


def run(targets: tuple[Target, ...], config: Config, base: Path) -> Iterator[Event]:
    """Generate tests and findings for targets; the last event is the Summary."""
    start = time.monotonic()
    end = start + config.time if config.steps is None else None
    for directory in (config.output, config.findings):
        _check_writable(base / directory)
    setting = Setting(targets, _paths(targets, base), _plugin_files(targets, base), config)
    explored = Explored()
    try:
        yield from explore(setting, _exploring(config), explored)
    except KeyboardInterrupt:
        yield Warned("interrupted: writing what there is")
    if config.steps is not None and explored.counts["out_of_time"]:
        yield Warned(f"{explored.counts['out_of_time']} calls took too long: this run may not repeat byte for byte")
    if not explored.operations["total"]:
        raise NothingToTest(", ".join(target.text for target in targets))
    yield Stage("reducing", time.monotonic() - start)
    remaining = None if end is None else max(1.0, end - time.monotonic())
    found, cases = finish(setting, explored, None if remaining is None else remaining * 0.5)
    findings = [_readable(finding, base) for finding in found]
    yield Stage("replaying the findings", time.monotonic() - start)
    files = _Files(explored.modules)
    failing = _failing(setting, files.failing(findings), end)
    yield Stage("replaying the suite", time.monotonic() - start)
    passing = _passing(setting, files.regression(cases), end)
    yield Stage("writing", time.monotonic() - start)
    written = _Written(base, [], [])
    for name, file in passing.items():
        written.put(base / config.output, name, file.source)
    for name, (file, _) in failing.items():
        written.put(base / config.findings, name, file.source)
    for root in _roots_to_add(targets):
        for directory, any_tests in ((config.output, passing), (config.findings, failing)):
            if any_tests:
                written.put_conftest(base / directory, root)
    reported = [
        _reported(finding, f"{_relative(base / config.findings / name, base)}::{test}")
        for name, (file, several) in failing.items()
        for (test, _), finding in zip(file.tests, several, strict=True)
    ]
    yield Summary(
        targets=tuple(target.text for target in targets),
        seed=config.seed,
        elapsed=time.monotonic() - start,
        python=platform.python_version(),
        sequences={name: explored.counts[key] for name, key in COUNTED.items()},
        rate=explored.rate,
        branches=explored.branches,
        operations=explored.operations,
        findings=tuple(sorted(reported, key=lambda finding: (finding.statements, finding.test))),
        tests={
            "regression": _size(passing),
            "assertions": sum(file.source.count("\n    assert ") for file in passing.values()),
            "findings": len(reported),
        },
        denied=tuple(sorted(explored.denied)),
        worker_restarts=explored.restarts,
        files=tuple(written.files),
        edited=tuple(written.edited),
    )


def _exploring(config: Config) -> float | None:
    """The seconds of the budget that exploration may take; the rest is for reducing, replaying and writing."""
    if config.steps is not None:
        return None
    return config.time - min(0.4 * config.time, 5.0 + 0.15 * config.time)


def _paths(targets: tuple[Target, ...], base: Path) -> tuple[str, ...]:
    """What a worker puts first on its path: the roots of the targets, and the working directory."""
    return tuple(dict.fromkeys([*(target.root for target in targets if target.root), str(base)]))


def _plugin_files(targets: tuple[Target, ...], base: Path) -> tuple[str, ...]:
    """The local plugin files: beside a target's root, in the working directory, beside pyproject.toml."""
    places = [Path(target.root) for target in targets if target.root]
    places.append(base)
    pyproject = nearest_pyproject(base)
    if pyproject is not None:
        places.append(pyproject.parent)
    files = [(place / FILE_NAME).resolve() for place in places]
    return tuple(dict.fromkeys(str(file) for file in files if file.is_file()))


def _check_writable(directory: Path) -> None:
    """Complain before the work, not after it."""
    existing = directory
    while not existing.exists():
        existing = existing.parent
    if not existing.is_dir():
        raise UnwritableOutput(directory, f"{existing} is not a directory")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise UnwritableOutput(directory, f"no permission to write into {existing}")


class _Files:
    """Which test goes into which file: for each file name its text and what each of its tests shows."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._modules = modules

    def regression(self, cases: list[Case]) -> dict[str, TestFile]:
        """The files of the suite."""
        return {
            f"test_{module.replace('.', '_')}.py": regression_source(module, several)
            for module, several in self._by_module(cases).items()
        }

    def failing(self, findings: list[Finding]) -> dict[str, tuple[TestFile, list[Finding]]]:
        """The files of the findings, each with the findings in the order of its tests."""
        return {
            f"test_{module.replace('.', '_')}_findings.py": (findings_source(module, several), several)
            for module, several in self._by_module(findings).items()
        }

    def _by_module(self, items: list[Shown]) -> dict[str, list[Shown]]:
        groups: dict[str, list[Shown]] = {}
        for item in items:
            groups.setdefault(self._module(item.sequence), []).append(item)
        return dict(sorted(groups.items()))

    def _module(self, sequence: Sequence) -> str:
        """The module a test belongs to: that of its last operation under a name that people import."""
        named = [statement.operation.module for statement in reversed(sequence.statements)]
        return next((module for module in named if module in self._modules), self._modules[0])


def _passing(setting: Setting, files: dict[str, TestFile], end: float | None) -> dict[str, TestFile]:
    """What is left of files when every test that fails or wavers, in either order, is taken out."""
    for turn in count():
        end = _reserved(end)
        here = Circumstances(hash_seed=2 * turn + 2)
        elsewhere = Circumstances(hash_seed=2 * turn + 3, later=LATER, time_zone=TIME_ZONE)
        with ThreadPoolExecutor(2) as both:
            forwards = both.submit(_replayed, setting, files, here, end, backwards=False)
            backwards = both.submit(_replayed, setting, files, elsewhere, end, backwards=True)
            left = _kept(_kept(files, forwards.result()), backwards.result())
        # what is taken out may have been what others leant on, so the rest must pass once more
        if _size(left) == _size(files) and turn + 1 >= TURNS:
            break
        files = left
    return files


def _reserved(end: float | None) -> float | None:
    """A deadline, moved on where too little time is left: what was found is not thrown away for a few seconds."""
    return None if end is None else max(end, time.monotonic() + CONFIRMING)


def _size(files: dict[str, TestFile]) -> int:
    return sum(len(file.tests) for file in files.values())


def _failing(
    setting: Setting, files: dict[str, tuple[TestFile, list[Finding]]], end: float | None
) -> dict[str, tuple[TestFile, list[Finding]]]:
    """What is left of the finding files when every test that does not fail as stated is taken out."""
    plain = {name: file for name, (file, _) in files.items()}
    seen = _replayed(setting, plain, Circumstances(hash_seed=2), _reserved(end), backwards=False)
    left: dict[str, tuple[TestFile, list[Finding]]] = {}
    for name, (file, findings) in files.items():
        stated = [
            (test, finding)
            for (test, _), finding in zip(file.tests, findings, strict=True)
            if seen.get((name, test)) == _stated(finding)
        ]
        if stated:
            left[name] = (file.only({test for test, _ in stated}), [finding for _, finding in stated])
    return left


def _stated(finding: Finding) -> str:
    """The exception that the test of a finding must end with."""
    return finding.violation.exception or "AssertionError"


def _replayed(
    setting: Setting, files: dict[str, TestFile], circumstances: Circumstances, end: float | None, *, backwards: bool
) -> dict[tuple[str, str], str | None]:
    tests = [(name, test) for name, file in files.items() for test, _ in file.tests]
    sources = {name: file.source for name, file in files.items()}
    return replay(setting, sources, tests[::-1] if backwards else tests, circumstances=circumstances, deadline=end)


def _kept(files: dict[str, TestFile], seen: dict[tuple[str, str], str | None]) -> dict[str, TestFile]:
    """The files with only those tests that were run and passed."""
    kept: dict[str, TestFile] = {}
    for name, file in files.items():
        passed = {test for test, _ in file.tests if (name, test) in seen and seen[name, test] is None}
        if passed:
            kept[name] = file.only(passed)
    return kept


@dataclass
class _Written:
    """What was written, and what a person had edited and is left alone."""

    base: Path
    files: list[str]
    edited: list[str]

    def put(self, directory: Path, name: str, text: str) -> None:
        """Write a file unless a person has edited the one that is there."""
        path = directory / name
        try:
            if path.exists() and not may_overwrite(path.read_text(encoding="utf-8", errors="replace")):
                self.edited.append(_relative(path, self.base))
                return
            directory.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UnwritableOutput(path, error.strerror or error) from None
        self.files.append(_relative(path, self.base))

    def put_conftest(self, directory: Path, root: str) -> None:
        """Write a conftest.py, unless there is one that is not ours: its owner will know how to import things."""
        path = directory / "conftest.py"
        if not path.exists() or may_overwrite(path.read_text(encoding="utf-8", errors="replace")):
            # both ends made real: a symbolic link on the way would make `..` lead elsewhere
            relative = Path(os.path.relpath(os.path.realpath(root), os.path.realpath(directory))).as_posix()
            self.put(directory, "conftest.py", conftest_source(relative))


def _roots_to_add(targets: tuple[Target, ...]) -> list[str]:
    """The directories that targets are imported from and a plain pytest would not look into."""
    roots = {target.root for target in targets if target.root and not _is_installed(target)}
    return sorted(roots)[:1]


def _is_installed(target: Target) -> bool:
    first = target.module.partition(".")[0]
    return bool(first) and PathFinder.find_spec(first) is not None


def _relative(path: Path, base: Path) -> str:
    return os.path.relpath(path, base)


def _readable(finding: Finding, base: Path) -> Finding:
    """A finding whose place is named as on any machine: from the working directory, or from where packages are."""
    location = finding.violation.location
    if location is None:
        return finding
    path = Path(location.file)
    if path.is_relative_to(base):
        file = path.relative_to(base)
    else:
        roots = [Path(root) for root in sys.path if root and path.is_relative_to(root)]
        file = path.relative_to(max(roots, key=lambda root: len(root.parts))) if roots else path
    violation = replace(finding.violation, location=replace(location, file=file.as_posix()))
    return replace(finding, violation=violation)


def _reported(finding: Finding, test: str) -> Reported:
    violation = finding.violation
    location = violation.location
    return Reported(
        finding.id,
        violation.contract,
        str(finding.sequence.statements[-1].operation),
        violation.exception,
        violation.message,
        finding.occurrences,
        len(finding.sequence),
        test,
        location.file if location else None,
        location.line if location else None,
    )
