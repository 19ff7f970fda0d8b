"""The job of a worker that explores."""

from __future__ import annotations

import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from caddis.campaign.journal import Writing
from caddis.campaign.place import Place
from caddis.campaign.preparing import load_plugins, roots
from caddis.campaign.process import GRACE
from caddis.config import Config, configure
from caddis.discover import describe, discover
from caddis.discover.target import Target
from caddis.engine import Batch, Explorer, owner_of
from caddis.engine.cleaning import ByProcess, ByReimport, BySnapshot, Cleaning
from caddis.engine.elsewhere import Elsewhere
from caddis.engine.laboratory import Laboratory
from caddis.execute.clock import Clock
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.reimport import Reimport
from caddis.execute.snapshot import Snapshot
from caddis.model.api import Api
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence

EXCHANGE = 10
"""Batches after which workers tell each other what they have reached."""
TAKEN_UP = 200


def explore(place: Place) -> None:
    """Explore, telling of each batch."""
    job, link = place.job, place.link
    lasting = frozenset(sys.modules)
    targets = [Target(**target) for target in job["targets"]]
    config: Config = configure(Config(), job["config"], "job")
    random.seed(config.seed)
    coverage = Coverage()
    own = roots(targets)
    owned = owner_of(own)
    InstrumentingFinder(own, coverage).install()
    api = discover(targets, config.exclude, config.private)
    plugins = load_plugins(job["plugin_files"])
    link.send(
        "ready",
        modules=list(api.modules),
        operations=len(api.operations),
        left_out=[list(pair) for pair in api.left_out],
        branches=coverage.total,
        denied=place.denied_to("import"),
    )
    words = place.journal.words
    laboratory = Laboratory(plugins=plugins, owned=owned, config=config, beat=words, denied=place.denied)
    cleaning = cleaning_by(config, owned, laboratory, lasting, place.workspace)
    clock = Clock(words, config.timeout)
    elsewhere = Elsewhere(laboratory, coverage, begin=clock.start, limit=config.timeout + GRACE, apart=place.apart)
    place.forbid_forks()
    writing = Writing(place.journal, Encoder(), place.link.descriptors[1])
    explorer = Explorer(
        api,
        describe=describe,
        sight=coverage,
        laboratory=laboratory,
        cleaning=cleaning,
        elsewhere=elsewhere,
        plugins=plugins,
        owned=owned,
        config=config,
        stream=job["stream"],
        shares=job["shares"],
        journal=writing.batch,
        running=writing.running,
    )
    clock.start()
    _Exploring(place, config, explorer, api, coverage, cleaning, writing).run()


@dataclass
class _Exploring:
    """The loop, as seen from the parent."""

    place: Place
    config: Config
    explorer: Explorer
    api: Api
    coverage: Coverage
    cleaning: Cleaning
    writing: Writing
    told: dict[str, set[Operation]] = field(default_factory=lambda: {"called": set(), "succeeded": set()})
    covered: int = 0

    @property
    def job(self) -> Json:
        """What is to be done."""
        return self.place.job

    def run(self) -> None:
        """Take up what was kept, then explore until time or steps are used up."""
        number: int = self.job["batch"]
        for volume in self.job["kept"]:
            self._take_up(volume, number)
        self.place.link.send("exploring", definitions=self.writing.drain())
        # what there is by now will stay: to look for garbage in it again and again would take its time
        gc.freeze()
        waiting: list[Sequence] = []
        taken = Batch()
        for batch in self.explorer.batches(self._more, number=number, steps=self.job["steps"]):
            batch.kept[:0] = taken.kept
            batch.counts["kept"] += len(taken.kept)
            taken = Batch()
            self._tell(number, batch)
            waiting += batch.reached
            number += 1
            if self.job["exchanges"] and number % EXCHANGE == 0:
                taken = self._exchange(number, waiting)
                waiting = []

    def _more(self, steps: int) -> bool:
        # the monotonic clock is the machine's: the parent's deadline holds here too
        deadline = self.job["deadline"]
        if deadline is not None and time.monotonic() >= deadline:
            return False
        return self.config.steps is None or steps < self.config.steps

    def _take_up(self, volume: Json, number: int) -> None:
        decoder = Decoder()
        decoder.learn(volume["definitions"])
        kept = volume["kept"]
        for start in range(0, len(kept), TAKEN_UP):
            self.explorer.take_up(map(decoder.sequence, kept[start : start + TAKEN_UP]), number)
            self.place.link.send("taken_up", definitions=self.writing.drain())

    def _exchange(self, number: int, waiting: Iterable[Sequence]) -> Batch:
        """Tell what was reached, and take up what others have."""
        encoder = Encoder()
        numbers = [encoder.sequence(sequence) for sequence in waiting]
        self.place.link.send("exchange", round=number, kept=numbers, volume=encoder.drain())
        taken = Batch()
        for volume in self.place.link.receive():
            decoder = Decoder()
            decoder.learn(volume["definitions"])
            more = self.explorer.take_up(map(decoder.sequence, volume["kept"]), number)
            taken.kept += more.kept
        return taken

    def _tell(self, number: int, batch: Batch) -> None:
        writing, encoder = self.writing, self.writing.encoder
        covered = self.coverage.covered()
        new, self.covered = covered[self.covered :], len(covered)
        kept = [encoder.recurring(sequence.statements) for sequence in batch.kept]
        reaching = [encoder.sequence(sequence) for sequence in batch.reached]
        cases = [encoder.sequence(sequence) for sequence in batch.cases]
        violations = [
            [encoder.sequence(sequence), encoder.violation(violation)] for sequence, violation in batch.violations
        ]
        denied = Counter((str(operation), what) for operation, what in batch.denied)
        self.place.link.send(
            "batch",
            number=number,
            steps=batch.steps,
            counts=batch.counts,
            branches=self.coverage.total,
            reached=self.coverage.named(new),
            called=self._newly("called", self.explorer.called),
            succeeded=self._newly("succeeded", self.explorer.succeeded),
            definitions=writing.drain(),
            kept=kept,
            reaching=reaching,
            cases=cases,
            violations=violations,
            dropped=[str(operation) for operation in batch.dropped],
            denied=[[operation, what, times] for (operation, what), times in denied.items()],
            apart=self.cleaning.stubborn(),
            failures=batch.failures,
        )

    def _newly(self, what: str, operations: set[Operation]) -> list[str]:
        """The names of operations of the target that have come to this since it was last told."""
        told = self.told[what]
        if len(told) == len(operations):
            return []
        new = operations - told
        told |= new
        return sorted(str(operation) for operation in new if operation in self.api.operations)


def cleaning_by(
    config: Config, owned: Callable[[str], bool], laboratory: Laboratory, lasting: frozenset[str], workspace: str | None
) -> Cleaning:
    """The configured way to have every sequence start in the state there is now; `lasting` modules are ours too.

    What is written into `workspace` is removed.
    """
    match config.reset:
        case "reimport":
            reimport = Reimport(owned, lasting)
            return ByReimport(reimport, Snapshot(owned, inside=False, workspace=workspace), laboratory.forget_classes)
        case "process":
            return ByProcess()
        case _:
            return BySnapshot(Snapshot(owned, workspace=workspace))
