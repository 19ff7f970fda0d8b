"""The job of a worker that checks properties: one after the other, as its parent asks, with one pool for all."""

from __future__ import annotations

import gc
import importlib
import random
import sys
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic  # bound here: the target may replace what its module holds
from types import ModuleType

from caddis.campaign.exploring import cleaning_by
from caddis.campaign.journal import Writing
from caddis.campaign.place import Place
from caddis.campaign.preparing import load_plugins
from caddis.campaign.process import GRACE
from caddis.campaign.stating import discarding, stated_by
from caddis.config import Config, configure
from caddis.discover import describe, load
from caddis.discover.checked import Checkable, Property, checkable
from caddis.discover.code import lines_of
from caddis.discover.factories import made_by
from caddis.discover.overriding import base_of
from caddis.discover.strategies import drawn
from caddis.discover.target import Target
from caddis.engine.batch import Batch
from caddis.engine.checking import Checking, Count, Wish
from caddis.engine.elsewhere import Elsewhere
from caddis.engine.explorer import Explorer
from caddis.engine.finisher import Finisher
from caddis.engine.knowing import Knowing
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.engine.reasons import reasons
from caddis.engine.sight import Blind
from caddis.execute.apart import Apart
from caddis.execute.clock import Clock
from caddis.judge.properties import Properties
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.finding import PROCESS_KINDS, Finding
from caddis.model.operation import FIXTURES
from caddis.model.sequence import Sequence
from caddis.model.types import Instance, Type
from caddis.model.verdict import Violation
from caddis.properties.fixtures import provide
from caddis.report.lines import counted

ENDLESS = 1_000_000_000
"""Steps of exploration, which the seed alone is to decide: as many as are needed."""
REDUCING, REDUCING_DEADLY = 5.0, 2.0
"""Seconds that making one failure small may take, and one that hangs or dies."""
ENOUGH_TO_TELL = 20
"""Inputs from which something can be said about how they vary."""
_PLAIN = frozenset({int, str, float, bytes, bool, complex, type(None)})


def check(place: Place) -> None:
    """Be ready, then check what the parent asks for."""
    job = place.job
    lasting = frozenset(sys.modules)
    config: Config = replace(configure(Config(), job["config"], "job"), steps=ENDLESS)
    random.seed(config.seed)
    # it discards all the same, and where warnings are errors it could not
    warnings.filterwarnings("ignore", "Using `(assume|reject)` outside a property-based test")
    fixtures: dict[str, list[str]] = job["fixtures"]
    wanted = job["wanted"]
    if any("tmp_path" in names for names in fixtures.values()):
        # the directory that may be written to, and is empty again after each input
        provide({"tmp_path": Path(place.workspace)})
    found = checkable(
        _modules(job, config),
        wanted=lambda name: wanted is None or name in wanted,
        fixtures=lambda name: tuple(fixtures.get(name, ())),
        exclude=config.exclude,
    )
    plugins = load_plugins(job["plugin_files"])
    factories = made_by((*config.factories, *(factory.name for factory in plugins.factories)))
    api = replace(found.api, helpers={**factories, **found.api.helpers})
    # what a fixture is like is put back after each input, as everything else is
    owned = owner_of(found.roots | ({FIXTURES} if fixtures else set()))
    stated = stated_by(found.properties)
    properties = Properties(stated, owned, discarding(config.properties.discards))
    place.link.send("ready", properties=[[one.name, one.complaint] for one in found.properties])
    laboratory = Laboratory(
        plugins=plugins,
        owned=owned,
        config=config,
        beat=place.beat,
        denied=place.denied,
        known=Knowing(api),
        properties=properties,
        only_properties=True,
    )
    # before anything is compared: its descriptors are ours
    again = Apart(permitted=place.permitted, settle=place.forbid_forks, close=place.link.descriptors)
    cleaning = cleaning_by(config, owned, laboratory, lasting, place.workspace)
    clock = Clock(place.beat, config.timeout)
    elsewhere = Elsewhere(laboratory, Blind(), begin=clock.start, limit=config.timeout + GRACE, apart=place.apart)
    finisher = Finisher(
        plugins, owned, cleaning, apart=again, beat=place.beat, timeout=config.timeout, properties=properties
    )
    place.forbid_forks()
    writing = Writing(place.journal, Encoder(), *place.link.descriptors)
    explorer = Explorer(
        api,
        describe=describe,
        base_of=base_of,
        lines_of=lines_of,
        sight=Blind(),
        laboratory=laboratory,
        cleaning=cleaning,
        elsewhere=elsewhere,
        plugins=plugins,
        owned=owned,
        config=config,
        shares=job["shares"],
        journal=writing.batch,
        running=writing.running,
    )
    explorer.inputs.prepare({operation: each.signature for operation, each in stated.items()})
    clock.start()
    for volume in job["kept"]:
        decoder = Decoder()
        decoder.learn(volume["definitions"])
        explorer.take_up(map(decoder.sequence, volume["kept"]))
    explorer.begin_with(drawn(api, config.seed))
    gc.freeze()
    _Serving(place, config, found, explorer, finisher, writing).run()


def _modules(job: Json, config: Config) -> Mapping[str, ModuleType]:
    """The modules whose properties are asked for: those that are there already, or those of targets."""
    if job["modules"] is not None:
        return {name: sys.modules[name] for name in job["modules"]}
    loaded = load([Target(**target) for target in job["targets"]], config.exclude, config.private)
    named = {module: importlib.import_module(module) for module, _ in loaded.classes}
    return {**loaded.modules, **named}


@dataclass
class _Serving:
    """The properties, as asked for by the parent."""

    place: Place
    config: Config
    found: Checkable
    explorer: Explorer
    finisher: Finisher
    writing: Writing

    def run(self) -> None:
        """Check what is asked for until there is nothing more."""
        by_name = {one.name: one for one in self.found.properties}
        checking = Checking(self.explorer, self._explored, self.finisher.is_deadly)
        self.place.link.send("serving", definitions=self.writing.drain())
        while (letter := self.place.link.receive()) is not None:
            if "reduce" in letter:
                self._reduce(letter)
                continue
            one = by_name[letter["name"]]
            if one.operation is None:
                self.place.link.send("tested", name=one.name, complaint=one.complaint)
                continue
            count = Count()
            for count in checking.check(self._wish(one, letter)):
                self.place.link.send(
                    "progress",
                    name=one.name,
                    counts=[count.passed, count.failed, count.discarded],
                    definitions=self.writing.drain(),
                )
            self._tell(one, count)

    def _reduce(self, letter: Json) -> None:
        """Make small what another worker has died of."""
        decoder, encoder = Decoder(), Encoder()
        decoder.learn(letter["definitions"])
        found = decoder.finding(letter["reduce"])
        small = self._smaller(found.sequence, found.violation)
        row = None if small is None else encoder.finding(small)
        self.place.link.send("reduced", finding=row, definitions=encoder.drain())

    def _wish(self, one: Property, letter: Json) -> Wish:
        assert one.operation is not None
        decoder = Decoder()
        decoder.learn(letter["definitions"])
        remembered = [decoder.sequence(row) for row in letter["remembered"]]
        settings = self.config.properties
        return Wish(
            one.operation,
            one.check.examples or letter["examples"] or settings.examples,
            monotonic() + (one.check.time or settings.time),
            letter["stop"],
            tuple(sequence for sequence in remembered if sequence.statements[-1].operation == one.operation),
            one.focus,
        )

    def _explored(self, batch: Batch) -> None:
        if batch.kept or batch.dropped:
            kept = [self.writing.encoder.recurring(sequence.statements) for sequence in batch.kept]
            self.place.link.send(
                "kept",
                kept=kept,
                definitions=self.writing.drain(),
                dropped=[str(operation) for operation in batch.dropped],
            )

    def _tell(self, one: Property, count: Count) -> None:
        failures = reasons(count, self._small)
        encoder = Encoder()
        rows = [[encoder.finding(finding), self._said(finding)] for finding in failures]
        complaint = None
        if count.denied:
            complaint = _denied(count)
        elif not count.total and not count.discarded:
            complaint = self._why_none(one)
        self.place.link.send(
            "tested",
            name=one.name,
            counts=[count.passed, count.failed, count.discarded],
            labels=count.labels.most_common(),
            collected=list(count.collected.items()),
            failures=rows,
            failures_definitions=encoder.drain(),
            ended=count.ended.value,
            notes=self._notes(one, count),
            complaint=complaint,
        )

    def _small(self, sequence: Sequence, violation: Violation) -> Finding:
        return self._smaller(sequence, violation) or Finding(sequence, violation, ())

    def _smaller(self, sequence: Sequence, violation: Violation) -> Finding | None:
        """The smallest program found that shows the same; None if this one does not show it by itself."""
        # what hangs or dies is only tried in processes of its own, each of which takes its time
        self.finisher.until = monotonic() + (REDUCING_DEADLY if violation.contract in PROCESS_KINDS else REDUCING)
        return self.finisher.reduce(sequence, violation)

    def _said(self, finding: Finding) -> str:
        if finding.violation.contract in PROCESS_KINDS:
            return finding.violation.message
        return self.finisher.said(finding.sequence) or finding.violation.message

    def _notes(self, one: Property, count: Count) -> list[str]:
        notes = []
        if count.total >= ENOUGH_TO_TELL and one.operation is not None and one.signature is not None:
            for parameter, known, states in zip(
                one.operation.parameters, one.signature.parameters, count.states, strict=False
            ):
                if len(states) == 1 and None not in states and self._varies(known):
                    notes.append(f"{parameter.name} was in one and the same state in all of them")
        if count.slow:
            limit = f"{self.config.timeout:g} s"
            notes.append(f"{counted(count.slow, 'input')} took longer than {limit} and does not count (`timeout`)")
        return notes

    def _varies(self, known: Type) -> bool:
        """Whether values of a type could differ: there is something that can be done with them, or to make them."""
        if not isinstance(known, Instance) or known.cls in _PLAIN:
            return False
        return known.cls.__module__ == "builtins" or any(
            operation.parameters
            for operation, signature in self.found.api.operations.items()
            if known in (*signature.parameters[:1], signature.returns)
        )

    def _why_none(self, one: Property) -> str:
        """Why a property was called with nothing at all."""
        lacking = self.explorer.lacking().get(one.operation, []) if one.operation is not None else []
        if not lacking:
            return "no input could be made for it"
        names = ", ".join(f"{name}{_in_words(one, name)}" for name in lacking)
        return (
            f"nothing is known to make what it asks for: {names}; "
            "annotate it with a class that can be made, name a factory, or call it like a fixture"
        )


def _denied(count: Count) -> str:
    what = ", ".join(sorted(count.denied))
    times = sum(count.denied.values())
    return (
        f"the sandbox refused {what} ({counted(times, 'time')}), so those inputs could not be tried; "
        "if the property may do that, say so with `allow` under [tool.caddis]"
    )


def _in_words(one: Property, name: str) -> str:
    assert one.operation is not None
    assert one.signature is not None
    pairs: Iterable[tuple[str, Type]] = zip(
        (parameter.name for parameter in one.operation.parameters), one.signature.parameters, strict=True
    )
    known = dict(pairs)[name]
    return f" ({known.cls.__module__}.{known.cls.__qualname__})" if isinstance(known, Instance) else ""
