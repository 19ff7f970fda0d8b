"""Jobs of several items, done by workers that may die and are then replaced."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Lock
from types import TracebackType
from typing import Any, Self

from caddis.campaign.halt import Halt
from caddis.campaign.process import OUT_OF_TIME, Worker
from caddis.campaign.setting import START_LIMIT, Setting
from caddis.campaign.worker import needs_little
from caddis.model.codec import Decoder, Json

LONGER = 4
"""How many times as long as a call while exploring one may take when it is looked at."""
FRUITLESS = 3
"""Workers in a row that may end before they have begun."""
SETTLING = 0.3
"""Seconds a worker has to see its deadline itself."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a worker is started, whatever its job."""

    hash_seed: int = 1
    fixed_addresses: bool = True
    time_zone: str | None = None


PLAINLY = Manner()


class Standby:
    """Workers, some of them started before there is a job for them: to start one takes longer than many a job does.

    Those that nobody had need of end with it.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._waiting: list[tuple[Manner, bool, Worker]] = []
        self._lock = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        with ExitStack() as each:
            for *_, worker in self._waiting:
                each.push(worker.__exit__)

    def prepare(self, count: int, kind: str = "finish", manner: Manner = PLAINLY) -> None:
        """Have so many started for jobs of a kind, unless they are."""
        sort = (manner, needs_little(kind))
        for _ in range(count - sum(waiting[:2] == sort for waiting in self._waiting)):
            self._waiting.append((*sort, self._worker(self.setting.job(kind), manner).start()))

    def worker(self, job: Json, manner: Manner = PLAINLY, *, call_limit: float | None = None) -> Worker:
        """One that does a job as soon as it is entered, in which a call may take so long."""
        with self._lock:
            found = [waiting for waiting in self._waiting if waiting[:2] == (manner, needs_little(job["job"]))]
            if found:
                self._waiting.remove(found[0])
        worker = found[0][-1] if found else self._worker(job, manner)
        return worker.given(job, call_limit or LONGER * self.setting.config.timeout)

    def _worker(self, job: Json, manner: Manner) -> Worker:
        return Worker(
            job,
            hash_seed=manner.hash_seed,
            call_limit=LONGER * self.setting.config.timeout,
            start_limit=START_LIMIT,
            fixed_addresses=manner.fixed_addresses,
            time_zone=manner.time_zone,
        )


def answers(
    standby: Standby, kind: str, job: Json, count: int, *, halt: Halt, end: float | None
) -> Iterator[tuple[int, Any, Decoder]]:
    """The results of a job of several items; a worker that dies is replaced, and what it was at is left out."""
    first = fruitless = 0
    skipped: set[int] = set()
    while first < count and fruitless < FRUITLESS:
        until = end if halt.end is None else min(end, halt.end) if end is not None else halt.end
        if until is not None and time.monotonic() >= until:
            return
        decoder = Decoder()
        full = standby.setting.job(kind, first=first, skipped=sorted(skipped), deadline=until, **job)
        with standby.worker(full) as worker:
            fruitless += 1
            for event in worker.events(None if until is None else until + SETTLING, halt.hurried):
                if event["event"] == "ready":
                    fruitless = 0
                if event["event"] == "item":
                    if "definitions" in event:
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
