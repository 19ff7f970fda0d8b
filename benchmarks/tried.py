"""`python -m benchmarks.tried`: what is tried is worth on the containers of Figure 5, by steps."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import exp, log
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks import predicates
from benchmarks.ablation import ROWS, WHOLE
from benchmarks.forked import ProcessorClock, forked
from benchmarks.reaching import CONTAINERS, explorer_of
from caddis.execute.clock import Beat


def explored(container: str, row: str, seed: int, steps: int) -> Iterator[dict[str, Any]]:
    """What one run comes to."""
    config = replace(ROWS[row], seed=seed, steps=steps)
    beat = Beat()
    clock = ProcessorClock(beat, config.timeout)
    explorer, _ = explorer_of(container, config, Path(os.getcwd()), beat)
    predicates.blocks.clear()
    predicates.combinations.clear()
    clock.start()
    for _ in explorer.batches(lambda done: done < steps):
        yield {"blocks": len(predicates.blocks), "combinations": len(predicates.combinations)}
    clock.stop()


def main() -> None:
    """Print a line for each row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tried", description=__doc__)
    parser.add_argument("--steps", type=int, default=5_000)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--rows", default="")
    options = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(
            sys.executable,
            [sys.executable, "-m", "benchmarks.tried", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    rows = [WHOLE, *options.rows.split(",")] if options.rows else [row for row in ROWS if row == WHOLE or row[0] == "+"]
    whole: list[float] = []
    for row in rows:
        cells, figures = [], []
        for container in CONTAINERS:
            runs = [forked(partial(explored, container, row, seed, options.steps))[0] for seed in range(options.seeds)]
            cells.append(f"{mean(one['blocks'] for one in runs):.1f} {mean(one['combinations'] for one in runs):.1f}")
            figures.append(mean(one["combinations"] for one in runs))
        whole = whole or figures
        lost = exp(mean(log(a / b) for a, b in zip(whole, figures, strict=True)))
        print(f"{row:<24}", "  ".join(f"{cell:>12}" for cell in cells), f"  combinations lost {lost:.3f}", flush=True)


if __name__ == "__main__":
    main()
