"""`python -m benchmarks.memory`: what a worker takes whose pool has taken in hundreds of thousands of sequences.

Each container is explored in a process of its own, confined and with probes as a worker is.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.page import MISSED
from benchmarks.speed import Run, load, printed
from caddis.campaign.worker import COLLECTING
from caddis.config import Config
from caddis.execute.clock import Beat, Clock
from caddis.execute.sandbox import Policy, confine

CONTAINERS = ("stack", "linked_list")
KEPT = (1_000, 100_000, 300_000)
MOST = 500
"""MB that the largest pool may take."""
PATIENCE = 300.0
"""CPU seconds a pool may grow."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a worker took when it had kept so many sequences."""

    container: str
    kept: int
    megabytes: float
    """At most, so far."""
    seconds: float
    """Of CPU, so far."""


def measure(container: str, place: Path) -> list[Measurement]:
    """Explore a container in this process; `place` is an empty directory."""
    api, coverage = load(container, place)
    beat = Beat()
    clock = Clock(beat, Config().timeout)
    gc.set_threshold(*COLLECTING)
    run = Run(api, coverage, Config(), beat)
    found = []
    clock.start()
    for size in KEPT:
        run.grow(size, PATIENCE)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        found.append(Measurement(container, run.pool, peak, time.process_time()))
    clock.stop()
    return found


def measured(container: str) -> list[Measurement]:
    """Explore a container in a process of its own."""
    return [Measurement(**data) for data in printed("benchmarks.memory", "--measure", container)]


def main() -> int:
    """Measure, and print the table; or measure one container here."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        container, place = options.measure
        confine(Policy(workspace=place, memory_mb=Config().memory), lambda _what: None)
        print(json.dumps([asdict(one) for one in measure(container, Path(place))]))
        return 0
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    every = [one for container in CONTAINERS for one in measured(container)]
    console.print(_table(every))
    taking.end()
    return 0 if all(one.megabytes <= MOST for one in every) else MISSED


def _table(every: list[Measurement]) -> Table:
    table = Table(
        title=f"memory of a worker by the sequences it has kept; wanted: at most {MOST} MB", title_justify="left"
    )
    table.add_column("container")
    for name in ("kept", "MB", "CPU s"):
        table.add_column(name, justify="right")
    for one in every:
        table.add_row(one.container, f"{one.kept:,}", f"{one.megabytes:.0f}", f"{one.seconds:.0f}")
    return table


if __name__ == "__main__":
    sys.exit(main())
