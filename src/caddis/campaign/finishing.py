"""The job of a worker that finishes: findings made small and confirmed, cases with their assertions.

All of it in a fresh process without probes, so that what is written down does not hang on the run that found it.
"""

from __future__ import annotations

import atexit
import os
import random
import sys
import tempfile
from collections import deque
from collections.abc import Callable
from functools import partial
from time import monotonic  # bound here: the target may replace what its module holds

from caddis.campaign.journal import RUNNING
from caddis.campaign.place import Place
from caddis.campaign.preparing import import_all, load_plugins, roots
from caddis.campaign.stating import discarding, stated_of
from caddis.campaign.weighing import Leading, Proving, Weighing
from caddis.discover import discover
from caddis.discover.target import Target
from caddis.engine.cleaning import BySnapshot
from caddis.engine.finisher import Finisher
from caddis.engine.knowing import Knowing
from caddis.engine.observing import Lingering
from caddis.engine.owning import owner_of
from caddis.execute.audit import IMPORT
from caddis.execute.chance import SEED, watch_seeding
from caddis.execute.clock import Clock
from caddis.execute.otherwise import Otherwise
from caddis.execute.snapshot import Snapshot
from caddis.execute.surroundings import threads_are_busy
from caddis.judge.properties import Properties
from caddis.keep.classes import Classes
from caddis.keep.fingerprint import Fingerprints
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.outcome import OutOfTime
from caddis.oracle.observers import Observers, Traces
from caddis.reduce.substitutes import Makers

QUICK_TRIES = 6
"""How many shorter sequences are tried for a case of which nobody knows yet whether it is worth more."""
LARGE, MOST_IN_GROUP = 500, 20
"""For each so many places there are to look at, one more case goes before it is looked if anything was left changed."""

PATIENCE, PATIENT = 0.1, 0.1
"""The seconds, and the share of those that are left, after which a case has to wait until all others had their turn."""

CHANCE = "chance"
"""What a case touches that makes a generator of random numbers without a seed."""
SLOWED_DOWN = 1
"""The exit status of a worker in which threads of the target never rest."""


def finish(place: Place) -> None:
    """Finish one item after the other, telling of each."""
    job, link = place.job, place.link
    targets = [Target(**target) for target in job["targets"]]
    ours = frozenset(sys.modules)
    import_all(targets)
    owned = owner_of(roots(targets))
    api = discover(targets, tuple(job["exclude"]), job["private"]) if _judges(job["items"]) else None
    known = Knowing(api)
    properties = Properties({} if api is None else stated_of(api), owned, discarding(job["discards"]))
    # the first to ask has a file written to see where one may be; that is to be nobody's doing
    tempfile.gettempdir()
    random.seed(SEED)
    watch_seeding(partial(place.touched.add, CHANCE))
    # its directory is part of what is to stay
    otherwise = Otherwise(place.workspace, owned)
    cleaning = BySnapshot(Snapshot(owned, workspace=place.workspace))
    finisher = Finisher(
        load_plugins(job["plugin_files"]),
        owned,
        cleaning,
        apart=place.apart,
        beat=place.beat,
        timeout=job["timeout"],
        makers=_makers(job),
        checks=tuple(job["checks"]),
        known=known,
        ignore=job["ignore"],
        observers=Observers(
            Fingerprints(Classes()).of,
            known=job["observers"],
            named=job["named_observers"],
            traces=Traces(place.touched, place.denied),
        ),
        otherwise=otherwise,
        properties=properties,
        messages=job["messages"],
        whole=job["whole"],
    )
    place.forbid_forks()
    clock = Clock(place.beat, job["timeout"])
    link.send("ready")
    clock.start()
    weighing = partial(Weighing, beat=place.beat, owned=owned, ours=ours)
    _Finishing(place, finisher, cleaning, Proving(partial(weighing, cleaning)), Leading(weighing)).run()


def _judges(items: list[Json]) -> bool:
    """Whether there is anything among the items for which it matters what is known of operations."""
    return any(kind == "violation" for kind, _, _ in items)


class _Finishing:
    """Finishes the items of a job, one after the other.

    Cases are looked after in groups: to see that nothing was left changed takes longer than most of them.
    """

    def __init__(
        self, place: Place, finisher: Finisher, cleaning: BySnapshot, proving: Proving, leads: Leading
    ) -> None:
        self._proving = proving
        self._leads = leads
        self._place = place
        self._job = place.job
        self._finisher = finisher
        self._cleaning = cleaning
        self._allowed = _allowed(self._job["policy"])
        self._decoder, self._encoder = Decoder(), Encoder()
        self._decoder.learn(self._job["definitions"])
        self._group: list[tuple[int, Json]] = []
        self._size = max(1, min(MOST_IN_GROUP, cleaning.size // LARGE))

    def run(self) -> None:
        """Finish as many as there is time for."""
        job = self._job
        items, deadline = job["items"], job["deadline"]
        skipped, shown = {*job["skipped"]}, set[int]()
        start = monotonic()
        waiting, late = deque(range(len(items))), set[int]()
        while waiting:
            number = waiting.popleft()
            kind, data, cause = items[number]
            now = monotonic()
            # another example of it might be made smaller, but there are others to see to
            hurried = deadline is not None and now - start > (deadline - start) / 2
            if number < job["first"] or number in skipped or (hurried and cause in shown):
                continue
            if deadline is not None and now >= deadline:
                break
            self._finisher.until = None if deadline is None else now + (deadline - now) / (len(items) - number)
            if kind != "violation":
                hurries = deadline is not None and number not in late
                self._finisher.patience = now + max(PATIENCE, PATIENT * (deadline - now)) if hurries else None
                case = self._case(number, kind, data)
                self._finisher.patience = None
                if self._finisher.gave_up:
                    self._finisher.gave_up = False
                    late.add(number)
                    waiting.append(number)
                    continue
                self._group.append((number, case))
                if len(self._group) >= self._size:
                    self._settle()
                continue
            result = self._result(number, partial(self._finding, data))
            if result is not None:
                shown.add(cause)
            self._send(number, result)
        self._settle()

    def _settle(self) -> None:
        """Tell of a group of cases; if they left something changed that others may feel, without those that do."""
        clean = self._cleaning.is_settled()
        for number, before in self._group:
            kind, data, _ = self._job["items"][number]
            result = before if clean else self._case(number, kind, data)
            self._send(number, result if clean or self._cleaning.is_settled_after_one() else None)
        self._group.clear()

    def _send(self, number: int, result: Json) -> None:
        self._place.link.send("item", number=number, result=result, definitions=self._encoder.drain())

    def _finding(self, data: Json) -> Json:
        finding = self._finisher.reduce(self._decoder.sequence(data[0]), self._decoder.violation(data[1]))
        return self._encoder.finding(finding) if finding is not None else None

    def _case(self, number: int, kind: str, data: Json) -> Json:
        at_exit = atexit._ncallbacks()
        work = {"leading": self._leading, "case": self._observed, "shorten": self._shortened}[kind]
        result = self._result(number, partial(work, data))
        if result is None or atexit._ncallbacks() != at_exit:
            # other tests would feel it
            return None
        result["writes"] = any(what.startswith("write: ") for what in self._place.touched)
        return result

    def _leading(self, data: Json) -> Json:
        """A case that has reached something new, and does so still when it is shorter."""
        sequence = self._decoder.sequence(data)
        case = self._finisher.observe(sequence, tries=QUICK_TRIES, still=self._leads.of(sequence))
        if case is None:
            return None
        self._leads.keep(case)
        return self._encoder.case(case)

    def _observed(self, data: Json) -> Json:
        case = self._finisher.observe(self._decoder.sequence(data), tries=QUICK_TRIES)
        return self._encoder.case(case) if case is not None else None

    def _shortened(self, data: Json) -> Json:
        case = self._finisher.shorten(self._decoder.case(data[0]), self._proving.of(*data[1:]))
        return self._encoder.case(case) if case is not None else None

    def _result(self, number: int, work: Callable[[], Json]) -> Json:
        """What work comes to; nothing if it touched what a test must leave alone, but for what its user allowed."""
        place = self._place
        place.journal.words[RUNNING] = number
        place.denied.clear()
        place.touched.clear()
        try:
            result = work()
        except Lingering:
            if threads_are_busy():
                # all that is left to do would take many times as long: the next worker leaves this one out
                os._exit(SLOWED_DOWN)
            return None
        except (OutOfTime, Exception):  # noqa: BLE001 - objects that cannot be looked at make no test
            return None
        imported = {what for what in place.touched if what.startswith(IMPORT)}
        if any(what.removeprefix(IMPORT) not in sys.modules for what in imported):
            # what it came to hangs on what is installed, and on how its caller imports
            return None
        touched = place.touched - imported
        if place.denied or CHANCE in touched or not touched.issubset(map(self._allowed, touched)):
            return None
        return result


def _makers(job: Json) -> Makers:
    decoder = Decoder()
    decoder.learn(job["definitions"])
    return {name: tuple(map(decoder.sequence, rows)) for name, rows in job["makers"].items()}


def _allowed(policy: Json) -> Callable[[str], str | None]:
    """Tells what of the things a test touches its user has allowed."""
    kinds = {kind for kind in ("network", "subprocess") if policy[kind]} | ({"write"} if policy["writable"] else set())
    return lambda what: what if what.partition(":")[0] in kinds or not policy["enabled"] else None
