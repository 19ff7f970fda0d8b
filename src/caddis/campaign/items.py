"""Checks the properties that pytest has collected, by workers forked from its process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from caddis.campaign import checking
from caddis.campaign.forking import ForkedWorker
from caddis.campaign.properties import Asked, Checker, Under, job_of
from caddis.campaign.remembering import Memory
from caddis.campaign.setting import START_LIMIT, setting_of
from caddis.config import Config
from caddis.model.codec import Json
from caddis.model.tested import Tested
from caddis.properties import fixtures

assert checking, "imported before anything is forked, for workers to find it there"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A property, and what pytest has set up for it."""

    name: str
    module: str
    given: dict[str, Any] = field(default_factory=dict)
    """The values of its parameters that are fixtures."""
    apart: bool = False
    """Whether anything was set up for it alone, so that no other worker will do."""


class Items:
    """The properties of a session; those for which nothing is set up share a worker, and all share what was kept."""

    def __init__(self, every: list[Wanted], config: Config, base: Path, *, stop: bool) -> None:
        """`every` are those that will be asked for without any fixtures."""
        self._every = every
        self._setting = setting_of((), config, base)
        self._stop = stop
        self._memory = Memory(base)
        self._shared: Checker | None = None

    def check(self, wanted: Wanted) -> Iterator[Under | Tested]:
        """Check a property; the last event is what came of it."""
        if not wanted.apart:
            yield from self._with(self._shared_checker(), wanted)
            return
        fixtures.provide(wanted.given)
        try:
            with Checker(lambda kept, shares: self._worker([wanted], [*self._kept(), *kept], shares)) as checker:
                yield from self._with(checker, wanted)
        finally:
            fixtures.withdraw(wanted.given)

    def close(self) -> None:
        """End the worker."""
        if self._shared is not None:
            self._shared.__exit__(None, None, None)

    def _with(self, checker: Checker, wanted: Wanted) -> Iterator[Under | Tested]:
        for event in checker.check(wanted.name, Asked(None, self._stop, self._memory.of(wanted.name))):
            if isinstance(event, Tested):
                self._memory.note(event)
                yield replace(event, notes=(*event.notes, *(f"sandbox: {line}" for line in checker.warnings)))
            else:
                yield event

    def _shared_checker(self) -> Checker:
        if self._shared is None:
            self._shared = Checker(lambda kept, shares: self._worker(self._every, kept, shares))
        return self._shared

    def _kept(self) -> list[Json]:
        return self._shared.kept if self._shared is not None else []

    def _worker(self, wanted: list[Wanted], kept: list[Json], shares: dict[str, float]) -> ForkedWorker:
        job = job_of(
            self._setting,
            kept,
            shares,
            modules=list(dict.fromkeys(one.module for one in wanted)),
            wanted=[one.name for one in wanted],
            fixtures={one.name: list(one.given) for one in wanted},
        )
        config = self._setting.config
        return ForkedWorker(
            {**job, "paths": []}, hash_seed=0, call_limit=config.timeout, start_limit=START_LIMIT, fixed_addresses=False
        )
