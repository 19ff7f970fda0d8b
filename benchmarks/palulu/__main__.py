"""`python -m benchmarks.palulu`: what observers are worth as oracles, as in section 3.1 of the paper on Palulu.

Caddis makes a suite from one implementation of rational polynomials. It is run on sixty correct and sixty faulty ones,
as it is and with its assertions taken out, beside a small suite written by hand. A gold suite decides which
implementations are faulty. An implementation is reported if a test fails.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.machine import machine
from benchmarks.palulu.correct import CORRECT, REWORDED
from benchmarks.palulu.exceptions import private_assertions, without_assertions
from benchmarks.palulu.faulty import FAULTY
from benchmarks.palulu.trying import Tried, run
from benchmarks.palulu.variants import HERE, LIBRARY, Variant
from benchmarks.running import Generated, generate

RECALL, PRECISION = 0.90, 0.98
"""What is wanted of observers: the best row of the paper has a recall of 0.93 at this precision."""
GOLD = "gold"
EXCEPTIONS = "exceptions only"
OBSERVERS = "observers"
BY_HAND = "written by hand"
PAPER = {EXCEPTIONS: "0.95 / 0.31", OBSERVERS: "0.98 / 0.60 to 0.93", BY_HAND: "1.00 / 0.21"}
"""Precision and recall in Figure 12: unconstrained input, for observers up to the best model."""


@dataclass(frozen=True, slots=True)
class Row:
    """How a suite judges all implementations, against how the gold suite does."""

    suite: str
    right: frozenset[str]
    """Faulty and reported."""
    missed: frozenset[str]
    wrong: frozenset[str]
    """Correct and reported."""
    seconds: float
    """To run it on one implementation, on average."""

    @property
    def recall(self) -> float:
        """The share of the faulty ones that is reported."""
        return len(self.right) / max(len(self.right) + len(self.missed), 1)

    @property
    def precision(self) -> float:
        """The share of the reported ones that is faulty."""
        return len(self.right) / max(len(self.right) + len(self.wrong), 1)


Tries = dict[tuple[str, str], Tried]
"""By suite and implementation."""


def main() -> None:
    """Generate, run everything, print both figures and what was judged wrongly."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.palulu", description=__doc__)
    parser.add_argument("--time", type=float, default=7.0, help="seconds of generation (default 7)")
    parser.add_argument("--steps", type=int, default=0, help="sequences instead of seconds, on a machine that is busy")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    parser.add_argument("--parallel", type=int, default=2, help="implementations at once (default 2)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the suites there for reading")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    console.print(machine(), highlight=False)
    with tempfile.TemporaryDirectory(prefix="palulu-") as directory:
        place = options.keep or Path(directory)
        place.mkdir(parents=True, exist_ok=True)
        done = generate(
            Path(sys.executable),
            "ratpoly",
            place,
            "--seed",
            str(options.seed),
            seconds=None if options.steps else options.time,
            steps=options.steps,
            path=f"{HERE.parents[1] / 'src'}:{LIBRARY.parent}",
        )
        written = sorted((place / "tests" / "caddis").glob("test_*.py"))
        if not done.clean or len(written) != 1:
            console.print(done.output, style="red", markup=False)
            sys.exit("no suite was generated")
        source = written[0].read_text(encoding="utf-8")
        bare = place / "test_exceptions_only.py"
        bare.write_text(without_assertions(source), encoding="utf-8")
        suites = {
            GOLD: HERE / "suites" / "gold.py",
            EXCEPTIONS: bare,
            OBSERVERS: written[0],
            BY_HAND: HERE / "suites" / "hand_written.py",
        }
        tries = try_all(suites, (*CORRECT, *FAULTY), options.parallel)
    sound = gold_agrees(console, tries)
    faulty = frozenset(name for suite, name in tries if suite == GOLD and tries[suite, name].failed)
    rows = [row_of(suite, tries, faulty) for suite in suites if suite != GOLD]
    console.print(_figure_11(rows, done, tries))
    console.print(_figure_12(rows))
    _explain(console, rows, tries)
    private = private_assertions(source)
    for assertion in private:
        console.print(f"asserts on what is private: {assertion}", style="red", markup=False)
    sys.exit(0 if sound and not private else 1)


def try_all(suites: dict[str, Path], variants: tuple[Variant, ...], parallel: int) -> Tries:
    """Run each suite on each implementation, each time in a new process."""
    pairs = [(suite, variant) for variant in variants for suite in suites]
    # forked, so that pytest is imported once and not five hundred times
    with multiprocessing.get_context("fork").Pool(parallel, maxtasksperchild=1) as pool:
        jobs = [(variant.source(), suites[suite], suite == GOLD) for suite, variant in pairs]
        tried = pool.starmap(run, jobs, chunksize=1)
    return {(suite, variant.name): result for (suite, variant), result in zip(pairs, tried, strict=True)}


def gold_agrees(console: Console, tries: Tries) -> bool:
    """Whether the gold suite takes for faulty what was meant to be; says where not."""
    refused = [variant.name for variant in CORRECT if tries[GOLD, variant.name].failed]
    accepted = [variant.name for variant in FAULTY if not tries[GOLD, variant.name].failed]
    for name in refused:
        console.print(f"meant to be correct, but the gold suite refuses it: {name}", style="red")
    for name in accepted:
        console.print(f"meant to be faulty, but the gold suite accepts it: {name}", style="red")
    count = len(CORRECT) - len(refused), len(FAULTY) - len(accepted)
    console.print(f"the gold suite accepts {count[0]} of {len(CORRECT)} and refuses {count[1]} of {len(FAULTY)}")
    return not refused and not accepted


def row_of(suite: str, tries: Tries, faulty: frozenset[str]) -> Row:
    mine = {name: tried for (which, name), tried in tries.items() if which == suite}
    reported = frozenset(name for name, tried in mine.items() if tried.failed)
    average = mean(tried.seconds for tried in mine.values())
    return Row(suite, reported & faulty, faulty - reported, reported - faulty, average)


def _figure_11(rows: list[Row], done: Generated, tries: Tries) -> Table:
    table = Table(title="times, in seconds (Figure 11)", title_justify="left")
    table.add_column("suite")
    for name in ("to generate", "sequences", "tests", "assertions", "to run, average"):
        table.add_column(name, justify="right")
    summary = done.summary or {}
    for row in rows:
        made = row.suite != BY_HAND
        most = max(len(t.failed) + t.passed for (suite, _), t in tries.items() if suite == row.suite)
        table.add_row(
            row.suite,
            f"{done.seconds:.1f}" if made else "",
            f"{summary['sequences']['executed']:,}" if made else "",
            str(most),
            str(summary["tests"]["assertions"]) if row.suite == OBSERVERS else "",
            f"{row.seconds:.2f}",
        )
    return table


def _figure_12(rows: list[Row]) -> Table:
    table = Table(
        title=f"reported implementations (Figure 12); wanted of observers: {PRECISION} / {RECALL}", title_justify="left"
    )
    table.add_column("suite")
    for name in ("OK pass", "OK fail", "false positives", "false negatives", "precision", "recall", "in the paper"):
        table.add_column(name, justify="right")
    for row in rows:
        wanted = row.suite == OBSERVERS
        good = row.recall >= RECALL and row.precision >= PRECISION
        table.add_row(
            row.suite,
            str(len(CORRECT) + len(FAULTY) - len(row.right | row.missed | row.wrong)),
            str(len(row.right)),
            str(len(row.wrong)),
            str(len(row.missed)),
            f"{row.precision:.2f}",
            f"{row.recall:.2f}",
            PAPER[row.suite],
            style=None if not wanted else "green" if good else "red",
        )
    return table


def _explain(console: Console, rows: list[Row], tries: Tries) -> None:
    row = next(row for row in rows if row.suite == OBSERVERS)
    lucky = [variant.name for variant in FAULTY if variant.name in row.right and _by_luck(variant, tries)]
    if lucky:
        console.print(
            f"reported with observers, but not for their fault: {', '.join(lucky)}; "
            f"recall without them {(len(row.right) - len(lucky)) / max(len(row.right | row.missed), 1):.2f}",
            highlight=False,
        )
    if row.missed:
        console.print(f"missed with observers: {', '.join(sorted(row.missed))}", highlight=False)
    for name in sorted(row.wrong):
        only = " (it refuses in other words)" if name in REWORDED else ""
        console.print(f"reported with observers, though correct{only}: {name}", highlight=False)
        for test, said in list(tries[OBSERVERS, name].failed.items())[:3]:
            console.print(f"    {escape(test)}: {escape(said)}", highlight=False)


def _by_luck(variant: Variant, tries: Tries) -> bool:
    """Whether a faulty variant fails no test that the same parts without the fault do not fail, too."""
    base = tries.get((OBSERVERS, " + ".join(variant.parts)))
    return base is not None and tries[OBSERVERS, variant.name].failed.keys() <= base.failed.keys()


if __name__ == "__main__":
    main()
