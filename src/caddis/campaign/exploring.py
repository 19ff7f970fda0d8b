"""The job of a worker that explores."""

from __future__ import annotations

import gc
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from caddis.campaign.journal import Writing
from caddis.campaign.place import Place
from caddis.campaign.preparing import files_of, load_plugins, reported, roots
from caddis.campaign.process import GRACE
from caddis.campaign.records import key_of
from caddis.campaign.stating import discarding, stated_of
from caddis.config import Config, configure
from caddis.discover import describe, discover
from caddis.discover.code import lines_of
from caddis.discover.factories import made_by
from caddis.discover.overriding import base_of
from caddis.discover.recorded import Taught
from caddis.discover.spelling import parameters_in_words
from caddis.discover.strategies import drawn
from caddis.discover.target import Target
from caddis.engine.batch import Batch
from caddis.engine.cleaning import ByProcess, ByReimport, BySnapshot, Cleaning
from caddis.engine.elsewhere import Elsewhere
from caddis.engine.enumerating import Enumerating, Surveying, graph_of
from caddis.engine.explorer import Explorer
from caddis.engine.knowing import Knowing
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.errors import BadRecording
from caddis.execute.cache import Cache
from caddis.execute.clock import Clock
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.reimport import Reimport
from caddis.execute.snapshot import Snapshot
from caddis.judge.properties import Properties
from caddis.model.api import Api, Signature
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.usage import from_json
from caddis.recording.session import DEFAULT_FILE

EXCHANGE = 10
"""Batches after which workers tell each other what they have reached."""
TAKEN_UP = 200
NEEDED = "Caddis itself was using it"
LONGEST_MESSAGE = 120


def explore(place: Place) -> None:
    """Explore, telling of each batch."""
    job, link = place.job, place.link
    lasting = frozenset(sys.modules)
    targets = [Target(**target) for target in job["targets"]]
    config: Config = configure(Config(), job["config"], "job")
    random.seed(config.seed)
    coverage = Coverage(Cache(Path(job["instrumented"])) if job["instrumented"] else None)
    own = roots(targets)
    owned = owner_of(own)
    finder = InstrumentingFinder(own, coverage)
    finder.install()
    api = discover(targets, config.exclude, config.private)
    plugins = load_plugins(job["plugin_files"])
    factories = made_by((*config.factories, *(factory.name for factory in plugins.factories)))
    api = replace(api, helpers={**factories, **api.helpers})
    taught = Taught(api, from_json(job["usage"])) if job["usage"] is not None else None
    taught_api, observed = _taught(api, taught, config)
    guidance = taught.guidance() if taught is not None else None
    if config.strategy == "model" and config.constraints == "sequence" and (guidance is None or not guidance.guides):
        raise BadRecording(config.model or DEFAULT_FILE, "it shows no object of the target being made")
    given = drawn(api, config.seed)
    reporting = files_of(api)
    reports = reported(targets, reporting)
    coverage.count(reports)
    link.send(
        "ready",
        modules=list(api.modules),
        operations=[
            _told(operation, signature if job["in_words"] else None)
            for operation, signature in taught_api.operations.items()
        ],
        left_out=[list(pair) for pair in api.left_out],
        excluded=list(api.excluded),
        branches=coverage.total,
        lines=coverage.lines,
        files=coverage.files,
        reporting=reporting,
        plain=[*finder.plain, *((name, NEEDED) for name in sorted(lasting) if reports(name, "") and _is_source(name))],
        denied=place.denied_to("import"),
    )
    stated = stated_of(api)
    enumerates = config.strategy == "enumerate"
    laboratory = (partial(Surveying, graph_of(api, config, plugins)) if enumerates else Laboratory)(
        plugins=plugins,
        owned=owned,
        config=config,
        beat=place.beat,
        denied=place.denied,
        known=Knowing(api),
        properties=Properties(stated, owned, discarding(config.properties.discards)),
    )
    cleaning = cleaning_by(config, owned, laboratory, lasting, place.workspace)
    clock = Clock(place.beat, config.timeout)
    elsewhere = Elsewhere(laboratory, coverage, begin=clock.start, limit=config.timeout + GRACE, apart=place.apart)
    place.forbid_forks()
    writing = Writing(place.journal, Encoder(), *place.link.descriptors)
    others: dict[str, Any] = {
        "describe": describe,
        "base_of": base_of,
        "lines_of": lines_of,
        "sight": coverage,
        "cleaning": cleaning,
        "elsewhere": elsewhere,
        "plugins": plugins,
        "owned": owned,
        "config": config,
        "guidance": guidance,
        "observed": observed,
        "stream": job["stream"],
        "shares": job["shares"],
        "journal": writing.batch,
        "running": writing.running,
    }
    explorer = (
        Enumerating(api, laboratory=laboratory, of=job["workers"], **others)
        if isinstance(laboratory, Surveying)
        else Explorer(taught_api, laboratory=laboratory, **others)
    )
    explorer.inputs.prepare({operation: each.signature for operation, each in stated.items()}, chosen=True)
    clock.start()
    _Exploring(place, config, explorer, api, coverage, cleaning, writing).run(given)


def _taught(api: Api, taught: Taught | None, config: Config) -> tuple[Api, dict[type, tuple[Any, ...]]]:
    """The API as a recording lets it be seen, and the atoms that are to be used instead of the usual ones."""
    if taught is None or config.strategy == "undirected":
        return api, {}
    if config.strategy == "model" and config.constraints != "sequence":
        return (taught.only(), taught.atoms()) if config.constraints == "values" else (api, {})
    return taught.api(), {}


def _is_source(module: str) -> bool:
    return str(getattr(sys.modules[module], "__file__", "")).endswith(".py")


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
    covered: int = 0
    numbers: dict[Operation, int] = field(init=False)
    """The operations of the target, numbered in the order in which they were told."""

    def __post_init__(self) -> None:
        self.numbers = {operation: number for number, operation in enumerate(self.api.operations)}

    @property
    def job(self) -> Json:
        """What is to be done."""
        return self.place.job

    def run(self, given: Iterable[Sequence]) -> None:
        """Take up what was kept, then explore, what is given first, until time or steps are used up."""
        number: int = self.job["batch"]
        for volume in self.job["kept"]:
            self._take_up(volume, number)
        self.explorer.begin_with(given)
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
            if number % EXCHANGE == 0:
                # a worker may not live to its end
                self._tell_lacking()
            if self.job["exchanges"] and number % EXCHANGE == 0:
                taken = self._exchange(number, waiting)
                waiting = []
        self._tell_lacking()
        if isinstance(self.explorer, Enumerating) and self.explorer.exhausted:
            self.place.link.send("exhausted", complete=self.explorer.enumerator.complete)

    def _tell_lacking(self) -> None:
        """Tell what the operations lack that never succeeded."""
        succeeded = self.explorer.ledger.succeeded
        self.place.link.send(
            "lacking",
            lacking=[
                [self.numbers[operation], names]
                for operation, names in self.explorer.lacking().items()
                if operation in self.numbers and operation not in succeeded
            ],
        )

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
        leading = [
            [encoder.sequence(sequence), self.coverage.places(reached), slow]
            for sequence, reached, slow in batch.leading
        ]
        refusals = [[encoder.sequence(sequence), raised, where] for sequence, raised, where in batch.refusals]
        refused = [encoder.sequence(sequence) for sequence in batch.refused]
        violations = [
            [encoder.sequence(sequence), encoder.violation(violation)] for sequence, violation in batch.violations
        ]
        repeated = [
            [encoder.sequence(sequence), encoder.violation(violation), times]
            for sequence, violation, times in batch.repeated.values()
        ]
        denied = Counter((str(operation), what) for operation, what in batch.denied)
        ledger = self._news()
        tally = self.explorer.tally.drain()
        self.place.link.send(
            "batch",
            number=number,
            steps=batch.steps,
            counts=batch.counts,
            branches=self.coverage.total,
            lines=self.coverage.lines,
            reached=self.coverage.named(new),
            run=self.coverage.run_by(new),
            ledger=ledger,
            definitions=writing.drain(),
            kept=kept,
            reaching=reaching,
            cases=cases,
            leading=leading,
            refusals=refusals,
            questions=[[str(operation), known.value] for operation, known in batch.questions.items()],
            refused=refused,
            violations=violations,
            repeated=repeated,
            dropped=[str(operation) for operation in batch.dropped],
            denied=[[operation, what, times] for (operation, what), times in denied.items()],
            apart=self.cleaning.stubborn(),
            failures=batch.failures,
            crashes=tally.crashes,
            reports=[[*report, confidence] for report, confidence in tally.reports.items()],
        )

    def _news(self) -> Json:
        """What became of the calls of the target's own operations since it was last told."""
        news, numbers, encoder = self.explorer.ledger.drain(), self.numbers, self.writing.encoder
        return {
            "counts": [
                [numbers[one], end, what, times] for (one, (end, what)), times in news.counts.items() if one in numbers
            ],
            "samples": [
                [numbers[one], end, what, _steady(message, self.place.workspace)]
                for one, (end, what), message in news.samples
                if one in numbers
            ],
            "examples": [
                [numbers[one], encoder.sequence(sequence), names]
                for one, (sequence, names) in news.examples.items()
                if one in numbers
            ],
        }


def _told(operation: Operation, signature: Signature | None) -> Json:
    """An operation as the parent reports of it: name, kind, the class or module it belongs to.

    Then its parameters, if a signature is to be put into words.
    """
    group = f"{operation.module}.{operation.owner}" if operation.owner else operation.module
    parameters = [
        [one.name, one.required, one.type, [[told.source, told.type] for told in one.told]]
        for one in (parameters_in_words(operation, signature) if signature is not None else ())
    ]
    return [*key_of(operation), group, parameters]


def _steady(message: str, workspace: str) -> str:
    """What was said, in one line, without what is another at each run: addresses, our temporary directory."""
    line = " ".join(message.replace(f"{workspace}/", "").replace(workspace, ".").split())
    line = re.sub(r"\b0x[0-9a-fA-F]{6,}", "0x...", line)
    return line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}..."


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
