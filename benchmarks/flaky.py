"""`python -m benchmarks.flaky`: suites of real packages, run ten times and more by plain pytest, each time otherwise.

No worker of ours takes part in running them: each run is a process of its own, with a directory, a home, a time zone,
hash seeds and an order of its own; some believe that it is later, and some share the tests out with pytest-xdist.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.acceptance import Subject, chosen, install
from benchmarks.machine import machine
from benchmarks.running import Tested, generate, read_report

KEPT = Path(__file__).resolve().parent.parent / ".acceptance" / "flaky"
MOST_SHOWN = 5
TESTING = 900.0
"""Seconds that one run of a suite may take."""
LONGEST_LINE, MEDIAN, MOST = 100, 6, 15
"""What lines of tests may come to: how long one may be, and how many a test may have, in the middle and at most."""
SHIFT = """
import sys
sys.dont_write_bytecode = True
from caddis.execute.elsewhen import shift
shift({seconds})
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""
"""A pytest that believes it is later: the one thing that needs help from within."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One way to run a suite."""

    name: str
    options: tuple[str, ...]
    hash_seed: int
    time_zone: str = "UTC"
    later: int = 0
    place: str = "here"
    """What its home, working and temporary directories are called."""
    by_file: bool = False
    """Whether each file is run in a process of its own."""
    sample: int = 0
    """How many tests are run, each in a process of its own; 0 for all, together."""


PLAIN = ("-p", "no:randomly")
CONDITIONS = (
    Condition("as written", PLAIN, 0),
    Condition("as written, other hashes", PLAIN, 101, "Asia/Kathmandu", place="an other/place"),
    Condition("shuffled", ("-p", "randomly", "--randomly-seed=1"), 202, "America/St_Johns"),
    Condition("shuffled otherwise", ("-p", "randomly", "--randomly-seed=2"), 303, place="x"),
    Condition("later", PLAIN, 404, "Pacific/Chatham", later=200 * 86_400 + 40_000),
    Condition("much later, shuffled", ("-p", "randomly", "--randomly-seed=3"), 505, later=900 * 86_400 + 7),
    Condition("two processes", ("-p", "randomly", "-n", "2", "--randomly-seed=4"), 606, "Europe/Berlin"),
    Condition("three processes", ("-p", "no:randomly", "-n", "3", "--dist=loadfile"), 707, place="deep/er/still"),
    Condition("backwards", (*PLAIN, "-p", "backwards"), 808, place="y"),
    Condition("each file alone", PLAIN, 909, by_file=True),
    Condition("some tests alone", PLAIN, 1010, sample=20),
)
BACKWARDS = "def pytest_collection_modifyitems(items):\n    items.reverse()\n"


@dataclass
class Result:
    """What came of one target."""

    target: str
    clean: bool
    tests: int = 0
    failing: set[str] = field(default_factory=set)
    """Tests that passed in no run."""
    wavering: dict[str, str] = field(default_factory=dict)
    """Tests that passed in some runs, and what they said in another."""
    without_assert: list[str] = field(default_factory=list)
    expected_to_fail: int = 0
    on_constants: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    longest: int = 0
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """Whether there is nothing to complain of."""
        wrong = (self.failing, self.wavering, self.without_assert, self.expected_to_fail, self.on_constants)
        fits = self.longest <= LONGEST_LINE and (
            not self.lines or (statistics.median(self.lines) <= MEDIAN and percentile(self.lines) <= MOST)
        )
        return self.clean and not any(wrong) and fits


def percentile(lines: list[int]) -> int:
    """How many lines all but one in twenty tests have at most."""
    return sorted(lines)[max(0, -(-len(lines) * 95 // 100) - 1)] if lines else 0


def look(result: Result, name: str, text: str) -> None:
    """Note what the text of a file says about its tests."""
    lines = text.splitlines()
    result.longest = max([result.longest, *map(len, lines)])
    result.expected_to_fail += text.count("xfail")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            result.lines.append((node.end_lineno or node.lineno) - node.lineno)
            if not asserts(node):
                result.without_assert.append(f"{name}::{node.name}")
            if is_on_constant(node):
                result.on_constants.append(f"{name}::{node.name}")


def asserts(node: ast.AST) -> bool:
    """Whether a test states anything: by assert, or by `pytest.raises`."""
    return any(isinstance(part, ast.Assert) for part in ast.walk(node)) or "pytest.raises" in ast.unparse(node)


def is_on_constant(node: ast.AST) -> bool:
    """Whether a test asserts something of what no call made: a literal, or a constant of a module or class."""
    given = {
        target.id
        for part in ast.walk(node)
        if isinstance(part, ast.Assign) and _is_constant(part.value, set())
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    # what was passed to a call may have been changed by it
    passed = {
        name.id
        for part in ast.walk(node)
        if isinstance(part, ast.Call)
        for argument in (*part.args, *(keyword.value for keyword in part.keywords), part.func)
        for name in ast.walk(argument)
        if isinstance(name, ast.Name)
    }
    asserted = [part.test for part in ast.walk(node) if isinstance(part, ast.Assert)]
    return any(isinstance(one, ast.Compare) and _is_constant(_subject(one), given - passed) for one in asserted)


def _subject(comparison: ast.Compare) -> ast.expr:
    """What something is said of: of `"a" in text`, the text."""
    return comparison.comparators[0] if isinstance(comparison.ops[0], ast.In) else comparison.left


def _is_constant(node: ast.expr, given: set[str]) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name in given or name.isupper()
        case ast.Attribute(value=ast.Name(id=owner), attr=attribute):
            return attribute.isupper() and owner[:1].isupper()
        case _:
            return False


def run(python: Path, suite: Path, condition: Condition, around: Path) -> Tested:
    """Run a suite under a condition, far from where it was generated."""
    place = around / condition.name.replace(" ", "-").replace(",", "")
    tests = place / condition.place / "tests" / "caddis"
    shutil.copytree(suite, tests)
    for name in ("home", "temporary", "plugins"):
        (place / name).mkdir()
    (place / "plugins" / "backwards.py").write_text(BACKWARDS, encoding="utf-8")
    source = Path(__file__).resolve().parent.parent / "src"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))},
        "PYTHONHASHSEED": str(condition.hash_seed),
        "PYTHONPATH": os.pathsep.join(map(str, (place / "plugins", source))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(place / "home"),
        "TMPDIR": str(place / "temporary"),
        "TZ": condition.time_zone,
    }
    start = [str(python), "-m", "pytest"]
    if condition.later:
        start = [str(python), "-c", SHIFT.format(seconds=condition.later)]
    passed: set[str] = set()
    failed: dict[str, str] = {}
    said = ""
    parts = list(map(str, sorted(tests.glob("test_*.py")))) if condition.by_file else [str(tests)]
    if condition.sample:
        parts = _sample(tests, condition.sample)
    for number, part in enumerate(parts):
        report = place / f"junit-{number}.xml"
        options = ["-q", "-p", "no:cacheprovider", f"--rootdir={tests}", f"--junitxml={report}", *condition.options]
        try:
            done = subprocess.run(
                [*start, part, *options],
                cwd=place / condition.place,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=TESTING,
                check=False,
            )
            said += done.stdout.decode(errors="replace")
        except subprocess.TimeoutExpired:
            said += f"{part}: given up after {TESTING:g} s"
        if report.is_file():
            good, bad = read_report(report.read_text(encoding="utf-8"))
            passed.update(map(_short, good))
            failed |= {_short(name): message for name, message in bad.items()}
    return Tested(frozenset(passed), failed, 0, said)


def _sample(tests: Path, count: int) -> list[str]:
    """Some tests of a suite, from all over it."""
    every = [f"{file}::{name}" for file in sorted(tests.glob("test_*.py")) for name in names(file.read_text("utf-8"))]
    return every[:: max(1, len(every) // count)][:count]


def names(text: str) -> list[str]:
    """The tests of a file."""
    functions = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [node.name for node in functions if node.name.startswith("test_")]


def _short(name: str) -> str:
    """A test by its file and name, wherever the file lies."""
    path, _, test = name.rpartition("::")
    return f"{path.rpartition('.')[2]}::{test}"


def examine(python: Path, subject: Subject, seconds: float, seed: int) -> Result:
    """Generate the suite of a target, look at it, and run it under every condition."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="flaky-") as directory:
        place = Path(directory) / subject.target
        place.mkdir()
        source = str(Path(__file__).resolve().parent.parent / "src")
        done = generate(python, subject.target, place, "--seed", str(seed), seconds=seconds, path=source)
        result = Result(subject.target, done.clean)
        suite = place / "tests" / "caddis"
        if suite.is_dir():
            for file in sorted(suite.glob("test_*.py")):
                look(result, file.name, file.read_text(encoding="utf-8"))
            runs = [run(python, suite, condition, Path(directory)) for condition in CONDITIONS]
            judge(result, runs)
        kept = KEPT / subject.target
        shutil.rmtree(kept, ignore_errors=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(place, kept)
    result.seconds = time.monotonic() - start
    return result


def judge(result: Result, runs: list[Tested]) -> None:
    passed = Counter(test for one in runs for test in one.passed)
    every = {*passed, *(test for one in runs for test in one.failed)}
    result.tests = len(every)
    for test in sorted(every):
        # of a sample the others were not to be run
        where = [
            (condition.name, one)
            for condition, one in zip(CONDITIONS, runs, strict=True)
            if test not in one.passed and (not condition.sample or test in one.failed)
        ]
        if not passed[test]:
            result.failing.add(test)
        elif where:
            name, first = where[0]
            said = first.failed.get(test, "was not run").splitlines()
            result.wavering[test] = f"{name}: {said[0] if said else ''}"


def main() -> None:
    """Run everything and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flaky", description=__doc__)
    parser.add_argument("--only", metavar="NAME,...", help="only these targets or distributions")
    parser.add_argument("--time", type=float, default=30.0, help="seconds each (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    parser.add_argument("--parallel", type=int, default=1, help="targets at once (default 1)")
    parser.add_argument("--python", type=Path, help="an interpreter that has all packages, in place of making one")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 170)
    console.print(
        f"{machine()} · {len(CONDITIONS)} runs each: {', '.join(c.name for c in CONDITIONS)}", highlight=False
    )
    python = options.python or install("pytest-xdist")
    subjects = chosen(parser, options.only)
    with ThreadPoolExecutor(options.parallel) as pool:
        results = list(pool.map(lambda subject: examine(python, subject, options.time, options.seed), subjects))
    console.print(_table(results, options.time))
    for result in results:
        _complain(console, result)
    sys.exit(0 if all(result.good for result in results) else 1)


def _table(results: list[Result], seconds: float) -> Table:
    table = Table(title=f"caddis generate TARGET --time {seconds:g}, and {len(CONDITIONS)} runs", title_justify="left")
    table.add_column("target")
    for name in (
        "tests", "failing", "wavering", "no assert", "xfail", "on constants", "median lines", "95 %", "longest line",
        "seconds",
    ):  # fmt: skip
        table.add_column(name, justify="right")
    for result in results:
        table.add_row(
            result.target if result.clean else f"{result.target} (did not end well)",
            str(result.tests),
            str(len(result.failing)),
            str(len(result.wavering)),
            str(len(result.without_assert)),
            str(result.expected_to_fail),
            str(len(result.on_constants)),
            f"{statistics.median(result.lines):g}" if result.lines else "",
            str(percentile(result.lines)),
            str(result.longest),
            f"{result.seconds:.0f}",
            style=None if result.good else "red",
        )
    return table


def _complain(console: Console, result: Result) -> None:
    lines = [f"fails: {test}" for test in sorted(result.failing)]
    lines += [f"wavers: {test}: {said}" for test, said in result.wavering.items()]
    lines += [f"asserts nothing: {test}" for test in result.without_assert]
    lines += [f"on a constant: {test}" for test in result.on_constants]
    for line in lines[:MOST_SHOWN]:
        console.print(f"{result.target}: {line}", style="red", markup=False)
    if len(lines) > MOST_SHOWN:
        console.print(f"{result.target}: {len(lines) - MOST_SHOWN} more", style="red")


if __name__ == "__main__":
    main()
