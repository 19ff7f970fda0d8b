"""The parent's end of a worker that checks properties: asks for one after the other, and replaces it if it dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import Self

from caddis.campaign.explored import Volume
from caddis.campaign.journal import BATCH
from caddis.campaign.process import OUT_OF_TIME, Death, Worker
from caddis.campaign.setting import Setting
from caddis.emit.properties import program
from caddis.errors import BrokenTarget, CaddisError
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.finding import Finding
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.tested import Ended, Failure, Tested
from caddis.model.verdict import Violation
from caddis.report.properties import details, failure_lines, headline

MOST_RESTARTS = 5
"""Workers that may die of something else than a property while that is checked."""
SAID = {
    "hang": "it did not end, and could not be interrupted",
    "crash": "it crashed the interpreter",
    "exit": "it ended the process",
    "memory": "it used up all memory",
}

Start = Callable[[list[Json], dict[str, float]], Worker]
"""Makes a worker, which takes up what was kept, and calls some operations less often."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How a property is to be checked."""

    examples: int | None = None
    """Inputs, unless the property itself says how many."""
    stop: bool = False
    remembered: tuple[Sequence, ...] = ()
    """What it failed on before."""


@dataclass(frozen=True, slots=True)
class Under:
    """A property is being checked."""

    name: str
    passed: int
    failed: int
    discarded: int


class Checker:
    """Checks properties by means of a worker; use it in a `with`."""

    def __init__(self, start: Start, halted: Callable[[], bool] = lambda: False) -> None:
        self._start = start
        self._halted = halted
        self._stack = ExitStack()
        self._worker: Worker | None = None
        self._events: Iterator[Json] = iter(())
        self._decoder = Decoder()
        self._volume = Volume()
        self._volumes: list[Volume] = []
        self._shares: dict[str, float] = {}
        self.properties: dict[str, str | None] = {}
        """The properties there are, each with why it cannot be run, if it cannot."""
        self.warnings: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._stack.close()
        self._worker = None

    @property
    def kept(self) -> list[Json]:
        """What was kept so far, for another worker to take up."""
        return [volume.extract(volume.kept) for volume in self._volumes]

    def ready(self) -> None:
        """Have a worker that knows the properties."""
        if self._worker is not None:
            return
        worker = self._start(self.kept, self._shares)
        self._stack.enter_context(worker)
        self._events = worker.events(None, self._halted)
        self._decoder = Decoder()
        self._volume = Volume()
        self._volumes.append(self._volume)
        for event in self._events:
            match event["event"]:
                case "ready":
                    self.properties = dict(event["properties"])
                case "serving":
                    self._learn(event)
                    self._worker = worker
                    return
                case "unprotected":
                    self.warnings += [line for line in event["lines"] if line not in self.warnings]
                case "failed":
                    raise CaddisError(event["message"])
        if worker.death is not None and worker.death.reason == OUT_OF_TIME:
            raise KeyboardInterrupt
        reason = worker.death.reason if worker.death is not None else "ended"
        raise BrokenTarget("the properties", f"importing them {reason}")

    def check(self, name: str, asked: Asked) -> Iterator[Under | Tested]:
        """Check a property; the last event is what came of it."""
        begun = time.monotonic()
        for _ in range(MOST_RESTARTS):
            self.ready()
            assert self._worker is not None
            encoder = Encoder()
            rows = [encoder.sequence(sequence) for sequence in asked.remembered]
            letter = {"name": name, "examples": asked.examples, "stop": asked.stop, "remembered": rows}
            self._worker.send({**letter, "definitions": encoder.drain()})
            under = Under(name, 0, 0, 0)
            for event in self._events:
                match event["event"]:
                    case "progress":
                        self._learn(event)
                        under = Under(name, *event["counts"])
                        yield under
                    case "kept":
                        self._learn(event)
                        self._volume.kept += event["kept"]
                    case "tested":
                        yield _tested(event, time.monotonic() - begun)
                        return
            died = self._died(under)
            if died is not None:
                yield died
                return
        yield Tested(name, complaint="whatever is tried to make its input ends the process")

    def _learn(self, event: Json) -> None:
        self._decoder.learn(event["definitions"])
        self._volume.learn(event["definitions"])

    def _died(self, under: Under) -> Tested | None:
        """What a property has shown of which the worker died; None if it died of something else."""
        worker = self._worker
        assert worker is not None
        death = worker.death
        running = worker.journal.running(worker.journal.words[BATCH] - 1, self._decoder)
        self._stack.close()
        self._worker = None
        if death is None or death.reason == OUT_OF_TIME:
            raise KeyboardInterrupt
        if running is None:
            return Tested(under.name, complaint=f"the worker {death.reason}")
        operation = running.statements[-1].operation
        if name_of(operation) != under.name:
            self._shares[str(operation)] = 0.0
            return None
        small = self._small(running, death)
        if small is None and death.kind == "memory":
            # what others have left behind was too much, and this one came last
            return None
        found = small or _found(running, death)
        failure = Failure(found, f"{SAID[death.kind]} (it {death.reason})")
        return Tested(
            under.name,
            passed=under.passed,
            failed=under.failed + 1,
            discarded=under.discarded,
            failures=(failure,),
            ended=Ended.DIED,
        )

    def _small(self, sequence: Sequence, death: Death) -> Finding | None:
        """The smallest program found of which a worker dies in this way; None if it does not die of this one."""
        found = _found(sequence, death)
        self.ready()
        assert self._worker is not None
        encoder = Encoder()
        row = encoder.finding(found)
        self._worker.send({"reduce": row, "definitions": encoder.drain()})
        for event in self._events:
            if event["event"] == "reduced":
                decoder = Decoder()
                decoder.learn(event["definitions"])
                return None if event["finding"] is None else decoder.finding(event["finding"])
        self._stack.close()
        self._worker = None
        return found


def _found(sequence: Sequence, death: Death) -> Finding:
    """What was running when a worker died, as it is."""
    return Finding(sequence, Violation(death.kind, death.reason), ("",) * len(sequence), output=death.last_words)


def name_of(operation: Operation) -> str:
    """The name of a property."""
    return f"{operation.module}:{operation.path}"


def _tested(event: Json, seconds: float) -> Tested:
    if "counts" not in event:
        return Tested(event["name"], complaint=event["complaint"])
    decoder = Decoder()
    decoder.learn(event["failures_definitions"])
    passed, failed, discarded = event["counts"]
    return Tested(
        event["name"],
        passed,
        failed,
        discarded,
        labels=tuple((label, times) for label, times in event["labels"]),
        collected=tuple((label, times) for label, times in event["collected"]),
        failures=tuple(Failure(decoder.finding(row), said) for row, said in event["failures"]),
        ended=Ended(event["ended"]),
        notes=tuple(event["notes"]),
        complaint=event["complaint"],
        seconds=seconds,
    )


def job_of(
    setting: Setting,
    kept: list[Json],
    shares: dict[str, float],
    *,
    modules: list[str] | None = None,
    wanted: list[str] | None = None,
    fixtures: dict[str, list[str]] | None = None,
) -> Json:
    """The job of a worker that checks properties: of modules that are there already, or else of the targets."""
    return setting.job(
        "check",
        config=asdict(setting.config),
        modules=modules,
        wanted=wanted,
        fixtures=fixtures or {},
        kept=kept,
        shares=shares,
    )


def told(tested: Tested) -> list[str]:
    """All there is to say of a property."""
    lines = [headline(tested), *(f"    {line}" for line in details(tested))]
    for number, failure in enumerate(tested.failures, 1):
        lines += ["", *failure_lines(number, failure, program(failure.finding))]
    return lines
