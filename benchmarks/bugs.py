"""`python -m benchmarks.bugs`: bugs that releases of real packages had, and whether they are found.

Each is looked for in the last release that had it. It counts as found if the test of a finding fails there and passes
on the next release, where it was mended.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.acceptance import KEPT, install
from benchmarks.machine import Taking
from benchmarks.running import generate, run_tests

VERSIONS = KEPT / "versions"
PURE = {"PYRSISTENT_NO_C_EXTENSION": "1"}


@dataclass(frozen=True, slots=True)
class Bug:
    """What is wrong with a module of one release of a package, and the release that mends it."""

    module: str
    distribution: str
    version: str
    mended: str
    what: str

    @property
    def name(self) -> str:
        """What `--only` calls it, and where its files are kept."""
        return f"{self.module}-{self.version}"


BUGS = (
    Bug("boltons.setutils", "boltons", "26.1.0", "26.2.0", "complements compared"),
    Bug("boltons.mathutils", "boltons", "26.1.0", "26.2.0", "no bits at all"),
    Bug("boltons.dictutils", "boltons", "20.2.1", "21.0.0", "a key without values"),
    Bug("pyrsistent", "pyrsistent", "0.15.2", "0.15.3", "a vector compared with anything else"),
    Bug("portion", "portion", "2.0.1", "2.0.2", "StopIteration out of `in`"),
    Bug("bidict", "bidict", "0.18.0", "0.18.1", "copies without an inverse"),
    Bug("transitions", "transitions", "0.5.2", "0.5.3", "repr of a new event"),
    # these two take a callback; the type that tinydb states asks for more than the plain function it fails on
    Bug("pyee.base", "pyee", "13.0.0", "13.0.1", "a listener for one event that removes itself"),
    Bug("tinydb", "tinydb", "4.6.0", "4.6.1", "a search by a plain function"),
)


@dataclass(frozen=True, slots=True)
class Hunt:
    """One run on the release with the bug."""

    bug: Bug
    clean: bool
    findings: int
    mended: tuple[str, ...]
    """The tests that fail there and pass on the next release."""
    wavering: tuple[str, ...]
    """The tests that do not even fail there."""


def installed(python: Path, distribution: str, version: str) -> str:
    """The directory that holds a release and what it needs, filled if it is not there."""
    directory = VERSIONS / f"{distribution}-{version}"
    if not directory.is_dir():
        partly = Path(f"{directory}.part")
        shutil.rmtree(partly, ignore_errors=True)
        command = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--target", str(partly)]
        subprocess.run([*command, f"{distribution}=={version}"], check=True)
        partly.rename(directory)
    return str(directory)


def hunt(python: Path, bug: Bug, *, seed: int, seconds: float) -> Hunt:
    """Look for a bug, and run the tests of what was found on both releases."""
    old, new = (installed(python, bug.distribution, version) for version in (bug.version, bug.mended))
    with tempfile.TemporaryDirectory(prefix="bugs-") as directory:
        place = Path(directory) / bug.name
        place.mkdir()
        done = generate(python, bug.module, place, "--seed", str(seed), seconds=seconds, path=old)
        findings = (done.summary or {}).get("findings", [])
        mended: tuple[str, ...] = ()
        wavering: tuple[str, ...] = ()
        if findings:
            before = run_tests(python, "caddis-findings", place, hash_seed=seed, path=old)
            after = run_tests(python, "caddis-findings", place, hash_seed=seed, path=new)
            mended = tuple(sorted(before.failed.keys() & after.passed))
            wavering = tuple(sorted(before.passed))
        kept = KEPT / f"{bug.name}-{seed}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.move(place, kept)
    return Hunt(bug, done.clean, len(findings), mended, wavering)


def main() -> None:
    """Hunt, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bugs", description="Known bugs of real packages.")
    parser.add_argument("--only", metavar="MODULE,...", help="only these modules")
    parser.add_argument("--time", type=float, default=60.0, help="seconds each (default 60)")
    parser.add_argument("--seeds", type=int, default=1, help="how many (default 1)")
    parser.add_argument("--parallel", type=int, default=1, help="runs at once (default 1)")
    options = parser.parse_args()
    bugs = [bug for bug in BUGS if options.only is None or bug.module in options.only.split(",")]
    if not bugs:
        parser.error(f"there are {', '.join(bug.module for bug in BUGS)}")
    console = Console(width=None if sys.stdout.isatty() else 170)
    taking = Taking(console)
    os.environ.update(PURE)
    python = install()
    KEPT.mkdir(exist_ok=True)
    for bug in bugs:
        # before several look at once: some share a release
        for version in (bug.version, bug.mended):
            installed(python, bug.distribution, version)
    wanted = [(bug, seed) for bug in bugs for seed in range(1, options.seeds + 1)]
    with ThreadPoolExecutor(options.parallel) as pool:
        hunts = list(
            pool.map(lambda one: hunt(python, one[0], seed=one[1], seconds=options.time), wanted),
        )
    console.print(_table(bugs, hunts, options.time))
    kept = [[one.bug.name, one.findings, one.mended, one.wavering] for one in hunts]
    (KEPT / "bugs.json").write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    taking.end()
    sys.exit(0 if all(one.clean and one.mended and not one.wavering for one in hunts) else 1)


def _table(bugs: list[Bug], hunts: list[Hunt], seconds: float) -> Table:
    table = Table(title=f"caddis generate MODULE --time {seconds:g}", title_justify="left")
    for name in ("module", "release", "bug"):
        table.add_column(name)
    for name in ("found", "findings", "fail here, pass on the next"):
        table.add_column(name, justify="right")
    table.add_column("for example")
    for bug in bugs:
        mine = [one for one in hunts if one.bug == bug]
        found = [one for one in mine if one.mended]
        example = found[0].mended[0].partition("::")[2] if found else ""
        table.add_row(
            bug.module,
            f"{bug.distribution} {bug.version}",
            bug.what,
            f"{len(found)} of {len(mine)}",
            ", ".join(str(one.findings) for one in mine),
            ", ".join(str(len(one.mended)) for one in mine),
            example,
            style=None if len(found) == len(mine) else "red",
        )
    return table


if __name__ == "__main__":
    main()
