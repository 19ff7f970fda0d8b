"""How much of four containers each way to search reaches, and when: Figure 5 of the Randoop paper, for us.

Each run has a process of its own, set up as a worker is, and CPU time counts. The exhaustive search hangs on no
seed: it is run once, for ten times as long as the others. By shape, it is chance which of the states of one shape is
gone on from.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import predicates
from benchmarks.machine import Taking
from benchmarks.predicates import Instrumented, instrumented
from benchmarks.speed import imported
from caddis.campaign.worker import COLLECTING
from caddis.config import Config, GenerateConfig
from caddis.discover import describe
from caddis.discover.code import lines_of
from caddis.engine.cleaning import BySnapshot
from caddis.engine.enumerating import Enumerating, Surveying, graph_of
from caddis.engine.explorer import Explorer
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.execute.clock import Beat, Clock
from caddis.execute.sandbox import Policy, confine
from caddis.execute.snapshot import Snapshot
from caddis.plugin import Plugins

HERE = Path(__file__).resolve().parent
CONTAINERS = ("binary_tree", "binomial_heap", "fibonacci_heap", "red_black_map")
LONGER = 10
"""How many times as long the exhaustive search runs."""
INTEGERS = (2, 3, 5, 10, 100)
"""Given to exhaustive searches beside their -1, 0 and 1: then they have the integers that the others begin with."""
_EXHAUSTIVE = Config(strategy="enumerate", depth=1, length=60, literals={"int": INTEGERS})
STRATEGIES = {
    "feedback": Config(),
    "undirected": Config(strategy="undirected"),
    "exhaustive, by state": _EXHAUSTIVE,
    "exhaustive, by shape": replace(_EXHAUSTIVE, generate=GenerateConfig(abstraction="shape")),
}


@dataclass(frozen=True, slots=True)
class Reached:
    """What one run has come to; times are CPU seconds from its first sequence to the last that reached more."""

    blocks: int
    every_block: int
    block_seconds: float
    combinations: int
    combination_seconds: float
    sequences: int
    ended: bool
    """Whether there was nothing left to try."""


def explorer_of(container: str, config: Config, place: Path, beat: Beat) -> tuple[Explorer, Instrumented]:
    """What explores a copy of a container that notes what it does, and that copy; `place` is an empty directory."""
    copy = instrumented((HERE / "containers" / f"{container}.py").read_text(encoding="utf-8"))
    (place / f"{container}.py").write_text(copy.source, encoding="utf-8")
    api, coverage = imported(container, place)
    sys.path.remove(str(place))
    owned, plugins = owner_of(frozenset(api.modules)), Plugins()
    inside: dict[str, Any] = {"plugins": plugins, "owned": owned, "config": config, "beat": beat, "denied": []}
    others: dict[str, Any] = {
        "describe": describe,
        "lines_of": lines_of,
        "sight": coverage,
        "cleaning": BySnapshot(Snapshot(owned)),
        "elsewhere": None,
        "plugins": plugins,
        "owned": owned,
        "config": config,
    }
    if config.strategy == "enumerate":
        surveying = Surveying(graph_of(api, config, plugins), **inside)
        return Enumerating(api, laboratory=surveying, **others), copy
    return Explorer(api, laboratory=Laboratory(**inside), **others), copy


def explore(explorer: Explorer, copy: Instrumented, seconds: float, clock: Callable[[], float]) -> Reached:
    """Explore for some seconds of a clock; what was reached, and when."""
    predicates.blocks.clear()
    predicates.combinations.clear()
    counts, since, sequences = [0, 0], [0.0, 0.0], 0
    start = clock()
    for batch in explorer.batches(lambda _steps: clock() - start < seconds):
        sequences += batch.counts["executed"]
        for which, found in enumerate((predicates.blocks, predicates.combinations)):
            if len(found) > counts[which]:
                counts[which], since[which] = len(found), clock() - start
    ended = isinstance(explorer, Enumerating) and explorer.exhausted
    return Reached(counts[0], copy.blocks, since[0], counts[1], since[1], sequences, ended)


def measured(container: str, strategy: str, seed: int, seconds: float) -> Reached:
    """One run, in a process of its own."""
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "benchmarks.reaching",
                "--run",
                json.dumps([container, strategy, seed, seconds, place]),
            ],
            cwd=HERE.parent,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return Reached(**json.loads(done.stdout))


def run(container: str, strategy: str, seed: int, seconds: float, place: str) -> Reached:
    """One run, in this process, which is confined for good."""
    confine(Policy(workspace=place, memory_mb=Config().memory), lambda _what: None)
    gc.set_threshold(*COLLECTING)
    config = replace(STRATEGIES[strategy], seed=seed, time=seconds)
    beat = Beat()
    tick = Clock(beat, config.timeout)
    explorer, copy = explorer_of(container, config, Path(place), beat)
    tick.start()
    try:
        return explore(explorer, copy, seconds, time.process_time)
    finally:
        tick.stop()


def table(seeds: int, seconds: float, containers: Iterable[str]) -> Table:
    """Measure, and show."""
    made = Table(
        title="blocks and combinations of conditions reached, and the CPU seconds that took",
        caption=f"mean of {seeds} seeds, {seconds:g} s each; exhaustive by state: one run of {LONGER * seconds:g} s;"
        " *: nothing was left to try",
        title_justify="left",
        caption_justify="left",
    )
    made.add_column("container")
    made.add_column("strategy")
    for name in ("blocks", "s", "combinations", "s", "sequences/s"):
        made.add_column(name, justify="right")
    for container in containers:
        for strategy, config in STRATEGIES.items():
            length, runs = (seconds * LONGER, 1) if config is _EXHAUSTIVE else (seconds, seeds)
            several = [measured(container, strategy, seed, length) for seed in range(runs)]
            made.add_row(container if strategy == "feedback" else "", *_row(strategy, several, length))
        made.add_section()
    return made


def _row(strategy: str, several: list[Reached], seconds: float) -> list[str]:
    ended = all(one.ended for one in several)
    rate = "" if ended else f"{mean(one.sequences for one in several) / seconds:,.0f}"
    return [
        f"{strategy}{' *' if ended else ''}",
        f"{mean(one.blocks for one in several):.1f} of {several[0].every_block}",
        f"{mean(one.block_seconds for one in several):.2f}",
        f"{mean(one.combinations for one in several):.1f}",
        f"{mean(one.combination_seconds for one in several):.2f}",
        rate,
    ]


def main() -> None:
    """Print the table, or do one run of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reaching", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="runs of each search that hangs on a seed")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds of each of them (default 5)")
    parser.add_argument("--only", metavar="NAME,...", help="only these containers")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(asdict(run(*json.loads(options.run)))))
        return
    containers = options.only.split(",") if options.only else list(CONTAINERS)
    if not {*containers} <= {*CONTAINERS}:
        parser.error(f"there are {', '.join(CONTAINERS)}")
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    console.print(table(options.seeds, options.seconds, containers))
    taking.end()


if __name__ == "__main__":
    main()
