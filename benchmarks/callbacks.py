"""`python -m benchmarks.callbacks`: what it costs to make up callbacks and subclasses, in sequences a second.

Each target is explored by one worker, in turn without and with them, several times; the best of each counts. Half the
sequences are wanted where there is something to call back, and all of them where there is not.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.acceptance import install
from benchmarks.bugs import installed
from benchmarks.machine import Taking
from benchmarks.page import MISSED
from benchmarks.rates import rate
from caddis.config import Config, GenerateConfig

LEAST, LEAST_WITHOUT = 0.5, 0.95


@dataclass(frozen=True, slots=True)
class Subject:
    """A target, the release it is of, and whether it calls back."""

    target: str
    distribution: str
    version: str
    calls: bool = True


SUBJECTS = (
    Subject("pyee.base", "pyee", "13.0.1"),
    Subject("blinker", "blinker", "1.9.0"),
    Subject("transitions", "transitions", "0.9.3"),
    Subject("traitlets", "traitlets", "5.16.1"),
    Subject("cachetools", "cachetools", "8.0.0"),
    Subject("toolz.functoolz", "toolz", "1.2.0"),
    Subject("semver", "semver", "3.1.1", calls=False),
    Subject("packaging.version", "packaging", "26.3", calls=False),
)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.callbacks", description=__doc__)
    parser.add_argument("--time", type=float, default=8.0, help="seconds each (default 8)")
    parser.add_argument("--rounds", type=int, default=2, help="(default 2)")
    parser.add_argument("--only", metavar="TARGET,...", help="only these")
    options = parser.parse_args()
    subjects = [one for one in SUBJECTS if options.only is None or one.target in options.only.split(",")]
    if not subjects:
        parser.error(f"there are {', '.join(one.target for one in SUBJECTS)}")
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    python = install()
    table = Table(title="sequences a second, one worker", title_justify="left")
    table.add_column("target")
    for name in ("without callbacks", "with", "ratio", "wanted"):
        table.add_column(name, justify="right")
    good = True
    for one in subjects:
        place = Path(installed(python, one.distribution, one.version))
        best = {False: 0.0, True: 0.0}
        for seed in range(1, options.rounds + 1):
            for callbacks in (False, True):
                config = Config(
                    workers=1, seed=seed, generate=GenerateConfig(without=() if callbacks else ("callbacks",))
                )
                best[callbacks] = max(best[callbacks], rate(one.target, place, config, options.time))
        ratio, wanted = best[True] / best[False], LEAST if one.calls else LEAST_WITHOUT
        good = good and ratio >= wanted
        colour = "green" if ratio >= wanted else "red"
        table.add_row(
            one.target, f"{best[False]:,.0f}", f"{best[True]:,.0f}", f"[{colour}]{ratio:.2f}[/]", f"≥ {wanted:g}"
        )
    console.print(table)
    taking.end()
    sys.exit(0 if good else MISSED)


if __name__ == "__main__":
    main()
