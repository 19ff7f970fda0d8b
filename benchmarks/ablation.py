"""`python -m benchmarks.ablation`: what each filter, heuristic and source of values is worth, done without in turn.

Only exploring counts, by numbers of steps, so that the machine does not matter. A figure above 1 is what is lost
without it: of branches and of operations that succeed, and how many times more steps it takes until a known bug is
seen, planted ones and those of real releases; one that is not seen counts as if it were in the last step.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from math import exp, log, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import bugs
from benchmarks.acceptance import install
from benchmarks.forked import Imported, ProcessorClock, explorer_of, forked, imported
from benchmarks.machine import Taking
from benchmarks.over_time import Sought, places_of_bugs
from caddis.config import PARTS, Config, FilterConfig, GenerateConfig
from caddis.execute.clock import Beat
from caddis.reduce.grouping import Example

HERE = Path(__file__).resolve().parent
PATIENCE = 0.2
"""Seconds of processor time that a call may take."""
MODULES = ("semver", "bidict", "sortedcontainers", "boltons.dictutils", "more_itertools", "dateutil.relativedelta")
UNSEEN = frozenset({"costs", "recorded"})
"""What makes no difference here: one needs a clock, the other a recording."""
WHOLE = "everything on"
ROWS: dict[str, Config] = {
    WHOLE: Config(),
    **{part: Config(generate=GenerateConfig(without=(part,))) for part in PARTS if part not in UNSEEN},
    "repetition": Config(generate=GenerateConfig(repetition=0.0)),
    "filter: equality": Config(filters=FilterConfig(equality=False)),
    "filter: null": Config(filters=FilterConfig(null=False)),
    "filter: exceptions": Config(filters=FilterConfig(exceptions=False)),
    "all direction": Config(strategy="undirected"),
}
"""What each row does without."""


@dataclass(frozen=True, slots=True)
class Task:
    """A target that is explored with a seed, again and again, each time without something else."""

    place: str
    """The directory the target lies in."""
    target: str
    seed: int
    steps: int
    rows: tuple[str, ...]
    sought: tuple[Sought, ...] = ()
    """Bugs, when all of which are seen it ends; none where branches are what counts."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one exploration came to."""

    branches: int
    operations: int
    seen: list[int]
    """After how many steps each bug was seen; the last one, if it was not."""
    missed: int
    """How many were not seen."""
    hung: bool = False
    """Whether it was ended, and this is how far it came."""


def run(task: Task) -> dict[str, Run]:
    """What explorations come to, all in a process of their own."""
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks.ablation", "--run", json.dumps(asdict(task))],
        cwd=HERE.parent,
        env={**os.environ, "PYTHONHASHSEED": "0", **bugs.PURE},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    return {row: Run(**one) for row, one in json.loads(said).items()}


def run_here(task: Task) -> dict[str, Any]:
    """What explorations come to, in forks of this process."""
    target = imported(task.target, Path(task.place))
    runs = {row: forked(partial(_explored, target, row, task)) for row in task.rows}
    return {row: {**one, "hung": hung} for row, (one, hung) in runs.items()}


def _explored(target: Imported, row: str, task: Task) -> Iterator[dict[str, Any]]:
    """What an exploration has come to, after each batch."""
    config = replace(ROWS[row], seed=task.seed, steps=task.steps, timeout=PATIENCE)
    beat = Beat()
    clock = ProcessorClock(beat, config.timeout)
    explorer = explorer_of(target, config, beat)
    seen: dict[Sought, int] = {}
    done = 0
    clock.start()
    for batch in explorer.batches(lambda steps: steps < task.steps):
        done += batch.steps
        examples = [Example(*found) for found in batch.violations]
        for bug in task.sought:
            if bug not in seen and any(map(bug.shown_by, examples)):
                seen[bug] = done
        operations = len(explorer.ledger.succeeded & target.api.operations.keys())
        until = [seen.get(bug, task.steps) for bug in task.sought]
        yield asdict(Run(target.coverage.counts()[0], operations, until, len(task.sought) - len(seen)))
        if task.sought and len(seen) == len(task.sought):
            break
    clock.stop()


def main() -> None:
    """Run, and print the table; or do one task of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description="What each heuristic is worth.")
    parser.add_argument("--steps", type=int, default=2_000, metavar="N", help="steps of each run (default: 2000)")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="seeds of each (default: 3)")
    parser.add_argument("--only", metavar="MODULE,...", help="only these modules")
    parser.add_argument("--without", metavar="NAME,...", help="only these rows")
    parser.add_argument("--planted", action="store_true", help="without the bugs of real releases")
    parser.add_argument("--parallel", type=int, default=2, help="runs at once (default 2)")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        given = json.loads(options.run)
        sought = tuple(Sought(**bug) for bug in given["sought"])
        print(json.dumps(run_here(Task(**{**given, "sought": sought}))))
        return
    modules = tuple(options.only.split(",")) if options.only else MODULES
    rows = (WHOLE, *options.without.split(",")) if options.without else tuple(ROWS)
    if not {*rows} <= ROWS.keys():
        parser.error(f"there are {', '.join(ROWS)}")
    console = Console(width=None if sys.stdout.isatty() else 190)
    taking = Taking(console)
    targets = [*_modules(modules), *places_of_bugs(real=not options.planted)]
    tasks = [
        Task(place, target, seed, options.steps, rows, sought)
        for (place, target, sought), seed in product(targets, range(1, options.seeds + 1))
    ]
    with ThreadPoolExecutor(options.parallel) as pool:
        runs = dict(zip(tasks, pool.map(run, tasks), strict=True))
    console.print(_table(runs, modules, rows))
    taking.end()


def _modules(names: Iterable[str]) -> list[tuple[str, str, tuple[Sought, ...]]]:
    """The latest of each, and where they lie."""
    command = [str(install()), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    place = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return [(place, name, ()) for name in names]


def _table(runs: dict[Task, dict[str, Run]], modules: tuple[str, ...], rows: tuple[str, ...]) -> Table:
    steps, seeds = max(task.steps for task in runs), max(task.seed for task in runs)
    hung = sum(one.hung for every in runs.values() for one in every.values())
    table = Table(
        title=f"done without, {steps} steps, mean of {seeds} seeds",
        caption=f"±: one standard error; {hung} of {sum(map(len, runs.values()))} runs hung and do not count",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("without")
    for name in modules:
        table.add_column(f"branches of {name}", justify="right")
    for name in ("branches lost", "operations lost", "bugs seen", "steps to see one, more"):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(row, *(_branches(runs, name, row) for name in modules), *_losses(runs, row))
    return table


def _branches(runs: dict[Task, dict[str, Run]], module: str, row: str) -> str:
    """The mean for a module."""
    several = [every[row] for task, every in runs.items() if task.target == module and not task.sought]
    counts = [one.branches for one in several if not one.hung]
    return f"{mean(counts):.1f}" if counts else ""


def _losses(runs: dict[Task, dict[str, Run]], row: str) -> tuple[str, str, str, str]:
    """How much worse a row is than the whole, by runs of the same target and seed."""
    pairs = [
        (every[WHOLE], every[row], bool(task.sought))
        for task, every in runs.items()
        if not every[WHOLE].hung and not every[row].hung
    ]
    explored = [(whole, one) for whole, one, hunting in pairs if not hunting]
    hunted = [(whole, one) for whole, one, hunting in pairs if hunting]
    until = [pair for whole, one in hunted for pair in zip(one.seen, whole.seen, strict=True)]
    return (
        _ratio([(whole.branches, one.branches) for whole, one in explored]),
        _ratio([(whole.operations, one.operations) for whole, one in explored]),
        f"{len(until) - sum(one.missed for _, one in hunted)} of {len(until)}",
        _ratio(until),
    )


def _ratio(pairs: list[tuple[int, int]]) -> str:
    """The geometric mean of the ratios of figures, and how far it may be off."""
    logs = [log(max(one, 1) / max(other, 1)) for one, other in pairs]
    if len(logs) < 2:
        return ""
    middle = exp(mean(logs))
    return f"{middle:.3f} ±{middle * stdev(logs) / sqrt(len(logs)):.3f}"


if __name__ == "__main__":
    main()
