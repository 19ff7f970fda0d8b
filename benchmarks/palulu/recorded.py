"""`python -m benchmarks.palulu.recorded`: Figures 11 and 12 of the paper on Palulu, all six rows.

A run of nine operations is recorded. For each of the three levels of constraints a suite is generated from the
reference implementation, and run on all others, as it is and with its assertions taken out, beside the suite written by
hand.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.machine import machine
from benchmarks.palulu.__main__ import BY_HAND, GOLD, Row, Tries, gold_agrees, row_of, try_all
from benchmarks.palulu.correct import CORRECT
from benchmarks.palulu.exceptions import private_assertions, without_assertions
from benchmarks.palulu.faulty import FAULTY
from benchmarks.palulu.variants import HERE, LIBRARY
from benchmarks.running import Generated, generate
from caddis.recording.models import read_usage

RECALL, PRECISION = 0.93, 0.98
"""The best row of the paper, which is wanted of sequences with observers."""
LEVELS = {"none": "unconstrained", "values": "values", "sequence": "values and sequence"}
OBSERVED = " + observers"
PAPER = {
    "unconstrained": "0.95 / 0.31",
    "unconstrained + observers": "0.98 / 0.60",
    "values": "0.78 / 0.46",
    "values + observers": "0.67 / 0.84",
    "values and sequence": "1.00 / 0.47",
    "values and sequence + observers": "0.98 / 0.93",
    BY_HAND: "1.00 / 0.21",
}
"""Precision and recall in Figure 12."""
WANTED = "values and sequence + observers"


@dataclass(frozen=True, slots=True)
class Learned:
    """How long it took to record, and to learn from that."""

    recording: float
    modelling: float
    calls: str


def main() -> None:
    """Record, learn, generate, run everything, print both figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.palulu.recorded", description=__doc__)
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
        learned = record(place)
        suites = {GOLD: HERE / "suites" / "gold.py", BY_HAND: HERE / "suites" / "hand_written.py"}
        made: dict[str, Generated] = {}
        private: list[str] = []
        for level, name in LEVELS.items():
            done, suite = _suite(place, level, options)
            if suite is None:
                console.print(done.output, style="red", markup=False)
                sys.exit(f"no suite was generated for {name}")
            made[name] = made[f"{name}{OBSERVED}"] = done
            source = suite.read_text(encoding="utf-8")
            private += private_assertions(source)
            bare = suite.with_name("test_exceptions_only.py")
            bare.write_text(without_assertions(source), encoding="utf-8")
            suites |= {name: bare, f"{name}{OBSERVED}": suite}
        tries = try_all(suites, (*CORRECT, *FAULTY), options.parallel)
    sound = gold_agrees(console, tries)
    faulty = frozenset(name for suite, name in tries if suite == GOLD and tries[suite, name].failed)
    rows = {name: row_of(name, tries, faulty) for name in PAPER}
    console.print(_figure_11(rows, made, learned, tries))
    console.print(_figure_12(rows))
    wanted = rows[WANTED]
    console.print(f"missed by {WANTED}: {', '.join(sorted(wanted.missed)) or 'none'}", highlight=False)
    console.print(f"reported by it, though correct: {', '.join(sorted(wanted.wrong)) or 'none'}", highlight=False)
    for assertion in private:
        console.print(f"asserts on what is private: {assertion}", style="red", markup=False)
    good = wanted.recall >= RECALL and wanted.precision >= PRECISION
    sys.exit(0 if sound and good and not private else 1)


def record(place: Path) -> Learned:
    """Record the example run, and learn from the recording once, to see how long each takes."""
    (place / "ratpoly.py").write_text(LIBRARY.read_text(encoding="utf-8"), encoding="utf-8")
    (place / "example.py").write_text((HERE / "example.py").read_text(encoding="utf-8"), encoding="utf-8")
    (place / "caddis.trace").unlink(missing_ok=True)
    start = time.perf_counter()
    command = [sys.executable, "-m", "caddis", "trace", "--of", "ratpoly", "example.py"]
    said = subprocess.run(command, cwd=place, capture_output=True, text=True, check=True).stderr.strip()
    middle = time.perf_counter()
    read_usage(place / "caddis.trace")
    return Learned(middle - start, time.perf_counter() - middle, said.removeprefix("caddis: "))


def _suite(place: Path, level: str, options: argparse.Namespace) -> tuple[Generated, Path | None]:
    inside = place / level
    inside.mkdir(exist_ok=True)
    done = generate(
        Path(sys.executable),
        "ratpoly",
        inside,
        *("--seed", str(options.seed), "--strategy", "model", "--constraints", level),
        *("--model", str(place / "caddis.trace")),
        seconds=None if options.steps else options.time,
        steps=options.steps,
        path=f"{HERE.parents[1] / 'src'}:{LIBRARY.parent}",
    )
    written = sorted((inside / "tests" / "caddis").glob("test_*.py"))
    return done, written[0] if done.clean and len(written) == 1 else None


def _figure_11(rows: dict[str, Row], made: dict[str, Generated], learned: Learned, tries: Tries) -> Table:
    table = Table(title=f"times, in seconds (Figure 11); {learned.calls}", title_justify="left")
    table.add_column("suite")
    for name in ("to record", "to model", "to generate", "sequences", "tests", "to run, average"):
        table.add_column(name, justify="right")
    for name, row in rows.items():
        done = made.get(name)
        uses = done is not None and not name.startswith(LEVELS["none"])
        table.add_row(
            name,
            f"{learned.recording:.1f}" if uses else "",
            f"{learned.modelling:.2f}" if uses else "",
            f"{done.seconds:.1f}" if done is not None else "",
            f"{(done.summary or {})['sequences']['executed']:,}" if done is not None else "",
            str(max(len(t.failed) + t.passed for (suite, _), t in tries.items() if suite == name)),
            f"{row.seconds:.2f}",
        )
    return table


def _figure_12(rows: dict[str, Row]) -> Table:
    title = f"reported implementations (Figure 12); wanted of {WANTED}: {PRECISION} / {RECALL}"
    table = Table(title=title, title_justify="left")
    table.add_column("suite")
    for name in ("OK pass", "OK fail", "false positives", "false negatives", "precision", "recall", "in the paper"):
        table.add_column(name, justify="right")
    for name, row in rows.items():
        good = row.recall >= RECALL and row.precision >= PRECISION
        table.add_row(
            name,
            str(len(CORRECT) + len(FAULTY) - len(row.right | row.missed | row.wrong)),
            str(len(row.right)),
            str(len(row.wrong)),
            str(len(row.missed)),
            f"{row.precision:.2f}",
            f"{row.recall:.2f}",
            PAPER[name],
            style=None if name != WANTED else "green" if good else "red",
        )
    return table


if __name__ == "__main__":
    main()
