"""What both experiments share: their options, how suites are made and run on all implementations, and Figure 12.

What is measured is what the paper measures: whether the inputs that were generated, and what observers show of them,
tell implementations apart. Its tool writes a test for each input, and calls every observer. Ours writes the few tests
that people want to read, chosen by mutants of the code at hand, and other implementations are no mutants of it. So it
is asked for `--all-tests`: every case found, none chosen, and all that observers show of what a call has to do with.

And it is asked for `--no-messages`. The words of an exception are no observer, and three of the correct implementations
differ in nothing else: they refuse what they must with the class they must, in other words. That a call refuses is
behaviour that the library specifies, so tests of refusals stay in the suites with observers. The paper has none, since
input that makes the original raise is discarded there; in the suites for exceptions only it is discarded here, too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.machine import machine
from benchmarks.page import MISSED
from benchmarks.palulu.correct import CORRECT, REWORDED
from benchmarks.palulu.exceptions import private_assertions, without_assertions
from benchmarks.palulu.faulty import FAULTY
from benchmarks.palulu.trying import Tried, run
from benchmarks.palulu.variants import HERE, LIBRARY, Variant
from benchmarks.running import Generated, generate

GOLD = "gold"
BY_HAND = "written by hand"
WRITTEN = {GOLD: HERE / "suites" / "gold.py", BY_HAND: HERE / "suites" / "hand_written.py"}
"""The suites that nobody has to generate."""
_GENERATED = re.compile(r"([\d.]+) s +replaying")
AS_IN_THE_PAPER = ("--all-tests", "--no-messages")

Tries = dict[tuple[str, str], Tried]
"""By suite and implementation."""


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


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted of one of the suites."""

    suite: str
    precision: float
    recall: float

    def is_met(self, row: Row) -> bool:
        """Whether the row of the suite is as good as that."""
        return row.recall >= self.recall and row.precision >= self.precision


@dataclass(frozen=True, slots=True)
class Made:
    """A suite that was generated, as it is and with its assertions taken out."""

    done: Generated
    observers: Path
    exceptions: Path
    private: tuple[str, ...]
    """The assertions that look at what is private."""

    @property
    def seconds(self) -> float:
        """Until inputs were made and observed; the rest is for seeing that no test wavers, and for writing them."""
        found = _GENERATED.search(self.done.output)
        return float(found[1]) if found else self.done.seconds


def options_of(name: str, text: str | None, levels: Iterable[str] = ()) -> argparse.Namespace:
    """What the command line asks for; `levels` are those of constraints, where there are any."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {name}", description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--time", type=float, default=7.0, help="seconds of generation (default 7)")
    parser.add_argument("--steps", type=int, default=0, help="sequences instead of seconds, on a machine that is busy")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    parser.add_argument("--parallel", type=int, default=2, help="implementations at once (default 2)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the suites there for reading")
    parser.add_argument(
        "--chosen", action="store_true", help="judge the few tests that are written for people, messages and all"
    )
    if levels:
        parser.add_argument("--only", choices=[*levels], help="one level of constraints, to have it sooner")
    return parser.parse_args()


@contextmanager
def beginning(options: argparse.Namespace) -> Iterator[tuple[Console, Path]]:
    """Where to print, and a directory for what is generated."""
    console = Console(width=None if sys.stdout.isatty() else 150)
    console.print(machine(), highlight=False)
    with tempfile.TemporaryDirectory(prefix="palulu-") as directory:
        place = options.keep or Path(directory)
        place.mkdir(parents=True, exist_ok=True)
        yield console, place


def made(console: Console, place: Path, options: argparse.Namespace, *further: str) -> Made:
    """Generate a suite in a directory; ends all if there is none."""
    place.mkdir(parents=True, exist_ok=True)
    # what an earlier run has left would be kept
    shutil.rmtree(place / "tests", ignore_errors=True)
    done = generate(
        Path(sys.executable),
        "ratpoly",
        place,
        *("--verbose", "--seed", str(options.seed), *(() if options.chosen else AS_IN_THE_PAPER), *further),
        seconds=None if options.steps else options.time,
        steps=options.steps,
        path=f"{HERE.parents[1] / 'src'}:{LIBRARY.parent}",
    )
    written = sorted((place / "tests" / "caddis").glob("test_*.py"))
    if not done.clean or len(written) != 1:
        console.print(done.output, style="red", markup=False)
        sys.exit(f"no suite was generated: {' '.join(further) or 'with no further options'}")
    source = written[0].read_text(encoding="utf-8")
    bare = place / "test_exceptions_only.py"
    bare.write_text(without_assertions(source), encoding="utf-8")
    return Made(done, written[0], bare, tuple(private_assertions(source)))


def try_all(suites: Mapping[str, Path], parallel: int) -> Tries:
    """Run each suite on each implementation, each time in a new process.

    On a faulty one only to the first failure, unless a test fails already on what it is put together from.
    """
    tries: Tries = {}
    # forked, so that pytest is imported once and not five hundred times
    with multiprocessing.get_context("fork").Pool(parallel, maxtasksperchild=1) as pool:
        for variants in (CORRECT, FAULTY):
            pairs = [(suite, variant) for variant in variants for suite in suites]
            jobs = [
                (
                    variant.source(),
                    suites[suite],
                    suite == GOLD or (variants is FAULTY and not _base(suite, variant, tries)),
                )
                for suite, variant in pairs
            ]
            tried = pool.starmap(run, jobs, chunksize=1)
            tries |= {(suite, variant.name): result for (suite, variant), result in zip(pairs, tried, strict=True)}
    return tries


def _base(suite: str, variant: Variant, tries: Tries) -> frozenset[str]:
    """The tests that fail already on the correct implementation that a faulty one is put together from, if it is."""
    base = tries.get((suite, " + ".join(variant.parts)))
    return frozenset() if base is None else frozenset(base.failed)


def judged(tries: Tries) -> dict[str, Row]:
    """How each suite judges, by its name, but for the gold suite, which decides."""
    faulty = frozenset(name for suite, name in tries if suite == GOLD and tries[suite, name].failed)
    return {suite: _row(suite, tries, faulty) for suite in dict.fromkeys(suite for suite, _ in tries) if suite != GOLD}


def _row(suite: str, tries: Tries, faulty: frozenset[str]) -> Row:
    mine = {name: tried for (which, name), tried in tries.items() if which == suite}
    reported = frozenset(name for name, tried in mine.items() if tried.failed)
    average = mean(tried.seconds for tried in mine.values())
    return Row(suite, reported & faulty, faulty - reported, reported - faulty, average)


def size_of(suite: str, tries: Tries) -> int:
    """How many tests a suite has."""
    return max(len(tried.failed) + tried.passed for (which, _), tried in tries.items() if which == suite)


def conclude(
    console: Console,
    rows: Mapping[str, Row],
    goal: Goal,
    paper: Mapping[str, str],
    *,
    tries: Tries,
    private: Iterable[str],
) -> None:
    """Print Figure 12 and all that was judged wrongly, and end: well, if all is as it should be and the goal is met."""
    sound = _gold_agrees(console, tries)
    console.print(_figure_12(rows, goal, paper))
    wanted = rows.get(goal.suite)
    if wanted is not None:
        _explain(console, wanted, tries)
    looked_at = list(private)
    for assertion in looked_at:
        console.print(f"asserts on what is private: {assertion}", style="red", markup=False)
    sys.exit(0 if sound and not looked_at and (wanted is None or goal.is_met(wanted)) else MISSED)


def _gold_agrees(console: Console, tries: Tries) -> bool:
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


def _figure_12(rows: Mapping[str, Row], goal: Goal, paper: Mapping[str, str]) -> Table:
    title = f"reported implementations (Figure 12); wanted of {goal.suite}: {goal.precision} / {goal.recall}"
    table = Table(title=title, title_justify="left")
    table.add_column("suite")
    for name in ("OK pass", "OK fail", "false positives", "false negatives", "precision", "recall", "in the paper"):
        table.add_column(name, justify="right")
    for name, row in rows.items():
        table.add_row(
            name,
            str(len(CORRECT) + len(FAULTY) - len(row.right | row.missed | row.wrong)),
            str(len(row.right)),
            str(len(row.wrong)),
            str(len(row.missed)),
            f"{row.precision:.2f}",
            f"{row.recall:.2f}",
            paper[name],
            style=None if name != goal.suite else "green" if goal.is_met(row) else "red",
        )
    return table


def _explain(console: Console, row: Row, tries: Tries) -> None:
    lucky = [variant.name for variant in FAULTY if variant.name in row.right and _by_luck(row.suite, variant, tries)]
    if lucky:
        console.print(
            f"reported by {row.suite}, but not for their fault: {', '.join(lucky)}; "
            f"recall without them {(len(row.right) - len(lucky)) / max(len(row.right | row.missed), 1):.2f}",
            highlight=False,
        )
    console.print(f"missed by {row.suite}: {', '.join(sorted(row.missed)) or 'none'}", highlight=False)
    for name in sorted(row.wrong):
        only = " (it refuses in other words)" if name in REWORDED else ""
        console.print(f"reported by {row.suite}, though correct{only}: {name}", highlight=False)
        for test, said in list(tries[row.suite, name].failed.items())[:3]:
            console.print(f"    {escape(test)}: {escape(said)}", highlight=False)


def _by_luck(suite: str, variant: Variant, tries: Tries) -> bool:
    """Whether a faulty variant fails no test that the same parts without the fault do not fail, too."""
    return tries[suite, variant.name].failed.keys() <= _base(suite, variant, tries)
