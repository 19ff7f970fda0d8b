"""`python -m benchmarks.editor`: the four bugs of a small text editor that take an override to show.

They are of the last four categories of Figure 8 of Klein, Flatt and Findler; the editor is the one of our tests. Each
seed has a minute, from start to exit, and each bug is wanted with nine of ten; without callbacks there is none.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.page import MISSED
from benchmarks.running import generate

EDITOR = Path(__file__).resolve().parents[1] / "tests" / "subjects" / "callback_editor.py"
CATEGORIES = {
    "dependence on a default implementation": ("no_none_error", "press"),
    "missing precondition on the state": ("precondition", "clear"),
    "a method that should have been final": ("no_index_error", "undo"),
    "wrong state while the object is made": ("no_attribute_error", ""),
}
"""Each with the contract that its bug breaks, and the method that is to blame."""
MOST_LINES = 8
SHARE = 0.9
"""How many of the seeds are to find each."""


def main() -> None:
    """Run with all seeds, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.editor", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="how many (default 10)")
    parser.add_argument("--time", type=float, default=60.0, help="seconds each (default 60)")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    runs = [_lines_by_category(seed, options.time) for seed in range(options.seeds)]
    without = [_lines_by_category(seed, options.time, callbacks=False) for seed in range(min(2, options.seeds))]
    table = Table(
        title=f"lines of the test that shows each bug, {options.time:g} s a seed; wanted: at most {MOST_LINES}, with"
        f" {SHARE:.0%} of the seeds",
        title_justify="left",
    )
    table.add_column("category of Figure 8")
    for seed in range(options.seeds):
        table.add_column(str(seed), justify="right")
    table.add_column("found", justify="right")
    table.add_column("without callbacks", justify="right")
    good = True
    for category in CATEGORIES:
        lines = [run.get(category) for run in runs]
        found = sum(count is not None and count <= MOST_LINES for count in lines)
        lost = sum(category in run for run in without)
        enough = found >= SHARE * len(runs) and not lost
        good = good and enough
        shown = ["-" if count is None else str(count) for count in lines]
        style = "green" if enough else "red"
        table.add_row(category, *shown, f"{found} of {len(runs)}", f"{lost} of {len(without)}", style=style)
    console.print(table)
    taking.end()
    sys.exit(0 if good else MISSED)


def _lines_by_category(seed: int, seconds: float, *, callbacks: bool = True) -> dict[str, int]:
    """The lines of the shortest test for each category that a run finds."""
    with tempfile.TemporaryDirectory(prefix="editor-") as directory:
        place = Path(directory)
        shutil.copy(EDITOR, place / "editor.py")
        if not callbacks:
            (place / "pyproject.toml").write_text('[tool.caddis.generate]\nwithout = ["callbacks"]\n', encoding="utf-8")
        done = generate(Path(sys.executable), "editor.py", place, "--seed", str(seed), seconds=seconds)
        findings: list[dict[str, Any]] = (done.summary or {}).get("findings", [])
        lengths = _lengths(place / "caddis-findings" / "test_editor_findings.py")
    found: dict[str, int] = {}
    for category, (contract, method) in CATEGORIES.items():
        for one in findings:
            if one["kind"] == contract and one["blame"].endswith(method):
                length = lengths[one["test"].rpartition("::")[2]]
                found[category] = min(length, found.get(category, length))
    return found


def _lengths(file: Path) -> dict[str, int]:
    """For each test of a file the number of its lines, docstring and blank ones aside."""
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    found: dict[str, int] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            start = 1 if ast.get_docstring(node) is not None else 0
            body = lines[node.body[start].lineno - 1 : node.end_lineno]
            found[node.name] = sum(bool(line.strip()) for line in body)
    return found


if __name__ == "__main__":
    main()
