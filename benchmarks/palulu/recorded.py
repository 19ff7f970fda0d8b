"""`python -m benchmarks.palulu.recorded`: Figures 11 and 12 of the paper on Palulu, all six rows.

A run of nine operations is recorded. For each of the three levels of constraints a suite is generated from the
reference implementation, and run on all others, as it is and with its assertions taken out, beside the suite written by
hand.

What is generated, and why nothing is chosen of it, is told in `benchmarks/palulu/judging.py`.
"""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from benchmarks.palulu.judging import (
    BY_HAND,
    WRITTEN,
    Goal,
    Made,
    Row,
    Tries,
    beginning,
    conclude,
    judged,
    made,
    options_of,
    size_of,
    try_all,
)
from benchmarks.palulu.variants import HERE, LIBRARY
from caddis.recording.models import read_usage

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
GOAL = Goal("values and sequence + observers", precision=0.98, recall=0.93)
"""The best row of the paper."""


@dataclass(frozen=True, slots=True)
class Learned:
    """How long it took to record, and to learn from that."""

    recording: float
    modelling: float
    calls: str


def main() -> None:
    """Record, learn, generate, run everything, print both figures."""
    options = options_of("benchmarks.palulu.recorded", __doc__, LEVELS)
    with beginning(options) as (console, place):
        learned = record(place)
        recording = str(place / "caddis.trace")
        suites = dict(WRITTEN)
        done: dict[str, Made] = {}
        private: list[str] = []
        for level, name in LEVELS.items():
            if options.only not in (None, level):
                continue
            suite = made(
                console,
                place / level,
                options,
                *("--strategy", "model", "--constraints", level, "--model", recording),
            )
            done[name] = done[f"{name}{OBSERVED}"] = suite
            private += suite.private
            suites |= {name: suite.exceptions, f"{name}{OBSERVED}": suite.observers}
        tries = try_all(suites, options.parallel)
    by_name = judged(tries)
    rows = {name: by_name[name] for name in PAPER if name in by_name}
    console.print(_figure_11(rows, done, learned, tries))
    conclude(console, rows, GOAL, PAPER, tries=tries, private=private)


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


def _figure_11(rows: dict[str, Row], made_by: dict[str, Made], learned: Learned, tries: Tries) -> Table:
    table = Table(title=f"times, in seconds (Figure 11); {learned.calls}", title_justify="left")
    table.add_column("suite")
    for name in ("to record", "to model", "to generate", "to confirm", "sequences", "tests", "to run, average"):
        table.add_column(name, justify="right")
    for name, row in rows.items():
        done = made_by.get(name)
        uses = done is not None and not name.startswith(LEVELS["none"])
        table.add_row(
            name,
            f"{learned.recording:.1f}" if uses else "",
            f"{learned.modelling:.2f}" if uses else "",
            f"{done.seconds:.1f}" if done is not None else "",
            f"{done.done.seconds - done.seconds:.1f}" if done is not None else "",
            f"{(done.done.summary or {})['sequences']['executed']:,}" if done is not None else "",
            str(size_of(name, tries)),
            f"{row.seconds:.2f}",
        )
    return table


if __name__ == "__main__":
    main()
