"""`python -m benchmarks.parts`: where the time of a sequence goes, on small containers.

A run is grown to a pool of some size, as for the table of speeds. Then each part of the loop is done again and again
with the same proposals, and the best round counts. Proposing includes those that were tried before and are thrown away.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.speed import PATIENCE, Run, load, printed
from caddis.campaign.worker import COLLECTING
from caddis.config import Config
from caddis.engine.batch import Batch
from caddis.execute.clock import Beat, Clock
from caddis.execute.sandbox import Policy, confine

CONTAINERS = ("stack", "linked_list", "tree_set")
POOL, PROPOSALS, ROUNDS = 10_000, 1_000, 7
STEP = 200
"""Proposals that are tried at once, as in a run."""


def measured(container: str, place: Path) -> dict[str, float]:
    """Microseconds a sequence for each part of the loop, and what the sequences are like, in this process."""
    api, coverage = load(container, place)
    beat = Beat()
    clock = Clock(beat, Config().timeout)
    gc.set_threshold(*COLLECTING)
    clock.start()
    run = Run(api, coverage, Config(seed=0), beat)
    run.grow(POOL, PATIENCE)
    explorer, batch = run.explorer, Batch()
    made = [one for _ in range(PROPOSALS) if (one := explorer._proposal(batch)) is not None]
    parts = [made[start : start + STEP] for start in range(0, len(made), STEP)]
    tried = [one for part in parts for one in explorer.trying.try_all(0, part, lambda _done: True)[1]]
    interpreter = run.laboratory.interpreter
    found = {
        "proposals for one that is new": 1 + batch.counts["duplicate"] / len(made),
        "calls each": sum(len(one.statements) for one in made) / len(made),
        "propose": _best(lambda: [explorer._proposal(batch) for _ in made], len(made)),
        "run its calls": _best(lambda: [interpreter.run(one.statements, []) for one in made], len(made)),
        "run and judge": _best(
            lambda: [explorer.trying.try_all(0, each, lambda _done: True) for each in parts], len(made)
        ),
        "learn": _best(lambda: [explorer._learn(one, batch) for one in tried], len(tried)),
        "look closely": _best(lambda: explorer._examined(tried, batch), len(tried)),
    }
    clock.stop()
    return found


def _best(work: Callable[[], object], count: int) -> float:
    """The CPU time of the best of several rounds, in microseconds for each of so many."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best / count * 1e6


def main() -> None:
    """Print the table, or measure the container of the first argument, in the directory of the second."""
    if len(sys.argv) > 1:
        place = sys.argv[2]
        confine(Policy(workspace=place, memory_mb=Config().memory), lambda _what: None)
        print(json.dumps(measured(sys.argv[1], Path(place))))
        return
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    table = Table(
        title=f"microseconds for one sequence, by part, pools of {POOL:,}",
        caption="run and judge: with fingerprints, contracts and filters; what is new each time costs more than that",
        title_justify="left",
        caption_justify="left",
    )
    rows = {container: printed("benchmarks.parts", container) for container in CONTAINERS}
    table.add_column("container")
    for name in next(iter(rows.values())):
        table.add_column(name, justify="right")
    for container, found in rows.items():
        table.add_row(container, *(f"{value:.1f}" for value in found.values()))
    console.print(table)
    taking.end()


if __name__ == "__main__":
    main()
