"""What the comparisons with Pynguin share: its environment, both generators, and a look at what they wrote."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import venv
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.running import generate, read_report

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv-peers"
KEPT = ROOT / ".peers"
PACKAGES = KEPT / "packages"
TOOLS = ("pynguin==0.48.0", "cosmic-ray==8.7.0", "pytest>=8,<9", "coverage>=7,<8")
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
    assertions: int
    """Also what must be raised."""
    expected: int
    """Tests that are marked as failing."""
    deselected: tuple[str, ...]
    """Tests that do not pass on the module as it is."""
    wavering: int
    """How many of them pass at times."""
    testing: float
    """Seconds that pytest takes for it."""
    remark: str = ""


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
    python: Path, module: str, place: Path, *more: str, seeds: tuple[int, ...], search: float, patience: float
) -> tuple[Path | None, float, str]:
    """Run Pynguin, with one seed after the other as long as it comes to nothing: its file, the seconds, a remark."""
    seconds, remark = 0.0, ""
    for attempt in seeds:
        output = place / f"pynguin-{attempt}"
        output.mkdir()
        options = ["--project-path", str(PACKAGES), "--module-name", module, "--output-path", str(output)]
        limits = ["--maximum-search-time", f"{search:.0f}", "--seed", str(attempt)]
        start = time.monotonic()
        said = run(
            [str(python.with_name("pynguin")), *options, *limits, *more],
            place,
            {"PYNGUIN_DANGER_AWARE": "1"},
            patience,
        )
        seconds = time.monotonic() - start
        (place / f"pynguin-{attempt}.txt").write_text(said.output, encoding="utf-8")
        written = sorted(output.glob("test_*.py"))
        if written:
            return written[0], seconds, remark
        ended = "was not done" if said.status is None else f"ended with {said.status}"
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
        return Suite("", seconds, 0, 0, 0, 0, (), 0, 0.0, f"{remark}no suite")
    code = file.read_text(encoding="utf-8")
    lines = [line.strip() for line in code.splitlines()]
    assertions = sum(line.startswith(("assert ", "with pytest.raises(")) for line in lines)
    expected = sum(line.startswith("@pytest.mark.xfail") for line in lines)
    count = sum(bool(line) and not line.startswith("#") for line in lines)
    wrong: list[set[str]] = []
    tests, testing = 0, 0.0
    for hash_seed in HASH_SEEDS:
        report = place / f"{file.stem}-{file.parent.name}-{hash_seed}.xml"
        variables = {"PYTHONPATH": str(PACKAGES), "PYTHONHASHSEED": hash_seed}
        start = time.monotonic()
        run([*pytest_command(python, file, ()), f"--junitxml={report}"], file.parent, variables, TESTING)
        testing = max(testing, time.monotonic() - start)
        if not report.is_file():
            return Suite(
                str(file), seconds, count, 0, assertions, expected, (), 0, testing, f"{remark}pytest did not end"
            )
        text = report.read_text(encoding="utf-8")
        passed, failed = read_report(text)
        tests = len(passed) + len(failed)
        # an expected failure is shown as skipped, and is as good as passed
        wrong.append({name for name in map(_last, failed) if not _expected(text, name)})
    never = tuple(sorted(set.union(*wrong)))
    wavering = len(never) - len(set.intersection(*wrong))
    return Suite(str(file), seconds, count, tests, assertions, expected, never, wavering, testing, remark)


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


def pytest_command(python: Path, file: Path, deselected: tuple[str, ...]) -> list[str]:
    """The command that runs a suite but for some of its tests."""
    without = [f"--deselect={file.name}::{name}" for name in deselected]
    options = ["-q", "-c", os.devnull, f"--rootdir={file.parent}", "--import-mode=importlib", "-p", "no:cacheprovider"]
    return [str(python), "-B", "-m", "pytest", str(file), *options, *without]


@dataclass(frozen=True, slots=True)
class Said:
    """How a program ended, and what it said."""

    status: int | None
    """None if it was ended."""
    output: str


def run(command: list[str], place: Path, variables: dict[str, str], limit: float | None, given: str = "") -> Said:
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
            return Said(process.returncode, output)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            output, _ = process.communicate()
            return Said(None, output)
