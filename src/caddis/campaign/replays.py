"""The parent's end of replaying: tests run as written, in workers that may die and are then replaced."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from caddis.campaign.caching import instrumented
from caddis.campaign.halt import Halt
from caddis.campaign.process import OUT_OF_TIME
from caddis.campaign.setting import START_LIMIT
from caddis.campaign.supervising import LONGER, Manner, Standby
from caddis.model.codec import Json

FRUITLESS = 5
"""Processes in a row that may end at the first test they are given."""


@dataclass(frozen=True, slots=True)
class Own:
    """What the user has pytest read: a file of settings, and files of fixtures and hooks."""

    settings: str = ""
    conftests: tuple[str, ...] = ()

    def job(self) -> Json:
        """As told to a worker."""
        return {"settings": self.settings, "conftests": list(self.conftests)}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What must make no difference to a test."""

    hash_seed: int
    later: int = 0
    """Seconds by which the clock is ahead."""
    time_zone: str | None = None
    elsewhere: bool = False
    """Whether the home, the working directory, that for temporary files and more are others."""
    own: Own | None = None
    """The user's plugins and settings, if they are to be loaded."""
    alone: bool = False
    """Whether each test is run in a process of its own, too, before all of them are run together."""
    alone_until: float | None = None
    """When that is over, by the monotonic clock, whether all had their turn or not."""

    @property
    def manner(self) -> Manner:
        """How the process is started."""
        return Manner(self.hash_seed, fixed_addresses=False, time_zone=self.time_zone)


@dataclass(frozen=True, slots=True)
class Test:
    """A test to replay."""

    __test__: ClassVar[bool] = False

    file: str
    name: str
    in_directory: bool = False
    """Whether it wants a directory of its own."""


class Failure(NamedTuple):
    """How a test failed."""

    name: str
    """Of the exception; empty when the process ended or hung."""
    said: str
    row: int = 0
    """Which of its rows failed first, if it has parameters."""
    line: int = 0
    """The line of its file it had come to; 0 for none."""
    here: bool = False
    """Whether that line raised the exception, and not something it called."""


@dataclass
class Runs:
    """What tests run of the target, as coverage.py counts it: branches by numbers, and lines, each with its module."""

    files: tuple[str, ...]
    """Where they are counted, beside the targets."""
    branches: set[tuple[str, int]] = field(default_factory=set)
    lines: set[tuple[str, int]] = field(default_factory=set)

    def job(self) -> Json:
        """As told to a worker."""
        return {"files": list(self.files), "instrumented": str(instrumented())}

    def add(self, event: Json) -> None:
        """Take in what a worker tells."""
        self.branches.update((module, number) for module, number in event["branches"])
        self.lines.update((module, line) for module, line in event["lines"])


Seen = dict[tuple[str, str], Failure | None]
"""How each test failed, if it did, by its file and name."""


def replay(
    standby: Standby,
    sources: dict[str, str],
    tests: list[Test],
    *,
    circumstances: Circumstances,
    halt: Halt,
    deadline: float | None,
    limit: float = 0.0,
    runs: Runs | None = None,
) -> Seen:
    """Run tests as written in a fresh process, in the order given: for each that was run, how it failed, if it did.

    With a `limit`, these are tests that start a process of their own and wait for it so many seconds. `runs` takes in
    what they run.
    """
    seen: Seen = {}
    alone: Seen = {}
    first = fruitless = 0
    ready = True
    while ready and first < len(tests):
        job = standby.setting.job(
            "replay" if runs is None else "count",
            processes=limit > 0,
            **({} if runs is None else runs.job()),
            sources=sources,
            tests=[[test.file, test.name, test.in_directory] for test in tests],
            first=first,
            timeout=LONGER * standby.setting.config.timeout + 2 * limit,
            later=circumstances.later,
            shifted=circumstances.hash_seed,
            elsewhere=circumstances.elsewhere,
            own=circumstances.own.job() if circumstances.own is not None else None,
            alone=circumstances.alone and first == 0,
            alone_until=circumstances.alone_until,
        )
        before = len(seen)
        call_limit = LONGER * standby.setting.config.timeout + 2 * limit + START_LIMIT
        with standby.worker(job, circumstances.manner, call_limit=call_limit) as worker:
            ready = False
            for event in worker.events(deadline, lambda: halt.ordered):
                ready = ready or event["event"] == "ready"
                if event["event"] == "runs" and runs is not None:
                    runs.add(event)
                if event["event"] in ("test", "alone"):
                    test = tests[event["number"]]
                    failure = Failure(*event["failure"]) if event["failure"] else None
                    (seen if event["event"] == "test" else alone)[test.file, test.name] = failure
            death = worker.death
        if death is not None and death.reason == OUT_OF_TIME:
            break
        waiting = [number for number, test in enumerate(tests) if (test.file, test.name) not in seen]
        if not waiting:
            break
        # whatever it was at has ended the process, or at least the session; or nothing can be run at all
        fruitless = 0 if len(seen) > before else fruitless + 1
        ready = ready and fruitless < FRUITLESS
        failure = Failure("", death.reason if death is not None else "ended the session")
        for number in waiting[: 1 if ready else None]:
            seen[tests[number].file, tests[number].name] = failure
        first = waiting[0] + 1
    for key, failure in alone.items():
        if failure is not None and key in seen:
            seen[key] = seen[key] or failure
    return seen
