"""`python -m benchmarks.over_time`: how long it takes to come upon bugs, planted ones and those of real releases.

Each way to search has one worker, as a run has it, and is over when it has seen every bug of its target or its time is
up. A bug counts as seen when the parent hears of a sequence that shows it; making it small comes later. The exhaustive
search hangs on no seed and is run once.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from math import inf
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks import bugs, planted
from benchmarks.acceptance import install
from benchmarks.machine import Taking
from caddis.campaign.crew import Crew
from caddis.campaign.explored import Explored
from caddis.campaign.halt import Halt
from caddis.campaign.setting import setting_of
from caddis.config import Config, GenerateConfig
from caddis.discover import locate
from caddis.reduce.grouping import Example

STRATEGIES = {
    "guided": Config(),
    "not guided": Config(generate=GenerateConfig(without=("attention", "rewarding", "comparing"))),
    "undirected": Config(strategy="undirected"),
    "exhaustive": Config(strategy="enumerate", length=10),
}
"""What is compared; the last tries all sequences of up to ten calls, the shortest first."""
UNSEEDED = "exhaustive"


@dataclass(frozen=True, slots=True)
class Sought:
    """A bug, and by what it is known: patterns of the operation called last, of the contract and of the exception."""

    target: str
    name: str
    operation: str
    contract: str
    exception: str
    """Empty when a claim is false and nothing is raised."""

    def shown_by(self, example: Example) -> bool:
        """Whether a sequence shows it."""
        parts = str(example.sequence.statements[-1].operation).split(".")
        return (
            fnmatchcase(example.violation.contract, self.contract)
            and fnmatchcase(example.violation.exception or "", self.exception)
            and any(fnmatchcase(".".join(parts[start:]), self.operation) for start in range(len(parts)))
        )


KNOWN_BY = {
    "boltons.setutils-26.1.0": ("_ComplementSet.*", "no_attribute_error", "AttributeError"),
    "boltons.mathutils-26.1.0": ("Bits*", "repr_never_raises", "ValueError"),
    "boltons.dictutils-20.2.1": ("*.addlist", "len_agrees_with_iteration", ""),
    "pyrsistent-0.15.2": ("*", "equality_accepts_others", "TypeError"),
    "portion-2.0.1": ("Interval.*", "no_stop_iteration", "StopIteration"),
    "bidict-0.18.0": ("*", "copies_answer_like_originals", "AttributeError"),
    "transitions-0.5.2": ("EventData*", "repr_never_raises", "AttributeError"),
}
"""By what bugs of real releases are known; those that need a callback are left out."""


@dataclass(frozen=True, slots=True)
class Search:
    """A way to search a target for its bugs."""

    place: str
    """The directory it lies in."""
    target: str
    sought: tuple[Sought, ...]
    strategy: str
    seed: int
    seconds: float


def seen(search: Search) -> dict[Sought, float]:
    """When a search came upon each of its bugs, in seconds from its start; infinity for what it has not seen."""
    place = Path(search.place)
    config = replace(STRATEGIES[search.strategy], seed=search.seed, time=search.seconds, workers=1)
    start = time.monotonic()
    crew = Crew(setting_of((locate(search.target, place),), config, place), Halt(None), search.seconds)
    gains = crew._slots[0].explored
    times = dict.fromkeys(search.sought, inf)
    events = crew.explore(Explored())
    for _ in events:
        examples = [example for group in list(gains.groups.by_cause.values()) for example in list(group.examples)]
        for bug, found in times.items():
            if found == inf and any(map(bug.shown_by, examples)):
                times[bug] = time.monotonic() - start
        if inf not in times.values():
            break
    events.close()
    return times


def places_of_bugs(*, real: bool) -> list[tuple[str, str, tuple[Sought, ...]]]:
    """The directory, the target and the bugs of each example with planted ones, and of releases that had some."""
    targets: list[tuple[str, str, tuple[Sought, ...]]] = []
    for example in dict.fromkeys(bug.target for bug in planted.planted()):
        its = [bug for bug in planted.planted() if bug.target == example]
        sought = tuple(Sought(example, bug.fault, bug.operation, bug.contract, bug.exception) for bug in its)
        targets.append((str(planted.EXAMPLES), example, sought))
    if real:
        python = install()
        for release in bugs.BUGS:
            if release.name in KNOWN_BY:
                place = bugs.installed(python, release.distribution, release.version)
                known = Sought(release.module, release.what, *KNOWN_BY[release.name])
                targets.append((place, release.module, (known,)))
    return targets


def searches(seeds: int, seconds: float, *, real: bool) -> list[Search]:
    """All that is to be run."""
    return [
        Search(place, target, sought, strategy, seed, seconds)
        for place, target, sought in places_of_bugs(real=real)
        for strategy in STRATEGIES
        for seed in range(1, 2 if strategy == UNSEEDED else seeds + 1)
    ]


def main() -> None:
    """Search, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.over_time", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="runs of each search that hangs on a seed (default 10)")
    parser.add_argument("--time", type=float, default=10.0, help="seconds each (default 10)")
    parser.add_argument("--parallel", type=int, default=2, help="runs at once (default 2)")
    parser.add_argument("--planted", action="store_true", help="without the bugs of real releases")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    os.environ.update(bugs.PURE)
    wanted = searches(options.seeds, options.time, real=not options.planted)
    with ProcessPoolExecutor(options.parallel, mp_context=get_context("spawn")) as pool:
        times = list(pool.map(seen, wanted))
    console.print(_table(wanted, times, options.time))
    taking.end()


def _table(wanted: list[Search], times: list[dict[Sought, float]], seconds: float) -> Table:
    found: dict[Sought, dict[str, list[float]]] = {}
    for search, one in zip(wanted, times, strict=True):
        for bug, when in one.items():
            found.setdefault(bug, {}).setdefault(search.strategy, []).append(when)
    table = Table(
        title="seconds until a bug is seen, median of all seeds, and by how many seeds it is seen",
        caption=f"from the start of the worker, one worker; given up after {seconds:g} s; exhaustive: one run",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("target")
    table.add_column("bug")
    for strategy in STRATEGIES:
        table.add_column(strategy, justify="right")
    for bug, every in found.items():
        table.add_row(bug.target, bug.name, *(_median(every[strategy]) for strategy in STRATEGIES))
    table.add_section()
    seen_by = [[when < inf for every in found.values() for when in every[strategy]] for strategy in STRATEGIES]
    table.add_row("in all", "", *(f"{sum(one)} of {len(one)}" for one in seen_by))
    return table


def _median(times: list[float]) -> str:
    middle = median(times)
    shown = "never" if middle == inf else f"{middle:.1f}"
    return f"{shown} ({sum(when < inf for when in times)} of {len(times)})"


if __name__ == "__main__":
    main()
