"""Runs `caddis generate` as a user would, and pytest on what it wrote."""

from __future__ import annotations

import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

GRACE = 120.0
"""Seconds beyond its budget after which a run is given up: it hangs."""
STEPPING = 1_800.0
"""Seconds that a run may take that is limited by its steps."""
TESTING = 600.0
"""Seconds that one run of a suite may take."""


@dataclass(frozen=True, slots=True)
class Generated:
    """One run of `caddis generate`: how it ended, and its summary if it wrote one."""

    status: int
    output: str
    seconds: float
    """Wall clock of the whole process, as its user waits for it."""
    summary: dict[str, Any] | None

    @property
    def clean(self) -> bool:
        """Whether it ended well, with a summary and no traceback."""
        return self.status == 0 and "Traceback (most recent call last)" not in self.output and self.summary is not None


@dataclass(frozen=True, slots=True)
class Tested:
    """One run of pytest: the status of each test by its name, and what each failure says."""

    passed: frozenset[str]
    failed: dict[str, str]
    status: int
    output: str


def generate(
    python: Path,
    target: str,
    place: Path,
    *options: str,
    seconds: float | None = None,
    steps: int = 0,
    path: str = "",
    command: str = "generate",
) -> Generated:
    """Run Caddis on a target, for some seconds or else some steps, with `place` as the working directory.

    What it says is kept there, too. `path` is where modules are looked for first. The `command` may be "explain", if
    nothing need be written.
    """
    limit = ["--steps", str(steps)] if seconds is None else ["--time", f"{seconds:g}"]
    line = [str(python), "-m", "caddis", command, target, *limit, "--json", "summary.json", *options]
    environment = {**os.environ, "PYTHONPATH": path}
    start = time.monotonic()
    status, output = _run(line, place, STEPPING if seconds is None else seconds + GRACE, environment)
    elapsed = time.monotonic() - start
    (place / "output.txt").write_text(output, encoding="utf-8")
    file = place / "summary.json"
    summary = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
    return Generated(status, output, elapsed, summary)


def run_tests(python: Path, directory: str, place: Path, *options: str, hash_seed: int, path: str = "") -> Tested:
    """Run the tests in a directory of `place` in a fresh process."""
    report = place / f"junit-{directory.replace('/', '-')}-{hash_seed}.xml"
    home = place / "home"
    home.mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": path,
        "PYTHONDONTWRITEBYTECODE": "1",
        # what the tests call is run without the sandbox here
        "HOME": str(home),
        "TMPDIR": str(home),
    }
    command = [str(python), "-m", "pytest", directory, "-q", "-p", "no:cacheprovider", f"--rootdir={place}"]
    report.unlink(missing_ok=True)
    status, output = _run([*command, f"--junitxml={report}", *options], place, TESTING, environment)
    if not report.is_file():
        return Tested(frozenset(), {"pytest itself": output[-2_000:]}, status, output)
    passed, failed = read_report(report.read_text(encoding="utf-8"))
    return Tested(frozenset(passed), failed, status, output)


def read_report(text: str) -> tuple[list[str], dict[str, str]]:
    """The names of the tests that passed, and of those that did not, with what pytest says of them."""
    passed: list[str] = []
    failed: dict[str, str] = {}
    for case in ElementTree.fromstring(text).iter("testcase"):
        # the class name tells apart tests of one name in two files
        name = f"{case.get('classname')}::{case.get('name')}"
        wrong = [child for child in case if child.tag in ("failure", "error", "skipped")]
        if wrong:
            failed[name] = wrong[0].get("message") or ""
        else:
            passed.append(name)
    return passed, failed


def _run(command: list[str], place: Path, limit: float, environment: dict[str, str]) -> tuple[int, str]:
    try:
        done = subprocess.run(
            command,
            cwd=place,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        said = (expired.stdout or b"").decode(errors="replace")
        return -1, f"{said}\ngiven up after {limit:g} s"
    return done.returncode, done.stdout.decode(errors="replace")
