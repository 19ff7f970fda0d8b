"""`python -m benchmarks.peers.branches`: the branches that our suites and Pynguin's run, after equal time.

Caddis gets 10, 30 and 60 seconds from its start to its end. Pynguin gets them for its search alone, and makes no
assertions, which would take it as long again and run no further branch: what it is given is more than it is asked.
coverage.py counts, of the tests that pass on the module as it is.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.peers.tools import (
    KEPT,
    MODULES,
    OURS,
    PACKAGES,
    TESTING,
    Suite,
    examined,
    install,
    ours,
    pynguin,
    pytest_command,
    run,
)

BUDGETS = (10, 30, 60)
ALGORITHMS = ("DYNAMOSA", "RANDOM")
PATIENCE = 90.0
"""Seconds beyond its search that Pynguin may take, of which ours has none: its RANDOM needs many, or more."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a suite runs of a module."""

    suite: Suite
    branches: float
    """Percent of those that coverage.py knows."""


def branches(python: Path, module: str, suite: Suite, place: Path) -> float:
    """The share of the branches of a module that a suite runs, in percent."""
    if suite.tests <= len(suite.deselected):
        return 0.0
    file = PACKAGES / f"{module.replace('.', '/')}.py"
    data, report = place / f".coverage-{suite.file.replace('/', '-')}", place / "coverage.json"
    coverage = [str(python), "-m", "coverage"]
    options = ["--branch", f"--include={file}", f"--data-file={data}"]
    tests = pytest_command(python, Path(suite.file), suite.deselected)[2:]
    run([*coverage, "run", *options, *tests], place, {"PYTHONPATH": str(PACKAGES), "PYTHONHASHSEED": "0"}, TESTING)
    run([*coverage, "json", f"--data-file={data}", "-o", str(report)], place, {}, TESTING)
    totals = json.loads(report.read_text(encoding="utf-8"))["totals"]
    return 100.0 * float(totals["covered_branches"]) / float(totals["num_branches"])


def compared(python: Path, module: str, budget: float, seed: int) -> dict[str, Reached]:
    """What each generator reaches of a module in some seconds."""
    reached = {}
    for tool in (OURS, *ALGORITHMS):
        place = KEPT / "branches" / f"{module}-{budget:g}-{tool}"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        if tool == OURS:
            file, seconds, remark = ours(module, place, seed=seed, seconds=budget)
        else:
            more = ("--algorithm", tool, "--assertion-generation", "NONE")
            file, seconds, remark = pynguin(
                python, module, place, *more, seeds=(seed,), search=budget, patience=budget + PATIENCE
            )
        suite = examined(python, file, place, seconds, remark)
        reached[tool] = Reached(suite, branches(python, module, suite, place))
    return reached


def main() -> None:
    """Run everything, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers.branches", description=__doc__)
    parser.add_argument("--only", metavar="MODULE,...", help="only these modules")
    parser.add_argument("--budgets", default=",".join(map(str, BUDGETS)), help="seconds (default 10,30,60)")
    parser.add_argument("--seed", type=int, default=1, help="of both generators (default 1)")
    options = parser.parse_args()
    modules = [module for module in MODULES if options.only is None or module in options.only.split(",")]
    if not modules:
        parser.error(f"there are {', '.join(MODULES)}")
    console = Console(width=None if sys.stdout.isatty() else 170)
    taking = Taking(console)
    KEPT.mkdir(exist_ok=True)
    python = install()
    budgets = [float(budget) for budget in options.budgets.split(",")]
    every = {
        (module, budget): compared(python, module, budget, options.seed) for module in modules for budget in budgets
    }
    console.print(_table(every))
    for (module, budget), reached in every.items():
        for tool, one in reached.items():
            if one.suite.remark:
                console.print(f"{module}, {budget:g} s, {tool}: {one.suite.remark}", style="red", markup=False)
    ahead = sum(one[OURS].branches > max(one[tool].branches for tool in ALGORITHMS) for one in every.values())
    console.print(f"ours is ahead in {ahead} of {len(every)}", highlight=False)
    half = [
        every[module, 30.0][OURS].branches > max(every[module, 60.0][tool].branches for tool in ALGORITHMS)
        for module in modules
        if (module, 30.0) in every and (module, 60.0) in every
    ]
    console.print(f"ours at 30 s is ahead of Pynguin at 60 s on {sum(half)} of {len(half)}", highlight=False)
    taking.end()


def _table(every: dict[tuple[str, float], dict[str, Reached]]) -> Table:
    table = Table(
        title="branches run by the suite, in percent, after equal time; s: seconds in all",
        caption="Pynguin is given the budget for its search alone, and makes no assertions: those take as long again",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("module")
    table.add_column("s", justify="right")
    for tool in (OURS, *ALGORITHMS):
        for name in (tool, "tests", "asserts", "fail", "flaky", "s"):
            table.add_column(name, justify="right")
    last = ""
    for (module, budget), reached in every.items():
        best = max(one.branches for one in reached.values())
        cells = []
        for one in reached.values():
            shown = f"{one.branches:.1f}"
            cells.append(f"[green]{shown}[/]" if one.branches == best else shown)
            suite = one.suite
            cells += [str(suite.tests), str(suite.assertions), str(len(suite.deselected)), str(suite.wavering)]
            cells.append(f"{suite.seconds:.0f}")
        if last and module != last:
            table.add_section()
        table.add_row("" if module == last else module, f"{budget:g}", *cells)
        last = module
    return table


if __name__ == "__main__":
    main()
