"""Replaying what will be written: only tests that never waver, and findings that fail as stated, are.

A suite is replayed in turns, each in two processes at once, all of them fresh and with hash seeds of their own:

- plainly, in the order written; and backwards, later and elsewhere, with the plugins and settings of the user's own;
- in two halves, shuffled, as pytest-xdist would share them out, and before that each test in a process of its own.

Beside the halves, what the suite runs is counted in one more process.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count

from caddis.campaign.halt import Halt
from caddis.campaign.replays import Circumstances, Failure, Own, Runs, Seen, Test, replay
from caddis.campaign.stages import AT_ONCE
from caddis.campaign.suite import Suite
from caddis.campaign.supervising import Standby
from caddis.emit.alone import ALONE_FAILURE
from caddis.emit.module import TestFile
from caddis.execute.otherwise import LATER
from caddis.model.finding import PROCESS_KINDS, Finding

TURNS = 2
"""Replays of the suite, each in two processes."""
GENTLE_TURNS = 4
"""Turns after which a test that fails is taken out whole."""
LEAST_ALONE = 0.5
"""Seconds for running tests alone, where time is short; a dependence of one on another shows in the two directions."""
TIME_ZONE = "XYZ-5:45XDT,M10.1.0,M4.1.0"
"""Where one of the two believes to be: where it is summer when it is winter elsewhere."""
NORTHERN = "America/St_Johns"
"""Where the halves believe to be: in a zone of the database, with a history, and with a summer in July."""
COUNTED, LEAST_COUNTING = Circumstances(hash_seed=1), 1.0
"""The circumstances in which it is counted what tests run, and the seconds that this has at least."""
CONFIRMING, EACH, LONGEST = 3.0, 0.02, 30.0
"""Seconds a replay has at least, more of them for each test, and at most: a test not confirmed is not written."""
SAID = {"hang": "still running", "crash": "ended by", "exit": "exited with status", "memory": ""}
"""How the tests of what ends or hangs its process begin to say so; memory may run out in more than one way."""

Failing = dict[str, tuple[TestFile, list[Finding]]]
"""Files by name, each with the findings in the order of its tests."""


@dataclass(frozen=True)
class Confirmed:
    """A suite without all that fails or wavers, and what there is to say about how it was replayed."""

    suite: Suite
    said: list[str]
    runs: Runs | None
    """What it runs; None if there was no time left to count that."""


def passing(standby: Standby, suite: Suite, halt: Halt, own: Own, files: tuple[str, ...]) -> Confirmed:
    """Confirm a suite; what it runs is counted in the targets, and in some files beside those."""
    with ThreadPoolExecutor(1) as beside:
        counting = _Counting(standby, halt, files, beside)
        suite, said = _passing(standby, suite.asserting(), halt, own, counting)
        return Confirmed(suite, said, counting.of(suite))


class _Counting:
    """Counts what a suite runs, while others see whether it wavers."""

    def __init__(self, standby: Standby, halt: Halt, files: tuple[str, ...], beside: ThreadPoolExecutor) -> None:
        self._standby = standby
        self._halt = halt
        self._files = files
        self._beside = beside
        self._under_way: tuple[Suite, Future[Runs | None]] | None = None

    def begin(self, suite: Suite) -> None:
        """Count a suite, unless that is under way."""
        if self._under_way is None or self._under_way[0] is not suite:
            self._under_way = (suite, self._beside.submit(self._runs, suite))

    def of(self, suite: Suite) -> Runs | None:
        """What a suite runs."""
        if self._under_way is None or (self._under_way[0] is not suite and _is_late(self._halt)):
            return None
        self.begin(suite)
        return self._under_way[1].result()

    def _runs(self, suite: Suite) -> Runs | None:
        """What it runs; None if not all of it was run, for want of time as a rule: nobody waits long for a figure."""
        runs = Runs(self._files)
        sources, tests = _sources(suite.files), _tests(suite.files)
        end = None if self._halt.end is None else max(self._halt.end, time.monotonic() + LEAST_COUNTING)
        seen = replay(self._standby, sources, tests, circumstances=COUNTED, halt=self._halt, deadline=end, runs=runs)
        ended = any(failure is not None and not failure.name for failure in seen.values())
        return runs if len(seen) == len(tests) and not ended else None


def _passing(standby: Standby, suite: Suite, halt: Halt, own: Own, counting: _Counting) -> tuple[Suite, list[str]]:
    usable: Own | None = own
    said: list[str] = []
    for turn in count():
        if turn % 2 == 0:
            one, other = _here_and_elsewhere(standby, suite, turn, halt, usable)
            if usable is not None and _is_of_no_use(one, other):
                # nothing can be seen of the tests, whatever is amiss
                said.append("none of the tests passes with the project's own pytest settings: replayed without them")
                usable = None
                _, other = _here_and_elsewhere(standby, suite, turn, halt, usable)
        else:
            # as a rule, nothing is taken out any more
            counting.begin(suite)
            one = other = _in_halves(standby, suite, turn, halt)
        # by then each has passed in both directions, and where time is short that must do
        late = turn >= TURNS and _is_late(halt)
        gently = turn < GENTLE_TURNS and not late
        left = suite.after(_worse(one, other), gently=gently, unseen=turn % 2 == 0)
        # what is taken out may have been what others leant on, so the rest must pass once more
        if late or (turn + 1 >= TURNS and left is suite):
            suite = left
            break
        suite = left
    return suite, said


def make_ready(standby: Standby) -> None:
    """Have the workers started that the first turns need, before there is a suite."""
    for turn in range(TURNS):
        for circumstances in _both(turn, None) if turn % 2 == 0 else _halves(turn, None):
            standby.prepare(1, "replay", circumstances.manner)
    standby.prepare(1, "count", COUNTED.manner)


def _here_and_elsewhere(standby: Standby, suite: Suite, turn: int, halt: Halt, own: Own | None) -> tuple[Seen, Seen]:
    tests = _tests(suite.files)
    here, elsewhere = _both(turn, own)
    return _at_once(standby, suite.files, halt, (tests, here), (tests[::-1], elsewhere))


def _both(turn: int, own: Own | None) -> tuple[Circumstances, Circumstances]:
    here = Circumstances(hash_seed=2 * turn + 2)
    return here, Circumstances(2 * turn + 3, later=LATER, time_zone=TIME_ZONE, elsewhere=True, own=own)


def _in_halves(standby: Standby, suite: Suite, turn: int, halt: Halt) -> Seen:
    """Each test alone, and then one half of them in one process and one in another."""
    tests = _tests(suite.files)
    random.Random(turn).shuffle(tests)
    left = halt.left()
    until = None if left is None else time.monotonic() + max(LEAST_ALONE, left / 2)
    halves = [(tests[number::2], one) for number, one in enumerate(_halves(turn, until))]
    one, other = _at_once(standby, suite.files, halt, *halves)
    return one | other


def _halves(turn: int, until: float | None) -> list[Circumstances]:
    return [
        Circumstances(2 * turn + 2 + number, time_zone=NORTHERN, elsewhere=number == 1, alone=True, alone_until=until)
        for number in range(2)
    ]


def _at_once(
    standby: Standby, files: dict[str, TestFile], halt: Halt, *runs: tuple[list[Test], Circumstances]
) -> tuple[Seen, Seen]:
    sources = _sources(files)
    with ThreadPoolExecutor(2) as both:
        work = [
            both.submit(
                replay,
                standby,
                sources,
                tests,
                circumstances=circumstances,
                halt=halt,
                deadline=_reserved(halt, len(tests)),
            )
            for tests, circumstances in runs
        ]
        first, second = (one.result() for one in work)
    return first, second


def _sources(files: dict[str, TestFile]) -> dict[str, str]:
    return {name: file.source for name, file in files.items()}


def _tests(files: dict[str, TestFile]) -> list[Test]:
    return [
        Test(name, entry.name, entry.name in file.in_directory)
        for name, file in files.items()
        for entry in file.entries
    ]


def _worse(one: Seen, other: Seen) -> Seen:
    """How each test failed in either of two runs, if it did; those that were run in both alone."""
    return {test: one[test] or other[test] for test in one.keys() & other.keys()}


def _is_of_no_use(plain: Seen, own: Seen) -> bool:
    """Whether there is something about the user's settings that no test gets past."""
    passed = [test for test, failure in plain.items() if failure is None]
    return bool(passed) and not any(own.get(test, True) is None for test in passed)


def failing(standby: Standby, files: Failing, halt: Halt) -> Failing:
    """What is left of the finding files when every test that does not fail as stated is taken out."""
    with ThreadPoolExecutor(2) as both:
        alone = both.submit(_replayed_alone, standby, files, halt)
        plain = {name: file.only({test for test, _ in file.tests} - file.alone) for name, (file, _) in files.items()}
        seen = _replayed(standby, plain, halt)
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


def _is_late(halt: Halt) -> bool:
    left = halt.left()
    return left is not None and left < 0


def _reserved(halt: Halt, tests: int = 0) -> float | None:
    """The end, moved on where too little time is left: what was found is not thrown away for a few seconds."""
    return None if halt.end is None else max(halt.end, time.monotonic() + min(LONGEST, CONFIRMING + EACH * tests))


def _is_stated(finding: Finding, failure: Failure | None) -> bool:
    """Whether a test failed as its finding says it must."""
    if failure is None:
        return False
    name, said = failure.name, failure.said
    if finding.violation.contract in PROCESS_KINDS:
        return name == ALONE_FAILURE and said.startswith(SAID[finding.violation.contract])
    return name == (finding.violation.exception or "AssertionError")


def _replayed(standby: Standby, files: dict[str, TestFile], halt: Halt) -> Seen:
    """Replay the tests in the order written."""
    sources = _sources(files)
    circumstances = Circumstances(hash_seed=2)
    return replay(standby, sources, _tests(files), circumstances=circumstances, halt=halt, deadline=_reserved(halt))


def _replayed_alone(standby: Standby, files: Failing, halt: Halt) -> Seen:
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
        replay, standby, sources, circumstances=Circumstances(hash_seed=2), halt=halt, deadline=until, limit=limit
    )
    seen: Seen = {}
    with ThreadPoolExecutor(AT_ONCE) as several:
        for part in several.map(wait, [tests[start::AT_ONCE] for start in range(min(AT_ONCE, len(tests)))]):
            seen |= part
    return seen
