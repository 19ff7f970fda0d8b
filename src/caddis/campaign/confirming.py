"""Replaying what will be written: only tests that never waver, and findings that fail as stated, are."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count

from caddis.campaign.halt import Halt
from caddis.campaign.setting import Setting
from caddis.campaign.stages import AT_ONCE, Circumstances, Failure, Test, replay
from caddis.emit.alone import ALONE_FAILURE
from caddis.emit.module import TestFile
from caddis.model.finding import PROCESS_KINDS, Finding

TURNS = 2
"""Replays of the suite, each in two processes with hash seeds of their own, none that of exploration."""
LATER = 400 * 86_400 + 20_220
TIME_ZONE = "XYZ-5:45"
"""How far ahead, and where, one of the two believes to be."""
CONFIRMING = 3.0
"""Seconds a replay has at least: a test not confirmed is not written."""
SAID = {"hang": "still running", "crash": "ended by", "exit": "exited with status", "memory": ""}
"""How the tests of what ends or hangs its process begin to say so; memory may run out in more than one way."""

Failing = dict[str, tuple[TestFile, list[Finding]]]
"""Files by name, each with the findings in the order of its tests."""
Seen = dict[tuple[str, str], Failure | None]


def passing(setting: Setting, files: dict[str, TestFile], halt: Halt) -> dict[str, TestFile]:
    """What is left of files when every test that fails or wavers, in any of several orders, is taken out."""
    for turn in count():
        here = Circumstances(hash_seed=2 * turn + 2)
        elsewhere = Circumstances(hash_seed=2 * turn + 3, later=LATER, time_zone=TIME_ZONE)
        with ThreadPoolExecutor(2) as both:
            one = both.submit(_replayed, setting, files, here, halt, shuffled=turn)
            other = both.submit(_replayed, setting, files, elsewhere, halt, shuffled=turn, backwards=True)
            left = _kept(_kept(files, one.result()), other.result())
        # what is taken out may have been what others leant on, so the rest must pass once more
        if size(left) == size(files) and turn + 1 >= TURNS:
            break
        files = left
    return files


def failing(setting: Setting, files: Failing, halt: Halt) -> Failing:
    """What is left of the finding files when every test that does not fail as stated is taken out."""
    with ThreadPoolExecutor(2) as both:
        alone = both.submit(_replayed_alone, setting, files, halt)
        plain = {name: file.only({test for test, _ in file.tests} - file.alone) for name, (file, _) in files.items()}
        seen = _replayed(setting, plain, Circumstances(hash_seed=2), halt)
        seen |= alone.result()
    left: Failing = {}
    for name, (file, findings) in files.items():
        stated = [
            (test, finding)
            for (test, _), finding in zip(file.tests, findings, strict=True)
            if _is_stated(finding, seen.get((name, test)))
        ]
        if stated:
            left[name] = (file.only({test for test, _ in stated}), [finding for _, finding in stated])
    return left


def size(files: dict[str, TestFile]) -> int:
    """How many tests there are."""
    return sum(len(file.tests) for file in files.values())


def _reserved(halt: Halt) -> float | None:
    """The end, moved on where too little time is left: what was found is not thrown away for a few seconds."""
    return None if halt.end is None else max(halt.end, time.monotonic() + CONFIRMING)


def _is_stated(finding: Finding, failure: Failure | None) -> bool:
    """Whether a test failed as its finding says it must."""
    if failure is None:
        return False
    name, said = failure
    if finding.violation.contract in PROCESS_KINDS:
        return name == ALONE_FAILURE and said.startswith(SAID[finding.violation.contract])
    return name == (finding.violation.exception or "AssertionError")


def _replayed(
    setting: Setting,
    files: dict[str, TestFile],
    circumstances: Circumstances,
    halt: Halt,
    *,
    shuffled: int = 0,
    backwards: bool = False,
) -> Seen:
    """Replay the tests in the order written, or in one of many others."""
    tests = [Test(name, test, test in file.in_directory) for name, file in files.items() for test, _ in file.tests]
    sources = {name: file.source for name, file in files.items()}
    if shuffled:
        random.Random(shuffled).shuffle(tests)
    if backwards:
        tests.reverse()
    return replay(setting, sources, tests, circumstances=circumstances, halt=halt, deadline=_reserved(halt))


def _replayed_alone(setting: Setting, files: Failing, halt: Halt) -> Seen:
    """Replay the tests that start a process of their own."""
    tests = [Test(name, test) for name, (file, _) in files.items() for test, _ in file.tests if test in file.alone]
    if not tests:
        return {}
    limit = max(1.0, *(finding.limit for _, findings in files.values() for finding in findings))
    sources = {name: file.only(file.alone).source for name, (file, _) in files.items()}
    # each waits for its limit, and there is no hurrying it
    end = _reserved(halt)
    until = None if end is None else max(end, time.monotonic() + limit + CONFIRMING)
    wait = partial(
        replay, setting, sources, circumstances=Circumstances(hash_seed=2), halt=halt, deadline=until, limit=limit
    )
    seen: Seen = {}
    with ThreadPoolExecutor(AT_ONCE) as several:
        for part in several.map(wait, [tests[start::AT_ONCE] for start in range(min(AT_ONCE, len(tests)))]):
            seen |= part
    return seen


def _kept(files: dict[str, TestFile], seen: Seen) -> dict[str, TestFile]:
    """The files with only those tests that were run and passed."""
    kept: dict[str, TestFile] = {}
    for name, file in files.items():
        passed = {test for test, _ in file.tests if (name, test) in seen and seen[name, test] is None}
        if passed:
            kept[name] = file.only(passed)
    return kept
