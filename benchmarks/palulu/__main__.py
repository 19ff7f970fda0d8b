"""`python -m benchmarks.palulu`: what observers are worth as oracles, as in section 3.1 of the paper on Palulu.

Caddis makes a suite from one implementation of rational polynomials. It is run on sixty correct and sixty faulty ones,
as it is and with its assertions taken out, beside a small suite written by hand. A gold suite decides which
implementations are faulty. An implementation is reported if a test fails.

What is generated, and why nothing is chosen of it, is told in `benchmarks/palulu/judging.py`. With `--chosen` the tests
are judged that Caddis writes unless it is told otherwise.
"""

from __future__ import annotations

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

EXCEPTIONS = "exceptions only"
OBSERVERS = "observers"
PAPER = {EXCEPTIONS: "0.95 / 0.31", OBSERVERS: "0.98 / 0.60 to 0.93", BY_HAND: "1.00 / 0.21"}
"""Precision and recall in Figure 12: unconstrained input, for observers up to the best model."""
GOAL = Goal(OBSERVERS, precision=0.98, recall=0.90)


def main() -> None:
    """Generate, run everything, print both figures and what was judged wrongly."""
    options = options_of("benchmarks.palulu", __doc__)
    with beginning(options) as (console, place):
        suite = made(console, place, options)
        suites = {**WRITTEN, EXCEPTIONS: suite.exceptions, OBSERVERS: suite.observers}
        tries = try_all(suites, options.parallel)
    by_name = judged(tries)
    rows = {name: by_name[name] for name in PAPER}
    console.print(_figure_11(rows, suite, tries))
    conclude(console, rows, GOAL, PAPER, tries=tries, private=suite.private)


def _figure_11(rows: dict[str, Row], suite: Made, tries: Tries) -> Table:
    table = Table(title="times, in seconds (Figure 11)", title_justify="left")
    table.add_column("suite")
    for name in ("to generate", "to confirm", "sequences", "tests", "assertions", "to run, average"):
        table.add_column(name, justify="right")
    summary = suite.done.summary or {}
    for name, row in rows.items():
        generated = name != BY_HAND
        table.add_row(
            name,
            f"{suite.seconds:.1f}" if generated else "",
            f"{suite.done.seconds - suite.seconds:.1f}" if generated else "",
            f"{summary['sequences']['executed']:,}" if generated else "",
            str(size_of(name, tries)),
            str(summary["tests"]["assertions"]) if name == OBSERVERS else "",
            f"{row.seconds:.2f}",
        )
    return table


if __name__ == "__main__":
    main()
