"""`python -m benchmarks.tracing.worth`: what a recording of a package's own tests is worth.

Tests are generated with the recording and without, with the same budget: operations that succeed, branches reached.
Then the section 5.4 of the paper on Palulu: the package's tests turned into unit tests, and the mutants that only the
one or only the other notices.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.page import MISSED
from benchmarks.running import Generated, generate
from benchmarks.tracing.packages import OURS, PACKAGES, PYTEST, ROOT, Package, fetch, record, run, tests_of

MUTANT = 60.0
"""Seconds that a suite may take on a mutant."""


def main() -> None:
    """Print both tables, and fail where a recording is not worth it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracing.worth", description=__doc__)
    parser.add_argument("--only", help="one package")
    parser.add_argument("--time", type=float, default=30.0, help="seconds of generation (default 30)")
    parser.add_argument("--steps", type=int, default=0, help="sequences instead of seconds, on a machine that is busy")
    parser.add_argument("--seed", type=int, default=0, help="(default 0)")
    parser.add_argument("--mutants", type=int, default=40, help="of one module of each package (default 40)")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    gains = Table(title="operations that succeeded and branches reached, same budget", title_justify="left")
    for column in ("package", "operations", "without", "with", "branches", "without", "with"):
        gains.add_column(column, justify="left" if column == "package" else "right")
    units = Table(title="mutants noticed: by the package's tests, by those made from a recording", title_justify="left")
    for column in ("package", "mutants", "both", "only its own", "only ours", "neither"):
        units.add_column(column, justify="left" if column == "package" else "right")
    good = True
    for package in PACKAGES:
        if options.only not in (None, package.name):
            continue
        fetch(package)
        recording, _ = record(package, OURS)
        with tempfile.TemporaryDirectory(prefix="worth-") as directory:
            place = Path(directory)
            without = _generated(package, place / "without", options)
            learned = _generated(package, place / "with", options, "--model", str(recording))
            good = _gain(gains, package, without, learned) and good
            if options.mutants:
                unit = _generated(package, place / "unit", options, "--model", str(recording), "--strategy", "model")
                if unit.clean:
                    _units(units, package, place / "unit" / "tests" / "caddis", options.mutants)
    console.print(gains)
    if options.mutants:
        console.print(units)
    taking.end()
    sys.exit(0 if good else MISSED)


def _generated(package: Package, place: Path, options: argparse.Namespace, *more: str) -> Generated:
    place.mkdir()
    return generate(
        OURS,
        package.name,
        place,
        *("--seed", str(options.seed), *more),
        seconds=None if options.steps else options.time,
        steps=options.steps,
        path=f"{ROOT / 'src'}:{package.place / package.path}",
    )


def _gain(table: Table, package: Package, without: Generated, learned: Generated) -> bool:
    numbers = [
        (each.summary or {}).get(group, {}).get(name, 0)
        for group, name in (("operations", "succeeded"), ("branches", "covered"))
        for each in (without, learned)
    ]
    summary = learned.summary or {"operations": {"total": 0}, "branches": {"total": 0}}
    better = numbers[1] >= numbers[0] and numbers[3] >= numbers[2] and numbers[1] + numbers[3] > numbers[0] + numbers[2]
    table.add_row(
        f"{package.name} {package.version}",
        str(summary["operations"]["total"]),
        str(numbers[0]),
        str(numbers[1]),
        str(summary["branches"]["total"]),
        str(numbers[2]),
        str(numbers[3]),
        style="green" if better else "red",
    )
    return better


def _units(table: Table, package: Package, ours: Path, most: int) -> None:
    """Run both suites on mutants of a module, which is changed on disk and put back."""
    module = package.place / package.module
    source = module.read_text(encoding="utf-8")
    suite = package.place / "caddis_units"
    shutil.rmtree(suite, ignore_errors=True)
    shutil.copytree(ours, suite)
    counts = dict.fromkeys(("both", "own", "ours", "neither"), 0)
    mutants = list(_mutants(source))
    chosen = Random(0).sample(mutants, min(most, len(mutants)))
    try:
        for mutant in chosen:
            module.write_text(mutant.source, encoding="utf-8")
            own = run(package, [str(OURS), *tests_of(package), "-x"], MUTANT).status != 0
            mine = run(package, [str(OURS), "-m", "pytest", suite.name, *PYTEST, "-x"], MUTANT).status != 0
            counts["both" if own and mine else "own" if own else "ours" if mine else "neither"] += 1
    finally:
        module.write_text(source, encoding="utf-8")
        shutil.rmtree(suite, ignore_errors=True)
    table.add_row(f"{package.name} {package.module}", str(len(chosen)), *map(str, counts.values()))


@dataclass(frozen=True, slots=True)
class _Mutant:
    source: str


_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def _mutants(source: str) -> Iterator[_Mutant]:
    """The source with one operator, condition or number another; inside functions only."""
    tree = ast.parse(source)
    inside = {id(each) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) not in inside:
            continue
        if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in _SWAPPED:
            before = node.op
            node.op = _SWAPPED[type(before)]()  # type: ignore[assignment]
            yield _Mutant(ast.unparse(tree))
            node.op = before
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPPED:
            operator = node.ops[0]
            node.ops[0] = _SWAPPED[type(operator)]()  # type: ignore[call-overload]
            yield _Mutant(ast.unparse(tree))
            node.ops[0] = operator
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            node.value += 1
            yield _Mutant(ast.unparse(tree))
            node.value -= 1
        elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
            test = node.test
            node.test = ast.UnaryOp(ast.Not(), test)
            yield _Mutant(ast.unparse(tree))
            node.test = test


if __name__ == "__main__":
    main()
