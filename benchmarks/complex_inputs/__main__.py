"""`python -m benchmarks.complex_inputs`: a valid object of a class that is hard to build, with a recording and without.

With the model of a recorded run one must be there within ten seconds for each of ten seeds; without, none in sixty.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.page import MISSED
from benchmarks.running import generate

HERE = Path(__file__).resolve().parent
SEEDS = 10
WITH, WITHOUT = 10.0, 60.0
"""Seconds for each."""
SOUGHT = "linear.Core"


def main() -> None:
    """Record once; then explore with the model, and without anything, for each seed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.complex_inputs", description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"(default {SEEDS})")
    parser.add_argument("--without", type=int, default=2, help="seeds that are tried without, 60 s each (default 2)")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    with tempfile.TemporaryDirectory(prefix="complex-") as directory:
        place = Path(directory)
        for name in ("linear.py", "example.py"):
            shutil.copy(HERE / name, place / name)
        command = [sys.executable, "-m", "caddis", "trace", "--of", "linear", "-o", "linear.trace", "example.py"]
        said = subprocess.run(command, cwd=place, capture_output=True, text=True, check=True).stderr.strip()
        table = Table(title=f"a valid {SOUGHT}; {said.removeprefix('caddis: ')}", title_justify="left")
        for column in ("seed", "recording", "seconds", "calls that succeeded", "of"):
            table.add_column(column, justify="right")
        found = [
            _found(table, place, seed, WITH, "yes", "--strategy", "model", "--model", "linear.trace")
            for seed in range(options.seeds)
        ]
        # not to give up early
        lost = [_found(table, place, seed, WITHOUT, "no", "--patience", "0") for seed in range(options.without)]
    console.print(table)
    console.print(f"with the model: {sum(found)} of {len(found)}; without: {sum(lost)} of {len(lost)}", highlight=False)
    taking.end()
    sys.exit(0 if all(found) and not any(lost) else MISSED)


def _found(table: Table, place: Path, seed: int, seconds: float, recorded: str, *options: str) -> bool:
    start = time.monotonic()
    done = generate(Path(sys.executable), "linear.py", place, "--seed", str(seed), *options, seconds=seconds)
    detail: list[dict[str, Any]] = (done.summary or {}).get("operations_detail", [])
    made = next((each for each in detail if each["operation"] == SOUGHT and each["kind"] == "constructor"), {})
    succeeded, called = made.get("successes", 0), made.get("calls", 0)
    table.add_row(str(seed), recorded, f"{time.monotonic() - start:.1f}", f"{succeeded:,}", f"{called:,}")
    shutil.rmtree(place / "tests", ignore_errors=True)
    shutil.rmtree(place / "caddis-findings", ignore_errors=True)
    return bool(succeeded)


if __name__ == "__main__":
    main()
