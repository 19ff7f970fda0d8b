"""`python -m benchmarks.peers`: our suites against Pynguin's, by the mutants of a third program that each notices.

Pynguin runs first, with its default settings, in an environment of its own; Caddis then gets as long as it took from
start to end. Tests that do not pass on the module as it is are deselected and counted. cosmic-ray makes the mutants, in
a copy of the package; both suites are run on the same ones. Everything is kept in `.peers/` for reading.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.machine import machine
from benchmarks.peers.tools import (
    HASH_SEEDS,
    KEPT,
    MODULES,
    OURS,
    PACKAGES,
    THEIRS,
    Suite,
    examined,
    install,
    ours,
    pynguin,
    pytest_command,
    run,
)

SHORTEST = 60.0
"""Seconds that Caddis gets at least, where Pynguin broke off at once."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Both suites of a module, and the mutants that each noticed."""

    module: str
    mutants: int
    tried: int
    suites: dict[str, Suite]
    killed: dict[str, int]

    def score(self, suite: str) -> float:
        """The share of the mutants tried that a suite noticed."""
        return self.killed[suite] / max(self.tried, 1)

    @property
    def won(self) -> bool:
        """Whether ours notices more with fewer lines, or they wrote nothing."""
        fewer = self.suites[OURS].lines < self.suites[THEIRS].lines or not self.suites[THEIRS].tests
        return self.score(OURS) > self.score(THEIRS) and fewer


def duel(python: Path, module: str, *, seed: int, search: float, patience: float, most: int, parallel: int) -> Duel:
    """Let both write a suite for a module, and run both on its mutants."""
    place = KEPT / module
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    theirs = pynguin(python, module, place, seeds=(seed, seed + 1), search=search, patience=patience)
    mine = ours(module, place, seed=seed, seconds=max(theirs[1], SHORTEST))
    suites = {
        OURS: examined(python, mine[0], place, mine[1], mine[2]),
        THEIRS: examined(python, theirs[0], place, theirs[1], theirs[2]),
    }
    mutants, said = _on_mutants(python, module, suites, most=most, parallel=parallel)
    (place / "mutants.json").write_text(json.dumps(said, indent=1), encoding="utf-8")
    killed = {
        suite: sum(outcomes.get(suite, "survived") != "survived" for outcomes in said.values()) for suite in suites
    }
    return Duel(module, mutants, len(said), suites, killed)


def _on_mutants(
    python: Path, module: str, suites: dict[str, Suite], *, most: int, parallel: int
) -> tuple[int, dict[str, dict[str, str]]]:
    """The number of mutants there are, and of those tried what each suite says."""
    package, _, name = module.partition(".")

    def shard(number: int) -> list[str]:
        with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
            shutil.copytree(PACKAGES / package, Path(directory, package))
            job = {
                "module": str(Path(directory, package, f"{name}.py")),
                "most": most,
                "seed": 0,
                "shard": number,
                "shards": parallel,
                # a mutant that takes so long has been noticed
                "limit": 10.0 + 5.0 * max(suite.testing for suite in suites.values()),
                "suites": {
                    which: [*pytest_command(python, Path(suite.file), suite.deselected), "-x"]
                    for which, suite in suites.items()
                    if suite.tests > len(suite.deselected)
                },
            }
            command = [str(python), str(Path(__file__).with_name("mutating.py"))]
            return run(
                command,
                Path(directory),
                {"PYTHONPATH": directory, "PYTHONHASHSEED": HASH_SEEDS[0]},
                None,
                json.dumps(job),
            ).output.splitlines()

    with ThreadPoolExecutor(parallel) as pool:
        shards = list(pool.map(shard, range(parallel)))
    lines = [json.loads(line) for output in shards for line in output if line.startswith("{")]
    mutants = max((line["mutants"] for line in lines if "mutants" in line), default=0)
    tried = [line for line in lines if "mutant" in line]
    return mutants, {f"{number} {line['mutant']}": line["said"] for number, line in enumerate(tried)}


def main() -> None:
    """Run everything, print the table, write `.peers/results.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--only", metavar="MODULE,...", help="only these modules")
    parser.add_argument("--search", type=float, default=30.0, help="seconds that Pynguin may search (default 30)")
    parser.add_argument("--patience", type=float, default=240.0, help="seconds until it is taken to hang (default 240)")
    parser.add_argument("--most", type=int, default=120, help="mutants of a module, drawn with seed 0 (default 120)")
    parser.add_argument("--seed", type=int, default=1, help="of both generators (default 1)")
    parser.add_argument("--parallel", type=int, default=2, help="mutants at once (default 2)")
    options = parser.parse_args()
    modules = [module for module in MODULES if options.only is None or module in options.only.split(",")]
    if not modules:
        parser.error(f"there are {', '.join(MODULES)}")
    console = Console(width=None if sys.stdout.isatty() else 170)
    console.print(machine(), highlight=False)
    KEPT.mkdir(exist_ok=True)
    python = install()
    duels = []
    for module in modules:
        one = duel(
            python,
            module,
            seed=options.seed,
            search=options.search,
            patience=options.patience,
            most=options.most,
            parallel=options.parallel,
        )
        duels.append(one)
        console.print(_table(duels[-1:], options.search))
    if len(duels) > 1:
        console.print(_table(duels, options.search))
    for one in duels:
        for which, suite in one.suites.items():
            if suite.remark:
                console.print(f"{one.module}, {which}: {suite.remark}", style="red", markup=False)
        if one.tried < one.mutants:
            console.print(
                f"{one.module}: {one.tried} of {one.mutants} mutants, drawn with a fixed seed", highlight=False
            )
    (KEPT / "results.json").write_text(json.dumps([asdict(one) for one in duels], indent=2) + "\n", encoding="utf-8")
    console.print(f"ours notices more with fewer lines on {sum(one.won for one in duels)} of {len(duels)}")


def _table(duels: list[Duel], search: float) -> Table:
    table = Table(title=f"{OURS} and {THEIRS} ({search:g} s of search), equal time in all", title_justify="left")
    for name in ("module", "suite"):
        table.add_column(name)
    for name in (
        "mutants",
        "killed",
        "score",
        "lines",
        "tests",
        "assertions",
        "xfail",
        "deselected",
        "seconds",
        "to run",
    ):
        table.add_column(name, justify="right")
    for one in duels:
        for which, suite in one.suites.items():
            first = which == OURS
            table.add_row(
                one.module if first else "",
                which,
                str(one.tried) if first else "",
                str(one.killed[which]),
                f"{one.score(which):.2f}",
                str(suite.lines),
                str(suite.tests),
                str(suite.assertions),
                str(suite.expected),
                str(len(suite.deselected)),
                f"{suite.seconds:.0f}",
                f"{suite.testing:.1f}",
                style=None if not first else "green" if one.won else "red",
                end_section=not first,
            )
    return table


if __name__ == "__main__":
    main()
