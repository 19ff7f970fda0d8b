"""`python -m benchmarks.peers`: our suites against Pynguin's, by the mutants of a third program that each notices.

Pynguin runs first, with its default settings, in an environment of its own; Caddis then gets as long as it took from
start to end. Tests that do not pass on the module as it is are deselected and counted. cosmic-ray makes the mutants, in
a copy of the package; both suites are run on the same ones. Everything is kept in `.peers/` for reading.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from xml.etree import ElementTree

from rich.console import Console
from rich.table import Table

from benchmarks.machine import machine
from benchmarks.running import generate, read_report

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv-peers"
KEPT = ROOT / ".peers"
PACKAGES = KEPT / "packages"
TOOLS = ("pynguin==0.48.0", "cosmic-ray==8.7.0", "pytest>=8,<9")
DISTRIBUTIONS = (
    "semver==3.1.1",
    "boltons==26.2.0",
    "toolz==1.2.0",
    "sortedcontainers==2.4.0",
    "python-string-utils==1.0.0",
)
MODULES = (
    "semver.version",
    "boltons.dictutils",
    "toolz.itertoolz",
    "sortedcontainers.sortedlist",
    "string_utils.validation",
)
OURS, THEIRS = "caddis", "pynguin"
SHORTEST = 60.0
"""Seconds that Caddis gets at least, where Pynguin broke off at once."""
HASH_SEEDS = ("0", "1")
"""A test must pass with each, or one that depends on an order would seem to notice mutants. Mutants get the first."""
TESTING = 300.0
"""Seconds that a suite may take on the module as it is."""


@dataclass(frozen=True, slots=True)
class Suite:
    """What a generator wrote for a module."""

    file: str
    seconds: float
    lines: int
    """Of its code: neither empty nor only a comment."""
    tests: int
    deselected: tuple[str, ...]
    """Tests that do not pass on the module as it is."""
    testing: float
    """Seconds that pytest takes for it."""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Duel:
    """Both suites of a module, and the mutants that each noticed."""

    module: str
    mutants: int
    tried: int
    suites: dict[str, Suite]
    killed: dict[str, int]

    def score(self, suite: str) -> float:
        """The share of the mutants tried that a suite noticed."""
        return self.killed[suite] / max(self.tried, 1)

    @property
    def won(self) -> bool:
        """Whether ours notices more with fewer lines."""
        return self.score(OURS) > self.score(THEIRS) and self.suites[OURS].lines < self.suites[THEIRS].lines


def install() -> Path:
    """Make the environment of the tools, and the directory of the packages; the Python of the environment."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    command = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*command, *TOOLS], check=True)
    if not PACKAGES.is_dir():
        partly = KEPT / "packages.part"
        shutil.rmtree(partly, ignore_errors=True)
        subprocess.run([*command, "--no-deps", "--target", str(partly), *DISTRIBUTIONS], check=True)
        partly.rename(PACKAGES)
    return python


def pynguin(
    python: Path, module: str, place: Path, *, seed: int, search: float, patience: float
) -> tuple[Path | None, float, str]:
    """Run Pynguin as it is, twice if it comes to nothing: the file it wrote, the seconds, and a remark."""
    seconds, remark = 0.0, ""
    for attempt in (seed, seed + 1):
        output = place / f"pynguin-{attempt}"
        output.mkdir()
        options = ["--project-path", str(PACKAGES), "--module-name", module, "--output-path", str(output)]
        limits = ["--maximum-search-time", f"{search:.0f}", "--seed", str(attempt)]
        start = time.monotonic()
        said = _run(
            [str(python.with_name("pynguin")), *options, *limits],
            place,
            {"PYNGUIN_DANGER_AWARE": "1"},
            patience,
        )
        seconds = time.monotonic() - start
        (place / f"pynguin-{attempt}.txt").write_text(said.output, encoding="utf-8")
        written = sorted(output.glob("test_*.py"))
        if written:
            return written[0], seconds, remark
        ended = "hung" if said.status is None else f"ended with {said.status}"
        remark = f"{remark}seed {attempt} {ended} after {seconds:.0f} s, nothing written; "
    return None, seconds, remark


def ours(module: str, place: Path, *, seed: int, seconds: float) -> tuple[Path | None, float, str]:
    """Run Caddis for so long: the file it wrote, the seconds it took, and a remark."""
    done = generate(
        Path(sys.executable), module, place, "--seed", str(seed), seconds=seconds, path=f"{ROOT / 'src'}:{PACKAGES}"
    )
    written = sorted((place / "tests" / "caddis").glob("test_*.py"))
    remark = "" if done.clean else f"exit status {done.status}; "
    if len(written) > 1:
        remark += f"{len(written)} files, only the first counts; "
    return (written[0] if written else None), done.seconds, remark


def examined(python: Path, file: Path | None, place: Path, seconds: float, remark: str) -> Suite:
    """Count a suite, and find the tests in it that do not pass on the module as it is."""
    if file is None:
        return Suite("", seconds, 0, 0, (), 0.0, f"{remark}no suite")
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    count = sum(bool(line) and not line.startswith("#") for line in lines)
    wrong: set[str] = set()
    tests, testing = 0, 0.0
    for hash_seed in HASH_SEEDS:
        report = place / f"{file.stem}-{file.parent.name}-{hash_seed}.xml"
        variables = {"PYTHONPATH": str(PACKAGES), "PYTHONHASHSEED": hash_seed}
        start = time.monotonic()
        _run([*_pytest(python, file, ()), f"--junitxml={report}"], file.parent, variables, TESTING)
        testing = max(testing, time.monotonic() - start)
        if not report.is_file():
            return Suite(str(file), seconds, count, 0, (), testing, f"{remark}pytest did not end")
        text = report.read_text(encoding="utf-8")
        passed, failed = read_report(text)
        tests = len(passed) + len(failed)
        # an expected failure is shown as skipped, and is as good as passed
        wrong.update(name for name in map(_last, failed) if not _expected(text, name))
    return Suite(str(file), seconds, count, tests, tuple(sorted(wrong)), testing, remark)


def _last(name: str) -> str:
    """The name of a test without that of its class and file."""
    return name.partition("::")[2]


def _expected(report: str, name: str) -> bool:
    """Whether a report shows a test as failing as expected."""
    return any(
        skipped.get("type") == "pytest.xfail"
        for case in ElementTree.fromstring(report).iter("testcase")
        if case.get("name") == name
        for skipped in case.iter("skipped")
    )


def duel(python: Path, module: str, *, seed: int, search: float, patience: float, most: int, parallel: int) -> Duel:
    """Let both write a suite for a module, and run both on its mutants."""
    place = KEPT / module
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    theirs = pynguin(python, module, place, seed=seed, search=search, patience=patience)
    mine = ours(module, place, seed=seed, seconds=max(theirs[1], SHORTEST))
    suites = {
        OURS: examined(python, mine[0], place, mine[1], mine[2]),
        THEIRS: examined(python, theirs[0], place, theirs[1], theirs[2]),
    }
    mutants, said = _on_mutants(python, module, suites, most=most, parallel=parallel)
    (place / "mutants.json").write_text(json.dumps(said, indent=1), encoding="utf-8")
    killed = {
        suite: sum(outcomes.get(suite, "survived") != "survived" for outcomes in said.values()) for suite in suites
    }
    return Duel(module, mutants, len(said), suites, killed)


def _on_mutants(
    python: Path, module: str, suites: dict[str, Suite], *, most: int, parallel: int
) -> tuple[int, dict[str, dict[str, str]]]:
    """The number of mutants there are, and of those tried what each suite says."""
    package, _, name = module.partition(".")

    def shard(number: int) -> list[str]:
        with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
            shutil.copytree(PACKAGES / package, Path(directory, package))
            job = {
                "module": str(Path(directory, package, f"{name}.py")),
                "most": most,
                "seed": 0,
                "shard": number,
                "shards": parallel,
                # a mutant that takes so long has been noticed
                "limit": 10.0 + 5.0 * max(suite.testing for suite in suites.values()),
                "suites": {
                    which: [*_pytest(python, Path(suite.file), suite.deselected), "-x"]
                    for which, suite in suites.items()
                    if suite.tests > len(suite.deselected)
                },
            }
            command = [str(python), str(Path(__file__).with_name("mutating.py"))]
            return _run(
                command,
                Path(directory),
                {"PYTHONPATH": directory, "PYTHONHASHSEED": HASH_SEEDS[0]},
                None,
                json.dumps(job),
            ).output.splitlines()

    with ThreadPoolExecutor(parallel) as pool:
        shards = list(pool.map(shard, range(parallel)))
    lines = [json.loads(line) for output in shards for line in output if line.startswith("{")]
    mutants = max((line["mutants"] for line in lines if "mutants" in line), default=0)
    tried = [line for line in lines if "mutant" in line]
    return mutants, {f"{number} {line['mutant']}": line["said"] for number, line in enumerate(tried)}


def _pytest(python: Path, file: Path, deselected: tuple[str, ...]) -> list[str]:
    without = [f"--deselect={file.name}::{name}" for name in deselected]
    options = ["-q", "-c", os.devnull, f"--rootdir={file.parent}", "--import-mode=importlib", "-p", "no:cacheprovider"]
    return [str(python), "-B", "-m", "pytest", str(file), *options, *without]


@dataclass(frozen=True, slots=True)
class _Said:
    status: int | None
    """None if it was ended."""
    output: str


def _run(command: list[str], place: Path, variables: dict[str, str], limit: float | None, given: str = "") -> _Said:
    """Run a program, with all that it starts, for so long at most; what it says."""
    home = KEPT / "home"
    home.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": "", "HOME": str(home), **variables}
    with subprocess.Popen(
        command,
        cwd=place,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(given, timeout=limit)
            return _Said(process.returncode, output)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            output, _ = process.communicate()
            return _Said(None, output)


def main() -> None:
    """Run everything, print the table, write `.peers/results.json`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--only", metavar="MODULE,...", help="only these modules")
    parser.add_argument("--search", type=float, default=30.0, help="seconds that Pynguin may search (default 30)")
    parser.add_argument("--patience", type=float, default=240.0, help="seconds until it is taken to hang (default 240)")
    parser.add_argument("--most", type=int, default=120, help="mutants of a module, drawn with seed 0 (default 120)")
    parser.add_argument("--seed", type=int, default=1, help="of both generators (default 1)")
    parser.add_argument("--parallel", type=int, default=2, help="mutants at once (default 2)")
    options = parser.parse_args()
    modules = [module for module in MODULES if options.only is None or module in options.only.split(",")]
    if not modules:
        parser.error(f"there are {', '.join(MODULES)}")
    console = Console(width=None if sys.stdout.isatty() else 170)
    console.print(machine(), highlight=False)
    KEPT.mkdir(exist_ok=True)
    python = install()
    duels = []
    for module in modules:
        one = duel(
            python,
            module,
            seed=options.seed,
            search=options.search,
            patience=options.patience,
            most=options.most,
            parallel=options.parallel,
        )
        duels.append(one)
        console.print(_table(duels[-1:], options.search))
    if len(duels) > 1:
        console.print(_table(duels, options.search))
    for one in duels:
        for which, suite in one.suites.items():
            if suite.remark:
                console.print(f"{one.module}, {which}: {suite.remark}", style="red", markup=False)
        if one.tried < one.mutants:
            console.print(
                f"{one.module}: {one.tried} of {one.mutants} mutants, drawn with a fixed seed", highlight=False
            )
    (KEPT / "results.json").write_text(json.dumps([asdict(one) for one in duels], indent=2) + "\n", encoding="utf-8")
    console.print(f"ours notices more with fewer lines on {sum(one.won for one in duels)} of {len(duels)}")
    sys.exit(0 if all(one.won for one in duels) else 1)


def _table(duels: list[Duel], search: float) -> Table:
    table = Table(title=f"{OURS} and {THEIRS} ({search:g} s of search), equal time in all", title_justify="left")
    for name in ("module", "suite"):
        table.add_column(name)
    for name in ("mutants", "killed", "score", "lines", "tests", "deselected", "seconds", "to run"):
        table.add_column(name, justify="right")
    for one in duels:
        for which, suite in one.suites.items():
            first = which == OURS
            table.add_row(
                one.module if first else "",
                which,
                str(one.tried) if first else "",
                str(one.killed[which]),
                f"{one.score(which):.2f}",
                str(suite.lines),
                str(suite.tests),
                str(len(suite.deselected)),
                f"{suite.seconds:.0f}",
                f"{suite.testing:.1f}",
                style=None if not first else "green" if one.won else "red",
                end_section=not first,
            )
    return table


if __name__ == "__main__":
    main()
