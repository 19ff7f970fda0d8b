"""Jobs of several items, done by workers that may die and are then replaced."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from caddis.campaign.halt import Halt
from caddis.campaign.process import OUT_OF_TIME, Worker
from caddis.campaign.setting import START_LIMIT, Setting
from caddis.model.codec import Decoder, Json

FRUITLESS = 3
"""Workers in a row that may end before they have begun."""
SETTLING = 0.3
"""Seconds a worker has to see its deadline itself."""


class Standby:
    """Workers for jobs of several items, some started before there is a job: to start one takes longer than many do.

    Those that nobody had need of end with it.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._waiting: list[Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        with ExitStack() as each:
            for worker in self._waiting:
                each.push(worker.__exit__)

    def prepare(self, count: int) -> None:
        """Have so many started, unless they are."""
        for _ in range(count - len(self._waiting)):
            self._waiting.append(self._worker(self.setting.job("finish")).start())

    def worker(self, job: Json) -> Worker:
        """One that does a job as soon as it is entered."""
        try:
            return self._waiting.pop().given(job)
        except IndexError:
            return self._worker(job)

    def _worker(self, job: Json) -> Worker:
        return Worker(job, hash_seed=1, call_limit=4 * self.setting.config.timeout, start_limit=START_LIMIT)


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
