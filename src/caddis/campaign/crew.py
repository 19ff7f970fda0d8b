"""Exploring with several workers at once, each of which may die and is then replaced."""

from __future__ import annotations

import os
import re
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import asdict, replace
from queue import Empty, Queue
from threading import Lock, Thread

from caddis.campaign.caching import instrumented
from caddis.campaign.exchange import Exchange
from caddis.campaign.explored import Explored, Volume, extracts
from caddis.campaign.halt import Halt
from caddis.campaign.patience import Patience
from caddis.campaign.process import GRACE, OUT_OF_TIME, POLL, Death, Worker
from caddis.campaign.setting import START_LIMIT, Setting
from caddis.errors import BrokenTarget, CaddisError, NothingToTest
from caddis.execute.cache import Cache
from caddis.model.codec import Decoder, Json
from caddis.model.events import Event, Progress, Said, Started, Warned
from caddis.model.sequence import Sequence
from caddis.model.verdict import Location, Violation

MOST_RESTARTS = 50
MOST_TAKEN_UP = 2_000
"""Sequences of those before it that a new worker runs again; all of them, where the seed decides everything."""
KILLED = "was ended by SIGKILL"
FATAL = "Fatal Python error: "
OURS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
LATE, LATE_SHARE, LATEST = 0.7, 0.2, 2.0
"""How many seconds a worker is waited for that does not end when it should: a share of all it had, and no more."""
LEAST_START = 3.0
"""Seconds that a target may take to be imported, in the shortest run, too."""
MOST_NAMED = 3
"""Modules that one line names."""
RARELY = 0.05
"""How often an operation is still called that a worker died of; after a second time it never is."""


class Crew:
    """The workers of one run."""

    def __init__(self, setting: Setting, halt: Halt, seconds: float | None) -> None:
        self.setting = setting
        self._halt = halt
        config = setting.config
        self._start = time.monotonic()
        self.end = None if seconds is None else self._start + seconds
        self.patience_at_end = min(LATEST, max(LATE, LATE_SHARE * (seconds or 0.0)))
        """Seconds that workers may take longer than they should."""
        self._size = setting.workers
        self.exchange = Exchange(self._size, together=config.steps is not None)
        # where the seed decides everything, it must not matter which of several workers is faster
        shared = None if config.steps is not None else _Suspects()
        self.suspects = [shared or _Suspects() for _ in range(self._size)]
        self._queue: Queue[Event | BaseException | int | None] = Queue()
        self._stop = False
        # where the seed decides everything, seconds may not
        self._patience = Patience(0.0 if config.steps is not None else config.patience)
        self._slots = [
            _Slot(self, number, Explored(), _share(config.steps, self._size, number)) for number in range(self._size)
        ]

    def explore(self, explored: Explored) -> Generator[Event, None, None]:
        """Explore until time or steps are used up or the user has enough; what comes is put into `explored`.

        To close it ends the workers.
        """
        config = self.setting.config
        threads = [Thread(target=self._keep_at_it, args=(slot,), daemon=True) for slot in self._slots]
        for thread in threads:
            thread.start()
        working = self._size
        shown = 0.0
        told: set[Event] = set()
        try:
            while working:
                self._halt.obey()
                try:
                    event = self._queue.get(timeout=POLL)
                except Empty:
                    continue
                if isinstance(event, BaseException):
                    raise event
                if isinstance(event, int):
                    working -= 1
                elif event is not None:
                    # several workers may come upon the same
                    if event not in told:
                        told.add(event)
                        yield event
                elif time.monotonic() - shown > POLL:
                    shown = time.monotonic()
                    yield self._progress()
                    if not self._stop and not self._patience.left(self._found):
                        self._stop = True
                        yield Warned(f"nothing new for {config.patience:g} s: exploring ends early (--patience)")
        finally:
            self._stop = True
            for thread in threads:
                thread.join()
            for slot in self._slots:
                explored.join(slot.explored)
        yield self._progress()

    def ends_within(self, seconds: float) -> bool:
        """Whether exploring will be over so soon, as far as that is known."""
        return self.end is not None and self.end - time.monotonic() < seconds

    def _keep_at_it(self, slot: _Slot) -> None:
        try:
            for event in slot.lives():
                self._queue.put(event)
        except BaseException as error:  # noqa: BLE001 - raised again in the main thread
            self._queue.put(error)
        finally:
            self.exchange.leave(slot.number)
            self._queue.put(slot.number)

    def _progress(self) -> Progress:
        every = [slot.explored for slot in self._slots]
        executed = sum(explored.counts["executed"] for explored in every)
        elapsed = time.monotonic() - self._start
        return Progress(
            elapsed,
            executed,
            executed / elapsed if elapsed else 0.0,
            sum(explored.counts["kept"] for explored in every),
            len({cause for explored in every for cause in list(explored.groups.by_cause)}),
        )

    def _found(self) -> int:
        """How much there is of what is worth going on for: branches reached, operations that succeeded, causes."""
        every = [slot.explored for slot in self._slots]
        reached = {branch for explored in every for branch in list(explored.reached)}
        causes = {cause for explored in every for cause in list(explored.groups.by_cause)}
        return len(reached) + len(causes) + sum(explored.records.succeeded for explored in every)

    def halted(self) -> bool:
        """Whether to stop now."""
        return self._stop or self._halt.asked


def concluded(explored: Explored, setting: Setting, halt: Halt) -> Iterator[Event]:
    """What is to be said when exploring is over; raises if there was nothing to explore."""
    if not explored.records.by_key:
        if halt.asked:
            raise KeyboardInterrupt
        raise NothingToTest(", ".join(target.text for target in setting.targets))
    late = explored.counts["out_of_time"]
    if setting.config.steps is not None and late:
        yield Warned(f"{late} calls took too long: this run may not repeat byte for byte")


def _share(steps: int | None, workers: int, number: int) -> int | None:
    """The steps of one of several workers."""
    return None if steps is None else steps // workers + (number < steps % workers)


class _Suspects:
    """The operations that workers were at when they died."""

    def __init__(self) -> None:
        self._deaths: Counter[str] = Counter()
        self._killed: list[str] = []
        self._lock = Lock()

    def add(self, operation: str) -> None:
        """A worker died of an operation."""
        with self._lock:
            self._deaths[operation] += 1

    def add_perhaps(self, operation: str) -> None:
        """A worker was killed at an operation: by somebody who did not know, unless it is the same time and again."""
        with self._lock:
            self._killed = [*(each for each in self._killed if each == operation), operation]
            self._deaths[operation] += len(self._killed) % 2 == 0

    def drop(self, operation: str) -> None:
        """An operation is not worth another try."""
        with self._lock:
            self._deaths[operation] += 2

    def shares(self) -> dict[str, float]:
        """How often operations are still to be called."""
        with self._lock:
            return {operation: RARELY if times == 1 else 0.0 for operation, times in self._deaths.items() if times}


class _Slot:
    """One worker after the other, each taking up where the one before it ended."""

    def __init__(self, crew: Crew, number: int, explored: Explored, steps: int | None) -> None:
        self._crew = crew
        self.number = number
        self.explored = explored
        self._steps = steps
        self._done = 0
        self._batch = 0
        self._taken_up = MOST_TAKEN_UP if steps is None else sys.maxsize
        self._unexplained = -1

    def lives(self) -> Iterator[Event | None]:
        """Explore with as many workers as it takes; None stands for a batch done."""
        while self.explored.restarts <= MOST_RESTARTS and not self._is_over():
            life = _Life(self._crew, self.number, self.explored, self._batch)
            with self._worker() as worker:
                yield from life.listen(worker)
                death = worker.death
            self._batch = life.batch
            self._done += life.steps
            if death is None or death.reason == OUT_OF_TIME:
                return
            if not self.explored.modules:
                names = ", ".join(target.text for target in self._crew.setting.targets)
                raise BrokenTarget(names, f"importing it {death.reason}")
            yield from self._bury(death, life)

    def _is_over(self) -> bool:
        end = self._crew.end
        if self._crew.halted() or (end is not None and time.monotonic() >= end):
            return True
        return self._steps is not None and self._done >= self._steps

    def _worker(self) -> Worker:
        end = self._crew.end
        left = None if end is None else end - time.monotonic()
        return Worker(
            self.job(),
            hash_seed=0,
            call_limit=self._crew.setting.config.timeout,
            start_limit=START_LIMIT if left is None else max(LEAST_START, left),
            runtime=self._crew.setting.runtime,
        )

    def job(self) -> Json:
        """What the next worker is to do."""
        setting = self._crew.setting
        settings = asdict(replace(setting.config, steps=self._steps, workers=None))
        return setting.job(
            "explore",
            config={name: value for name, value in settings.items() if name not in ("json", "findings")},
            shares=self._crew.suspects[self.number].shares(),
            kept=extracts(self.explored.volumes, self._taken_up),
            deadline=self._crew.end,
            batch=self._batch,
            steps=self._done,
            stream=self.number,
            workers=setting.workers,
            # what others have reached is enumerated here, too, or is not to be
            exchanges=setting.workers > 1 and setting.config.strategy != "enumerate",
            # where the seed decides everything, memory must look the same whether the cache is filled or not
            instrumented=str(instrumented()) if setting.config.steps is None else "",
            usage=setting.usage,
            # all workers know the same of parameters, and to put it into words takes time
            in_words=self.number == 0 and not self.explored.modules,
        )

    def _bury(self, death: Death, life: _Life) -> Iterator[Event]:
        """Note what a worker died of."""
        self.explored.restarts += 1
        if not life.exploring:
            # something that ran well before is deadly now: take up less of it
            self._taken_up = min(self._taken_up, MOST_TAKEN_UP) // 4
        sequence = life.last
        if sequence is None:
            # whatever is in this batch: there are others
            self._batch += self._unexplained == self._batch
            self._unexplained = self._batch
            yield Warned(f"a worker {death.reason}; another goes on")
        else:
            operation = sequence.statements[-1].operation
            suspects = self._crew.suspects[self.number]
            (suspects.add_perhaps if death.reason == KILLED else suspects.add)(str(operation))
            printed, where = _last_words(death.last_words)
            from caddis.judge.exceptions import ending  # with much that a parent does without

            sure, why = ending(death.kind, sequence)
            violation = Violation(death.kind, f"the process {death.reason}", location=where, confidence=sure, why=why)
            self.explored.blame(sequence, violation, printed)
            self.explored.records.ruin(operation, violation.contract, violation.message)
            yield Warned(f"a worker {death.reason} in {operation}; another goes on")
        if death.last_words:
            yield Said(death.last_words)


def _last_words(text: str) -> tuple[str, Location | None]:
    """What a target printed, and where it was, if the interpreter could still tell."""
    printed, fatal, stack = text.partition(FATAL)
    # a fatal error in the midst of a line shows there
    frames = re.findall(r'File "(.+)", line (\d+) in (.+)', stack) if fatal else []
    frames = [frame for frame in frames if not frame[0].startswith(OURS)]
    where = Location(frames[0][0], int(frames[0][1]), frames[0][2]) if frames else None
    return printed, where


def _without_probes(modules: Json) -> Iterator[Event]:
    """Which modules of the target are run as they are, by the reason for that."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in modules:
        by_reason.setdefault(reason, []).append(name)
    for reason, names in by_reason.items():
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        shown = f"{', '.join(names[:MOST_NAMED])}{more}"
        yield Warned(f"run without probes, so without branches to count: {shown} ({reason})")


class _Life:
    """What one worker tells."""

    def __init__(self, crew: Crew, number: int, explored: Explored, batch: int) -> None:
        self._crew = crew
        self._number = number
        self._explored = explored
        self._decoder = Decoder()
        self._volume = Volume()
        self.batch = batch
        self.steps = 0
        self.exploring = False
        self.last: Sequence | None = None

    def listen(self, worker: Worker) -> Iterator[Event | None]:
        """Take in the events of a worker."""
        self._explored.volumes.append(self._volume)
        since = 0.0
        lived = self._explored.seconds
        for event in worker.events(self._deadline(), self._crew.halted):
            if event["event"] == "exploring":
                since = time.monotonic()
                self.exploring = True
            yield from self._take(event, worker)
            if since:
                self._explored.seconds = lived + time.monotonic() - since
        if worker.death is not None and worker.death.reason != OUT_OF_TIME:
            self.last = worker.journal.running(self.batch, self._decoder)

    def _deadline(self) -> float | None:
        # a worker sees to its end itself; this is for one that does not
        if self._crew.end is None:
            return None
        late = self._crew.end + self._crew.patience_at_end
        # that a target cannot be imported at all must come out, however short the run
        return late if self._explored.modules else max(late, time.monotonic() + LEAST_START + GRACE)

    def _take(self, event: Json, worker: Worker) -> Iterator[Event | None]:
        match event["event"]:
            case "ready":
                yield from self._begin(event)
            case "exploring" | "taken_up":
                self._decoder.learn(event["definitions"])
                self._volume.learn(event["definitions"])
            case "batch":
                self._explored.gather(event, self._decoder, self._volume)
                self.batch = event["number"] + 1
                self.steps += event["steps"]
                yield None
                for name in event["dropped"]:
                    self._crew.suspects[self._number].drop(name)
                    yield Warned(f"{name} took too long, or too much, and is not called any more")
                for name, why in event["apart"].items():
                    yield Warned(f"{name} is run in processes of its own: {why}")
            case "lacking":
                self._explored.records.lack(event["lacking"], self._volume.operations)
            case "exchange":
                self._crew.exchange.post(
                    self._number, event["round"], {"definitions": event["volume"], "kept": event["kept"]}
                )
                worker.send(self._crew.exchange.collect(self._number, event["round"], self._crew.halted))
            case "exhausted":
                what = "all there is to enumerate" if event["complete"] else "all that could be enumerated"
                yield Warned(f"{what} was tried: the search ended before its time")
            case "unprotected":
                if not self._explored.restarts and not self._number:
                    for line in event["lines"]:
                        yield Warned(f"sandbox: {line}")
            case "failed":
                raise CaddisError(event["message"])

    def _begin(self, event: Json) -> Iterator[Event]:
        first = not self._explored.modules
        self._explored.modules = tuple(event["modules"])
        self._explored.reporting = tuple(event["reporting"])
        left_out = tuple((name, why) for name, why in event["left_out"])
        self._volume.operations = self._explored.records.know(event["operations"], left_out, event["excluded"])
        self._explored.branches, self._explored.lines = event["branches"], event["lines"]
        self._explored.deny(event["denied"])
        if first and not self._number:
            if self._crew.setting.config.steps is None:
                # meanwhile, for the next run and for whoever takes the place of this worker
                Thread(target=Cache(instrumented()).fill, args=(event["files"],), daemon=True).start()
            yield from _without_probes(event["plain"])
            names = tuple(name for name, _ in self._volume.operations)
            yield Started(self._explored.modules, names, left_out, tuple(event["excluded"]))
