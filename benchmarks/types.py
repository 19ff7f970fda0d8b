"""`python -m benchmarks.types`: what knowing types is worth.

The first table compares packages with copies of them from which every annotation was taken away: what is left must be
known from docstrings, bodies, defaults, names, and from what calls teach. The second compares runs that learn from
their calls with runs that do not, on packages without annotations. All of it by numbers of steps, so that the machine
does not matter; several seeds, run beside each other.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from benchmarks.acceptance import install
from benchmarks.machine import Taking
from benchmarks.running import generate

TYPED = ("semver", "bidict", "sortedcontainers")
UNTYPED = ("boltons", "toolz", "more_itertools", "networkx", "dateutil")
LEAST = 0.90
"""The share of branches that a copy without annotations must reach."""
FIND = "import importlib.util, sys; print(importlib.util.find_spec(sys.argv[1]).submodule_search_locations[0])"


Function = TypeVar("Function", ast.FunctionDef, ast.AsyncFunctionDef)


def main() -> None:
    """Run, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.types", description="What knowing types is worth.")
    parser.add_argument("--steps", type=int, default=6_000, metavar="N", help="steps of each run (default: 6000)")
    parser.add_argument("--seeds", type=int, default=2, metavar="N", help="seeds of the first table (default: 2)")
    parser.add_argument("--learning-seeds", type=int, default=6, metavar="N", help="of the second table (default: 6)")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    python = install()
    seeds = range(1, options.seeds + 1)
    console.print(_annotations(python, seeds, options.steps))
    console.print(_learning(python, range(1, options.learning_seeds + 1), options.steps))
    taking.end()


def _annotations(python: Path, seeds: Iterable[int], steps: int) -> Table:
    table = _table(f"annotations taken away, {steps} steps", "branches", "with", "without")
    for package in TYPED:
        place = subprocess.run([python, "-c", FIND, package], check=True, capture_output=True, text=True).stdout
        found = Path(place.strip())
        run = partial(_runs, python, package, seeds, steps=steps, command="generate", counted=("branches", "covered"))
        first, second = run(partial(_put, shutil.copytree, found)), run(partial(_put, strip, found))
        _row(table, package, first, second, LEAST)
    return table


def _learning(python: Path, seeds: Iterable[int], steps: int) -> Table:
    table = _table(f"learning from calls switched off, {steps} steps", "operations", "learning", "not learning")
    for package in UNTYPED:
        run = partial(
            _runs, python, package, seeds, steps=steps, command="explain", counted=("operations", "succeeded")
        )
        first, second = run(lambda _place: None), run(_forbid_learning)
        _row(table, package, first, second, None)
    return table


def _put(copy: Callable[[Path, Path], object], package: Path, place: Path) -> None:
    """Copy a package, in some way, to where it is found first."""
    copy(package, place / package.name)


def _forbid_learning(place: Path) -> None:
    settings = '[tool.caddis.generate]\nwithout = ["learning"]\n'
    (place / "pyproject.toml").write_text(settings, encoding="utf-8")


def _runs(
    python: Path,
    package: str,
    seeds: Iterable[int],
    prepare: Callable[[Path], None],
    *,
    steps: int,
    command: str,
    counted: tuple[str, str],
) -> list[int]:
    """What runs come to, one for each seed, each in a directory of its own that was prepared."""

    def run(seed: int) -> int:
        with tempfile.TemporaryDirectory() as place:
            prepare(Path(place))
            done = generate(python, package, Path(place), "--seed", str(seed), steps=steps, command=command)
        if done.summary is None:
            raise SystemExit(f"{package}, seed {seed}: {done.output}")
        part, name = counted
        return int(done.summary[part][name])

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(run, seeds))


def _table(title: str, what: str, first: str, second: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("package")
    for name in (f"{what} {first}", second, "ratio", "by seed"):
        table.add_column(name, justify="right")
    return table


def _row(table: Table, package: str, first: list[int], second: list[int], wanted: float | None) -> None:
    ratio = mean(second) / mean(first)
    told = f"{ratio:.2f}"
    if wanted is not None:
        told = f"[{'green' if ratio >= wanted else 'red'}]{told}[/] ≥ {wanted:.2f}"
    each = ", ".join(f"{one}/{other}" for one, other in zip(first, second, strict=True))
    table.add_row(package, f"{mean(first):,.1f}", f"{mean(second):,.1f}", told, each)


def strip(package: Path, copy: Path) -> None:
    """Copy a package without its annotations, stubs and marker."""
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("*.pyi", "py.typed", "__pycache__"))
    for file in copy.rglob("*.py"):
        tree = Untyped().visit(ast.parse(file.read_bytes()))
        file.write_text(ast.unparse(ast.fix_missing_locations(tree)) + "\n", encoding="utf-8")


class Untyped(ast.NodeTransformer):
    """Takes annotations away, but those that make the fields of a class."""

    def __init__(self) -> None:
        self._in_class = False

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Fields stay: without them a dataclass would be another."""
        before, self._in_class = self._in_class, True
        self.generic_visit(node)
        self._in_class = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Nothing is said of what it takes and gives."""
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        """Nothing is said of what it takes and gives."""
        return self._function(node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Only its name is left."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        """A plain assignment, if it assigns anything."""
        if self._in_class or not isinstance(node.target, ast.Name):
            return node
        return None if node.value is None else ast.Assign([node.target], node.value)

    def _function(self, node: Function) -> Function:
        before, self._in_class = self._in_class, False
        node.returns = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        self._in_class = before
        return node


if __name__ == "__main__":
    main()
