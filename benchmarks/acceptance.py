"""`python -m benchmarks.acceptance`: real packages, what comes out of them, and whether it holds.

Each target is run in a directory of its own outside the repository, which is moved to `.acceptance/` for reading.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import venv
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking, machine
from benchmarks.running import Generated, generate, run_tests

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv-acceptance"
KEPT = ROOT / ".acceptance"
RUNS = (11, 22, 33)
"""The hash seed and the order's seed of each run of a suite."""
MOST_SHOWN = 3
"""Failures of a suite that are kept word for word."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A target, and the distribution that brings it; none for the standard library."""

    target: str
    distribution: str | None = None
    wanted: float = 0.0
    """The share of its operations that must succeed."""

    @property
    def name(self) -> str:
        """What `--only` calls it."""
        return self.distribution or self.target


SUBJECTS = (
    Subject("sortedcontainers", "sortedcontainers", 0.90),
    Subject("boltons", "boltons", 0.75),
    Subject("semver", "semver", 0.90),
    Subject("packaging", "packaging", 0.90),
    Subject("toolz", "toolz", 0.75),
    Subject("more_itertools", "more-itertools", 0.75),
    Subject("bidict", "bidict", 0.90),
    Subject("networkx", "networkx", 0.75),
    Subject("attr", "attrs", 0.90),
    Subject("dateutil", "python-dateutil", 0.75),
    Subject("string_utils", "python-string-utils", 0.90),
    Subject("docstring_parser", "docstring_parser", 0.75),
    Subject("fractions"),
    Subject("collections"),
    Subject("statistics"),
    Subject("datetime"),
    Subject("heapq"),
)


@dataclass(frozen=True, slots=True)
class Result:
    """One run on one target."""

    target: str
    version: str
    strategy: str
    seed: int
    clean: bool
    status: int
    seconds: float
    overrun: float
    rate: float = 0.0
    succeeded: int = 0
    operations: int = 0
    covered: int = 0
    branches: int = 0
    findings: int = 0
    tests: int = 0
    assertions: int = 0
    failures: tuple[int, ...] = ()
    """How many tests did not pass, in each run of the suite."""
    messages: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether it ended well and every test passed every time."""
        return self.clean and not any(self.failures)


def install(*more: str) -> Path:
    """Make or renew the environment with the latest of all packages, more of them and this Caddis; its Python."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    wanted = [subject.distribution for subject in SUBJECTS if subject.distribution is not None]
    command = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--upgrade"]
    subprocess.run([*command, "pytest", "pytest-randomly", *more, *wanted, "-e", str(ROOT)], check=True)
    return python


def versions(python: Path) -> dict[str, str]:
    """The version of each distribution installed, by its name as the subjects spell it."""
    code = "import json, sys; from importlib.metadata import version; print(json.dumps([*map(version, sys.argv[1:])]))"
    names = [subject.distribution for subject in SUBJECTS if subject.distribution is not None]
    done = subprocess.run([str(python), "-c", code, *names], check=True, stdout=subprocess.PIPE, text=True)
    return dict(zip(names, json.loads(done.stdout), strict=True))


def accept(python: Path, subject: Subject, version: str, *, strategy: str, seed: int, seconds: float) -> Result:
    """Run Caddis on a target; with the feedback strategy, run what it wrote three times."""
    with tempfile.TemporaryDirectory(prefix="acceptance-") as directory:
        place = Path(directory) / subject.target
        place.mkdir()
        done = generate(python, subject.target, place, "--seed", str(seed), "--strategy", strategy, seconds=seconds)
        failures: list[int] = []
        messages: list[str] = []
        if strategy == "feedback" and (place / "tests" / "caddis").is_dir():
            expected = _number(done.summary, "tests", "regression")
            for run in RUNS:
                missing, wrong = _run_suite(python, place, run, expected)
                failures.append(missing)
                messages.extend(wrong[: MOST_SHOWN - len(messages)])
        folder = subject.target if strategy == "feedback" else f"{subject.target}-{strategy}"
        _keep(place, KEPT / (folder if seed == 1 else f"{folder}-{seed}"))
    return _result(
        subject,
        version,
        done,
        strategy=strategy,
        seed=seed,
        seconds=seconds,
        failures=tuple(failures),
        messages=tuple(messages),
    )


def _run_suite(python: Path, place: Path, run: int, expected: int) -> tuple[int, list[str]]:
    """How many of the expected tests did not pass, and what some of them say."""
    tested = run_tests(python, "tests/caddis", place, "-p", "randomly", f"--randomly-seed={run}", hash_seed=run)
    (place / f"pytest-{run}.txt").write_text(tested.output, encoding="utf-8")
    said = [f"{name}: {message.splitlines()[0] if message else ''}" for name, message in tested.failed.items()]
    # a test that is not even collected has not passed either
    return max(len(tested.failed), expected - len(tested.passed)), said


def _result(
    subject: Subject,
    version: str,
    done: Generated,
    *,
    strategy: str,
    seed: int,
    seconds: float,
    failures: tuple[int, ...],
    messages: tuple[str, ...],
) -> Result:
    summary = done.summary
    return Result(
        target=subject.target,
        version=version,
        strategy=strategy,
        seed=seed,
        clean=done.clean,
        status=done.status,
        seconds=done.seconds,
        overrun=done.seconds - seconds,
        rate=float((summary or {}).get("sequences_per_s", 0.0)),
        succeeded=_number(summary, "operations", "succeeded"),
        operations=_number(summary, "operations", "total"),
        covered=_number(summary, "branches", "covered"),
        branches=_number(summary, "branches", "total"),
        findings=_number(summary, "tests", "findings"),
        tests=_number(summary, "tests", "regression"),
        assertions=_number(summary, "tests", "assertions"),
        failures=failures,
        messages=messages,
    )


def _number(summary: dict[str, Any] | None, group: str, name: str) -> int:
    return int((summary or {}).get(group, {}).get(name, 0))


def _keep(place: Path, kept: Path) -> None:
    shutil.rmtree(kept, ignore_errors=True)
    kept.parent.mkdir(exist_ok=True)
    shutil.move(place, kept)


def main() -> None:
    """Run everything, print the tables, write `.acceptance/results.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.acceptance", description=__doc__)
    parser.add_argument("--only", metavar="NAME,...", help="only these targets or distributions")
    parser.add_argument("--time", type=float, default=30.0, help="seconds each (default 30)")
    parser.add_argument("--seeds", type=int, default=1, help="how many (default 1)")
    parser.add_argument("--parallel", type=int, default=1, help="runs at once (default 1: each is alone)")
    parser.add_argument("--skip-undirected", action="store_true", help="leave the comparison of strategies out")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 170)
    subjects = chosen(parser, options.only)
    taking = Taking(console)
    python = install()
    known = versions(python)
    strategies = ["feedback"] if options.skip_undirected else ["feedback", "undirected"]
    wanted = [
        (subject, strategy, seed)
        for strategy in strategies
        for subject in subjects
        for seed in range(1, options.seeds + 1)
        if strategy == "feedback" or subject.distribution is not None
    ]

    def run(one: tuple[Subject, str, int]) -> Result:
        subject, strategy, seed = one
        version = known[subject.distribution] if subject.distribution is not None else "standard library"
        return accept(python, subject, version, strategy=strategy, seed=seed, seconds=options.time)

    with ThreadPoolExecutor(options.parallel) as pool:
        results = list(pool.map(run, wanted))
    directed = [result for result in results if result.strategy == "feedback"]
    console.print(_table(directed, options.time))
    _complaints(console, results)
    if not options.skip_undirected:
        pairs = _pairs(results)
        console.print(_comparison(pairs))
        better = [target for target in {first.target: None for first, _ in pairs} if _wins(target, pairs)]
        packages = len({first.target for first, _ in pairs})
        console.print(f"feedback beats undirected on both on {len(better)} of {packages} packages", highlight=False)
    KEPT.mkdir(exist_ok=True)
    data = {"machine": machine(), "time": options.time, "results": [asdict(result) for result in results]}
    (KEPT / "results.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    console.print(f"written to {KEPT / 'results.json'}", highlight=False)
    taking.end()
    sys.exit(0 if all(result.good for result in results) else 1)


def chosen(parser: argparse.ArgumentParser, only: str | None) -> list[Subject]:
    """The subjects that the user wants."""
    if only is None:
        return list(SUBJECTS)
    names = only.split(",")
    unknown = [name for name in names if not any(name in (s.name, s.target) for s in SUBJECTS)]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(s.name for s in SUBJECTS)}")
    return [subject for subject in SUBJECTS if subject.name in names or subject.target in names]


def _table(results: list[Result], seconds: float) -> Table:
    table = Table(title=f"caddis generate TARGET --time {seconds:g}", title_justify="left")
    for name in ("target", "version"):
        table.add_column(name)
    for name in (
        "seed",
        "sequences/s",
        "operations",
        "share",
        "branches",
        "findings",
        "tests",
        "assertions",
        "failures in 3 runs",
        "seconds",
        "overrun",
    ):
        table.add_column(name, justify="right")
    for result in results:
        table.add_row(
            result.target,
            result.version,
            str(result.seed),
            f"{result.rate:,.0f}",
            f"{result.succeeded}/{result.operations}",
            _share(result),
            f"{result.covered}/{result.branches}",
            str(result.findings),
            str(result.tests),
            str(result.assertions),
            ", ".join(map(str, result.failures)) or "no suite",
            f"{result.seconds:.1f}",
            f"{result.overrun:+.1f}",
            style=None if result.good else "red",
        )
    return table


def _share(result: Result) -> str:
    """The share of operations that succeeded, and what is wanted of it."""
    if not result.operations:
        return ""
    share = result.succeeded / result.operations
    wanted = next(subject.wanted for subject in SUBJECTS if subject.target == result.target)
    return f"[{'green' if share >= wanted else 'red'}]{share:.1%}[/]" + (f" ≥ {wanted:.0%}" if wanted else "")


def _complaints(console: Console, results: list[Result]) -> None:
    for result in results:
        name = f"{result.target}, {result.strategy}, seed {result.seed}"
        if not result.clean:
            console.print(
                f"{name}: exit status {result.status}, or a traceback, or no summary: see output.txt", style="red"
            )
        for message in result.messages:
            console.print(f"{name}: {message}", style="red", markup=False)


def _pairs(results: list[Result]) -> list[tuple[Result, Result]]:
    """Each directed result with the undirected one of the same target and seed."""
    plain = {(result.target, result.seed): result for result in results if result.strategy == "undirected"}
    return [
        (result, plain[result.target, result.seed])
        for result in results
        if result.strategy == "feedback" and (result.target, result.seed) in plain
    ]


def beats(first: Result, second: Result) -> bool:
    """Whether more operations succeeded and more branches were reached."""
    return first.succeeded > second.succeeded and first.covered > second.covered


def _wins(target: str, pairs: list[tuple[Result, Result]]) -> bool:
    """Whether feedback beats undirected on a target with every seed."""
    return all(beats(first, second) for first, second in pairs if first.target == target)


def _comparison(pairs: list[tuple[Result, Result]]) -> Table:
    table = Table(title="feedback : undirected, same budget and seed", title_justify="left")
    table.add_column("target")
    for name in ("seed", "operations", "ratio", "branches", "ratio ", "beats on both"):
        table.add_column(name, justify="right")
    for first, second in pairs:
        table.add_row(
            first.target,
            str(first.seed),
            f"{first.succeeded} : {second.succeeded}",
            _ratio(first.succeeded, second.succeeded),
            f"{first.covered} : {second.covered}",
            _ratio(first.covered, second.covered),
            "yes" if beats(first, second) else "no",
        )
    return table


def _ratio(first: int, second: int) -> str:
    return f"{first / second:.2f}" if second else "none"


if __name__ == "__main__":
    main()
