"""The job of a worker that weighs cases: what each of them runs, and which mutants of the target it notices."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from time import monotonic  # bound here: the target may replace what its module holds
from types import ModuleType

from caddis.campaign.journal import RUNNING
from caddis.campaign.place import Place
from caddis.campaign.preparing import import_all, roots
from caddis.discover.target import Target
from caddis.engine.cleaning import BySnapshot, Cleaning, Never
from caddis.engine.owning import owner_of
from caddis.engine.weighing import Weighed, Weigher
from caddis.execute.chance import SEED
from caddis.execute.clock import Beat, Clock
from caddis.execute.lines import Arc
from caddis.execute.snapshot import Snapshot
from caddis.model.codec import Decoder, Json
from caddis.model.finding import Case
from caddis.model.operation import Kind
from caddis.model.sequence import Sequence
from caddis.oracle.mutants.sampling import Mutant, mutants

MOST_MUTANTS = 3_000
MOST_RUNS = 60_000
"""How many mutants are tried, and how often cases are run for that, at most; counted, not timed."""
HASTE = 0.1
"""Seconds that a run with a mutant may take, where time counts: what takes longer hangs, and that is noticed."""
TRACING = 0.7
"""The share of time after which the cases that nobody has looked at yet are left as they are."""

_open = open  # bound here: the target may replace the builtin
Source = tuple[ModuleType, str, str]
"""A module, its file and its text."""


class Weighing:
    """What it takes to weigh cases of a target: its sources, and a weigher that watches them."""

    def __init__(self, cleaning: Cleaning, beat: Beat, owned: Callable[[str], bool], ours: Collection[str]) -> None:
        """`ours` are modules that we need ourselves: with a fault in them we could not go on."""
        self.sources = _sources(owned, ours)
        self.weigher = Weigher(cleaning, {file for _, file, _ in self.sources}.__contains__, beat)
        self._numbers = {file: number for number, (_, file, _) in enumerate(self.sources)}

    def arcs(self, weighed: Weighed) -> list[list[int]]:
        """What a case runs, as told to others: the number of a file and two lines each."""
        return self._told(weighed.arcs)

    def told(self, weighed: Weighed) -> Json:
        """The same, apart from what it runs only before its last call."""
        return {"arcs": self._told(weighed.arcs - weighed.early), "early": self._told(weighed.early)}

    def _told(self, arcs: Iterable[Arc]) -> list[list[int]]:
        return sorted([self._numbers[file], *lines] for file, *lines in arcs)

    def mutants(self, seed: int, files: Collection[str]) -> Iterator[Mutant]:
        """The mutants of some of the files, in the order in which they are worth a try."""
        return mutants([(module, text) for module, file, text in self.sources if file in files], seed=seed)


class Proving:
    """Tells of a case whether it still does what it was chosen for."""

    def __init__(self, weighing: Callable[[], Weighing]) -> None:
        self._weighing = cache(weighing)
        self._mutants = cache(self._by_name)

    def of(self, arcs: list[list[int]], names: list[list[str]]) -> Callable[[Case], bool]:
        """Whether a case runs all of some arcs, and notices all of some mutants."""

        def is_true(case: Case) -> bool:
            weighing = self._weighing()
            weighed = weighing.weigher.weigh(0, case)
            if weighed is None:
                return False
            found = weighing.arcs(weighed)
            known = self._mutants()
            return all(arc in found for arc in arcs) and all(
                weighing.weigher.noticing(known[file, name], [weighed]) for file, name in names
            )

        return is_true

    def _by_name(self) -> dict[tuple[str, str], Mutant]:
        weighing = self._weighing()
        files = [file for _, file, _ in weighing.sources]
        return {(mutant.file, mutant.name): mutant for mutant in weighing.mutants(0, files)}


class Leading:
    """Tells of cases whether they run what nothing before them does. What they leave behind is left to others."""

    def __init__(self, weighing: Callable[[Cleaning], Weighing]) -> None:
        self._weighing = cache(lambda: weighing(Never()))
        self._run: set[Arc] = set()
        """What the cases run that were kept so far."""

    def of(self, sequence: Sequence) -> Callable[[Case], bool]:
        """Whether a case runs all that a sequence does, but for what those run that were kept so far."""
        wanted = self._arcs(Case(sequence, (), ())) - self._run
        return lambda case: wanted <= self._arcs(case) if wanted else True

    def keep(self, case: Case) -> None:
        """A case is kept: what it runs need not be run by others."""
        self._run |= self._arcs(case)

    def _arcs(self, case: Case) -> frozenset[Arc]:
        weighed = self._weighing().weigher.weigh(0, case)
        return frozenset() if weighed is None else weighed.arcs


def weigh(place: Place) -> None:
    """Weigh one case after the other, then try one mutant after the other, telling of each."""
    job = place.job
    targets = [Target(**target) for target in job["targets"]]
    ours = frozenset(sys.modules)
    import_all(targets)
    owned = owner_of(roots(targets))
    random.seed(SEED)
    cleaning = BySnapshot(Snapshot(owned, workspace=place.workspace))
    weighing = Weighing(cleaning, place.beat, owned, ours)
    place.forbid_forks()
    clock = Clock(place.beat, job["timeout"])
    place.link.send("ready")
    clock.start()
    _Job(place, weighing, targets).run(clock)


class _Job:
    """Weighs the cases of a job. Cases have the first numbers, mutants those after them."""

    def __init__(self, place: Place, weighing: Weighing, targets: list[Target]) -> None:
        self._place = place
        self._job = place.job
        self._weighing = weighing
        self._weigher = weighing.weigher
        self._targets = targets
        self._skipped = {*self._job["skipped"]}
        self._deadline: float | None = self._job["deadline"]
        decoder = Decoder()
        decoder.learn(self._job["definitions"])
        self._cases = list(map(decoder.case, self._job["cases"]))

    def run(self, clock: Clock) -> None:
        """Weigh as much as there is time for."""
        told = self._weighed()
        weighed = [one for one in told.values() if one is not None]
        scope = self._scope({file for one in weighed for file, _ in one.lines})
        for number, one in told.items():
            if number >= self._job["first"]:
                self._send(number, {"arcs": None} if one is None else self._weighing.told(one.inside(scope)))
        if self._deadline is not None:
            clock.stop()
            Clock(self._place.beat, min(HASTE, self._job["timeout"])).start()
            # others would run out of time with any fault
            weighed = [one for one in weighed if one.seconds < HASTE / 2]
        self._try_mutants(weighed, scope)

    def _weighed(self) -> dict[int, Weighed | None]:
        """The cases there was time for; None for those that are not as they were."""
        start = monotonic()
        found = {}
        for number, case in enumerate(self._cases):
            if number in self._skipped:
                continue
            if self._deadline is not None and monotonic() > start + TRACING * (self._deadline - start):
                break
            self._place.journal.words[RUNNING] = number
            found[number] = self._weigher.weigh(number, case)
        return found

    def _scope(self, run: set[str]) -> set[str]:
        """The files of the modules that a target names; all of the target's, if nothing of those is run."""
        names = [target.module for target in self._targets if target.module]
        named = {
            file
            for module, file, _ in self._weighing.sources
            if any(f"{module.__name__}.".startswith(f"{name}.") for name in names)
        }
        return named if named & run else {file for _, file, _ in self._weighing.sources}

    def _try_mutants(self, weighed: list[Weighed], scope: set[str]) -> None:
        at: dict[tuple[str, int], list[Weighed]] = {}
        for one in weighed:
            for line in one.lines:
                at.setdefault(line, []).append(one)
        tried = 0
        for number, mutant in enumerate(self._weighing.mutants(self._job["seed"], scope), len(self._cases)):
            if tried >= MOST_MUTANTS or self._weigher.runs >= MOST_RUNS:
                break
            if self._deadline is not None and monotonic() >= self._deadline:
                break
            running = {one.number: one for line in mutant.lines for one in at.get((mutant.file, line), ())}
            if number < self._job["first"] or number in self._skipped or not running:
                continue
            tried += 1
            self._place.journal.words[RUNNING] = number
            noticed = self._weigher.noticing(mutant, _most_telling_first(mutant, running.values()))
            rows = [[case, sorted(by)] for case, by in sorted(noticed.items())]
            self._send(number, {"mutant": [mutant.file, mutant.name], "noticed": rows})

    def _send(self, number: int, result: Json) -> None:
        self._place.link.send("item", number=number, result=result)


def _most_telling_first(mutant: Mutant, several: Iterable[Weighed]) -> list[Weighed]:
    """Those that are about the function with the fault, then the short ones."""
    name = mutant.function.rpartition(".")[2]

    def order(one: Weighed) -> tuple[bool, int, int]:
        called = one.case.sequence.statements[-1].operation
        about = called.name == name or (name == "__init__" and called.kind is Kind.CONSTRUCTOR)
        return (not about, len(one.case.sequence), one.number)

    return sorted(several, key=order)


def _sources(owned: Callable[[str], bool], ours: Collection[str]) -> list[Source]:
    """The target's modules that were read from source files, each with its file and its text, by name."""
    found = []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None) if owned(name) and name not in ours else None
        if type(file) is str and file.endswith(".py"):
            try:
                with _open(file, encoding="utf-8") as source:
                    found.append((module, file, source.read()))
            except (OSError, UnicodeDecodeError):
                continue
    return found
