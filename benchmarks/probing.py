"""`python -m benchmarks.probing`: what probes cost the code that carries them, and what a second worker adds.

Modules of the standard library that are written in Python do work that can be told in a line, with probes and without,
each time in a process of its own, in turn. Cold is the import, from our cache or from the interpreter's, and the work
done once; warm is the work when all is hot. CPU time, the best of several rounds.

A second worker cannot add more than a second process adds to anything on this machine: two runs that know nothing of
each other are shown beside it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import geometric_mean

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.rates import rate
from caddis.config import Config
from caddis.execute.cache import Cache
from caddis.execute.importing import Coverage, InstrumentingFinder

HERE = Path(__file__).resolve().parent
WORK = {
    "_pydecimal": "[m.Decimal(n).sqrt() * m.Decimal('1.7') for n in range(1, 40)]",
    "difflib": "list(m.unified_diff(['a', 'b', 'c', 'd'] * 20, ['a', 'x', 'c', 'e'] * 20))",
    "textwrap": "m.fill('the quick brown fox jumps over the lazy dog ' * 40, 30)",
    "fractions": "sum(m.Fraction(n, n + 1) for n in range(150))",
    "statistics": "m.linear_regression(range(200), [n * 1.5 for n in range(200)])",
    "argparse": "m.ArgumentParser().parse_args([])",
    "html.parser": "m.HTMLParser().feed('<p class=a>text &amp; <b>more</b></p>' * 60)",
}
"""Modules, here `m`, and what they are asked to do."""
MOST_WARM, MOST_COLD, LEAST_GAIN = 1.10, 1.30, 1.8
"""What is wanted."""
WARMING, TIMES, HOT = 30, 20, 7
CONTAINER = "linked_list"


def _timed(module: str, work: str, cache: str) -> tuple[float, float]:
    """The CPU seconds of the import and the first time, and of one time when hot, in this process."""
    # once before, for all that it imports itself; plainly, or it would not be read again
    importlib.import_module(module)
    del sys.modules[module]
    if cache:
        finder = InstrumentingFinder(frozenset({module}), Coverage(Cache(Path(cache))))
        finder.install()
    code = compile(work, "<work>", "eval")
    start = time.process_time()
    imported = importlib.import_module(module)
    eval(code, {"m": imported})
    cold = time.process_time() - start
    for _ in range(WARMING):
        eval(code, {"m": imported})
    best = float("inf")
    for _ in range(HOT):
        start = time.process_time()
        for _ in range(TIMES):
            eval(code, {"m": imported})
        best = min(best, time.process_time() - start)
    return cold, best / TIMES


def probed(module: str, rounds: int) -> dict[str, tuple[float, float]]:
    """The best cold and warm seconds of a module without probes and with them."""
    every: dict[str, list[tuple[float, float]]] = {"plain": [], "probes": []}
    with tempfile.TemporaryDirectory() as cache:
        Cache(Path(cache)).fill([str(importlib.import_module(module).__file__)])
        for _ in range(rounds):
            for variant, several in every.items():
                wanted = json.dumps([module, WORK[module], cache if variant == "probes" else ""])
                done = subprocess.run(
                    [sys.executable, "-m", "benchmarks.probing", "--run", wanted],
                    cwd=HERE.parent,
                    env={**os.environ, "PYTHONHASHSEED": "0"},
                    stdout=subprocess.PIPE,
                    text=True,
                    check=True,
                )
                several.append(tuple(json.loads(done.stdout)))
    return {
        variant: (min(one[0] for one in several), min(one[1] for one in several)) for variant, several in every.items()
    }


def _with(workers: int, seconds: float, _number: int = 0) -> float:
    return rate(f"{CONTAINER}.py", HERE / "containers", Config(workers=workers), seconds)


def apart(seconds: float) -> float:
    """Sequences a second of two runs beside each other that share nothing, together."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as both:
        return sum(both.map(partial(_with, 1, seconds), range(2)))


def main() -> None:
    """Print the tables, or do one run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.probing", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="processes of each (default 7)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each run of workers (default 10)")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(_timed(*json.loads(options.run))))
        return
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    console.print(_probes({module: probed(module, options.rounds) for module in WORK}))
    rates = [(_with(1, options.seconds), _with(2, options.seconds), apart(options.seconds)) for _ in range(3)]
    console.print(_workers(rates))
    taking.end()


def _probes(every: dict[str, dict[str, tuple[float, float]]]) -> Table:
    table = Table(
        title="what probes cost the code that carries them",
        caption=f"wanted: at most {MOST_WARM:.2f} warm and {MOST_COLD:.2f} cold",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("module")
    for name in ("cold, plain, ms", "with probes", "ratio", "warm, plain, µs", "with probes", "ratio"):
        table.add_column(name, justify="right")
    for module, variants in every.items():
        cells = []
        for which, (unit, most) in enumerate(((1e3, MOST_COLD), (1e6, MOST_WARM))):
            plain, with_probes = variants["plain"][which], variants["probes"][which]
            ratio = with_probes / plain
            colour = "green" if ratio <= most else "red"
            cells += [f"{plain * unit:,.1f}", f"{with_probes * unit:,.1f}", f"[{colour}]{ratio:.2f}[/]"]
        table.add_row(module, *cells)
    cold, warm = (
        geometric_mean(variants["probes"][which] / variants["plain"][which] for variants in every.values())
        for which in range(2)
    )
    table.add_section()
    table.add_row("geometric mean", "", "", f"{cold:.2f}", "", "", f"{warm:.2f}")
    return table


def _workers(rates: list[tuple[float, float, float]]) -> Table:
    table = Table(
        title=f"two workers, on {CONTAINER}",
        caption=f"sequences a second of wall time; wanted: at least {LEAST_GAIN:g} times one",
        title_justify="left",
        caption_justify="left",
    )
    for name in ("one worker", "two workers", "ratio", "two runs that share nothing", "ratio"):
        table.add_column(name, justify="right")
    for one, two, twice in rates:
        table.add_row(f"{one:,.0f}", f"{two:,.0f}", f"{two / one:.2f}", f"{twice:,.0f}", f"{twice / one:.2f}")
    return table


if __name__ == "__main__":
    main()
