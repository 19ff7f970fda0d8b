"""`python -m benchmarks`: sequences a second per core, and how far that is from the bare calls."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.speed import POOLS, SUBJECTS, Measurement, measured

REACHED = 0.95
"""A pool that stayed smaller than this share of what was asked for is shown as such, and gives no growth."""


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out the largest pool")
    parser.add_argument("--only", metavar="NAME,...", help="only these containers")
    options = parser.parse_args()
    pools = POOLS[:-1] if options.quick else POOLS
    names = options.only.split(",") if options.only else [subject.container for subject in SUBJECTS]
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    every = {subject: measured(subject, pools) for subject in SUBJECTS if subject.container in names}
    if not every:
        parser.error(f"there are {', '.join(dict.fromkeys(subject.container for subject in SUBJECTS))}")
    console.print(_speeds([measurement for several in every.values() for measurement in several]))
    console.print(_growth(list(every.values())))
    taking.end()


def _speeds(measurements: list[Measurement]) -> Table:
    table = Table(
        title="sequences per second per core",
        caption="best window, CPU time; mean: all windows; handed on: with encoding what is kept for the parent",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("container")
    for name in (
        "pool",
        "best/s",
        "mean/s",
        "handed on/s",
        "calls each",
        "µs a call",
        "bare µs a call",
        "ratio",
        "windows",
    ):
        table.add_column(name, justify="right")
    previous = None
    for one in measurements:
        if previous is not None and one.subject != previous:
            table.add_section()
        previous = one.subject
        table.add_row(
            one.subject,
            f"{one.pool:,}" if _reached(one) else f"{one.pool:,} of {one.wanted:,}",
            f"{one.rate:,.0f}",
            f"{one.mean_rate:,.0f}",
            f"{one.streamed_rate:,.0f}",
            f"{one.calls / one.sequences:.1f}",
            f"{one.per_call * 1e6:.2f}",
            f"{one.bare_seconds / one.calls * 1e6:.3f}",
            f"{one.ratio:.1f}",
            f"{one.windows}",
        )
    return table


def _growth(every: list[list[Measurement]]) -> Table:
    table = Table(title="growth of the cost, from the smallest pool to the largest reached", title_justify="left")
    table.add_column("container")
    for name in ("from", "to", "a sequence", "a sequence, mean", "a call"):
        table.add_column(name, justify="right")
    for several in every:
        first, last = several[0], several[-1]
        table.add_row(
            first.subject,
            f"{first.pool:,}",
            f"{last.pool:,}" if _reached(last) else f"{last.pool:,} of {last.wanted:,}",
            f"{first.rate / last.rate:.2f}",
            f"{first.mean_rate / last.mean_rate:.2f}",
            f"{last.per_call / first.per_call:.2f}",
        )
    return table


def _reached(one: Measurement) -> bool:
    return one.pool >= REACHED * one.wanted


if __name__ == "__main__":
    main()
