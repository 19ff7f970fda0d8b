"""`python -m benchmarks.ablation`: what each filter and each heuristic is worth, by switching them off in turn.

By numbers of steps, so that the machine does not matter; several seeds, two runs beside each other. A figure above 1 is
what is lost without it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from math import exp, log
from pathlib import Path
from statistics import mean

from rich.console import Console
from rich.table import Table

from benchmarks.acceptance import install
from benchmarks.machine import Taking
from benchmarks.running import generate

MODULES = ("semver", "bidict", "sortedcontainers", "boltons.dictutils", "more_itertools", "dateutil.relativedelta")
SWITCHES = {
    "everything on": "",
    "attention": "[tool.caddis.generate]\nattention = false\n",
    "sparing": "[tool.caddis.generate]\nsparing = false\n",
    "rewarding": "[tool.caddis.generate]\nrewarding = false\n",
    "comparing": "[tool.caddis.generate]\ncomparing = false\n",
    "learning": "[tool.caddis.generate]\nlearning = false\n",
    "repetition": "[tool.caddis.generate]\nrepetition = 0\n",
    "filter: equality": "[tool.caddis.filters]\nequality = false\n",
    "filter: null": "[tool.caddis.filters]\nnull = false\n",
    "filter: exceptions": "[tool.caddis.filters]\nexceptions = false\n",
    "all direction": '[tool.caddis]\nstrategy = "undirected"\n',
}
"""What each is called, and the configuration that does without it."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run came to."""

    branches: int
    operations: int
    findings: int


def main() -> None:
    """Run, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description="What each heuristic is worth.")
    parser.add_argument("--steps", type=int, default=3_000, metavar="N", help="steps of each run (default: 3000)")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="seeds of each (default: 3)")
    parser.add_argument("--only", metavar="MODULE,...", help="only these modules")
    options = parser.parse_args()
    modules = options.only.split(",") if options.only else MODULES
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    python = install()
    runs = _runs(python, modules, options.steps, options.seeds)
    console.print(_table(runs, modules, options.steps, options.seeds))
    taking.end()


Key = tuple[str, str]


def _runs(python: Path, modules: list[str] | tuple[str, ...], steps: int, seeds: int) -> dict[Key, list[Run]]:
    """What runs come to, for each module and each switch, one for each seed."""

    def run(one: tuple[str, str, int]) -> Run:
        module, switch, seed = one
        with tempfile.TemporaryDirectory() as place:
            (Path(place) / "pyproject.toml").write_text(SWITCHES[switch], encoding="utf-8")
            done = generate(python, module, Path(place), "--seed", str(seed), "--max-tests", "1", steps=steps)
        if done.summary is None:
            raise SystemExit(f"{module} without {switch}, seed {seed}: {done.output}")
        summary = done.summary
        return Run(summary["branches"]["covered"], summary["operations"]["succeeded"], len(summary["findings"]))

    every = list(product(modules, SWITCHES, range(1, seeds + 1)))
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(run, every))
    runs: dict[Key, list[Run]] = {}
    for (module, switch, _), one in zip(every, done, strict=True):
        runs.setdefault((module, switch), []).append(one)
    return runs


def _table(runs: dict[Key, list[Run]], modules: list[str] | tuple[str, ...], steps: int, seeds: int) -> Table:
    table = Table(title=f"switched off, {steps} steps, mean of {seeds} seeds", title_justify="left")
    table.add_column("without")
    for module in modules:
        table.add_column(f"branches of {module}", justify="right")
    for name in ("branches lost", "operations lost", "findings"):
        table.add_column(name, justify="right")
    whole = next(iter(SWITCHES))
    for switch in SWITCHES:
        cells = [f"{mean(run.branches for run in runs[module, switch]):.1f}" for module in modules]
        for part in ("branches", "operations"):
            ratios = [
                mean(getattr(run, part) for run in runs[module, whole])
                / max(1.0, mean(getattr(run, part) for run in runs[module, switch]))
                for module in modules
            ]
            cells.append(f"{exp(mean(map(log, ratios))):.3f}")
        findings = sum(run.findings for module in modules for run in runs[module, switch])
        table.add_row(switch, *cells, str(findings))
    return table


if __name__ == "__main__":
    main()
