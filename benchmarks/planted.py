"""`python -m benchmarks.planted`: is every bug planted in the examples found, for every seed, by a minimal test?

The budget is the whole run, from start to exit: a bug in its summary was found, made small and confirmed within it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.running import generate, run_tests

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@dataclass(frozen=True, slots=True)
class Bug:
    """A planted bug, as `planted.toml` describes it."""

    target: str
    operation: str
    fault: str
    contract: str
    exception: str
    statements: int
    most: int = 0
    """The statements of another way to show it that cannot be cut further, where there is one."""

    def shown_by(self, finding: dict[str, Any]) -> bool:
        """Whether a finding of a summary is this bug."""
        parts = finding["operation"].split(".")
        paths = [".".join(parts[start:]) for start in range(len(parts))]
        return (
            finding["kind"] == self.contract
            and (finding["exception"] or "") == self.exception
            and any(fnmatchcase(path, self.operation) for path in paths)
        )

    def shown_otherwise_by(self, finding: dict[str, Any]) -> bool:
        """Whether a finding has the contract and the operation of this bug, and another exception than is known."""
        return not self.shown_by(finding) and self.shown_by({**finding, "exception": self.exception})

    def explains(self, message: str) -> bool:
        """Whether a test that fails with this message fails for the reason stated."""
        return message.startswith(self.exception or ("AssertionError", "assert "))


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one run shows of one bug."""

    statements: int | None
    """None when it was missed."""
    fails: bool = False
    """Whether its test fails, for the reason stated."""
    otherwise: str = ""
    """When it was missed: the exception of a finding that would be it but for that exception."""

    def minimal(self, bug: Bug) -> bool:
        """Whether it was found, with no superfluous statement."""
        return self.statements is not None and self.statements <= max(bug.statements, bug.most)


@dataclass(frozen=True, slots=True)
class Run:
    """One run on one example."""

    target: str
    seed: int
    seconds: float
    clean: bool
    sightings: dict[Bug, Sighting]
    others: list[str]
    """Findings that are no planted bug."""


def planted(file: Path = EXAMPLES / "planted.toml") -> list[Bug]:
    """All bugs of a file."""
    return [Bug(**bug) for bug in tomllib.loads(file.read_text(encoding="utf-8"))["bug"]]


def examples() -> list[str]:
    """The packages among the examples, those without a bug too."""
    return sorted(entry.parent.name for entry in EXAMPLES.glob("*/__init__.py"))


def look(target: str, seed: int, seconds: float, bugs: list[Bug], kept: Path | None) -> Run:
    """Run Caddis on an example and see what it reports; its directory is copied below `kept`."""
    python = Path(sys.executable)
    with tempfile.TemporaryDirectory(prefix="planted-") as directory:
        place = Path(directory)
        done = generate(python, str(EXAMPLES / target), place, "--seed", str(seed), seconds=seconds)
        findings = (done.summary or {}).get("findings", [])
        failed: dict[str, str] = {}
        if findings:
            failed = run_tests(python, "caddis-findings", place, hash_seed=seed, path=str(EXAMPLES)).failed
        if kept is not None:
            shutil.copytree(place, kept / f"{target}-{seed}", dirs_exist_ok=True)
    messages = {name.rpartition("::")[2]: message for name, message in failed.items()}
    sightings: dict[Bug, Sighting] = {}
    for bug in bugs:
        shown = [finding for finding in findings if bug.shown_by(finding)]
        smallest = min(shown, key=lambda finding: int(finding["statements"]), default=None)
        if smallest is None:
            near = [str(finding["exception"]) for finding in findings if bug.shown_otherwise_by(finding)]
            sightings[bug] = Sighting(None, otherwise=", ".join(near))
        else:
            message = messages.get(smallest["test"].rpartition("::")[2])
            fails = message is not None and bug.explains(message)
            sightings[bug] = Sighting(smallest["statements"], fails)
    others = [
        f"{finding['kind']} after {finding['operation']}"
        for finding in findings
        if not any(bug.shown_by(finding) for bug in bugs)
    ]
    return Run(target, seed, done.seconds, done.clean, sightings, others)


def main() -> None:
    """Run all examples with all seeds, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.planted", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="how many (default 10)")
    parser.add_argument("--time", type=float, default=10.0, help="seconds each (default 10)")
    parser.add_argument("--parallel", type=int, default=2, help="runs at once (default 2)")
    parser.add_argument("--only", metavar="NAME,...", help="only these examples")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what each run wrote")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    bugs = planted()
    names = options.only.split(",") if options.only else examples()
    wanted = [(name, seed) for name in names for seed in range(1, options.seeds + 1)]
    with ThreadPoolExecutor(options.parallel) as pool:
        runs = list(
            pool.map(
                lambda pair: look(
                    pair[0], pair[1], options.time, [bug for bug in bugs if bug.target == pair[0]], options.keep
                ),
                wanted,
            )
        )
    console.print(_table([bug for bug in bugs if bug.target in names], runs))
    console.print(_runs(names, runs, options.time))
    taking.end()
    good = all(
        run.clean and not run.others and all(s.minimal(bug) and s.fails for bug, s in run.sightings.items())
        for run in runs
    )
    sys.exit(0 if good else 1)


def _table(bugs: list[Bug], runs: list[Run]) -> Table:
    table = Table(title="planted bugs", title_justify="left")
    for name in ("example", "fault", "contract"):
        table.add_column(name)
    for name in ("found", "missed by seeds (shown by)", "smallest", "statements", "fails as stated"):
        table.add_column(name, justify="right")
    for bug in bugs:
        seen = {run.seed: run.sightings[bug] for run in runs if bug in run.sightings}
        lengths = Counter(s.statements for s in seen.values() if s.statements is not None)
        found = lengths.total()
        table.add_row(
            bug.target,
            bug.fault,
            bug.contract,
            f"{found} of {len(seen)}",
            ", ".join(
                f"{seed} ({s.otherwise})" if s.otherwise else str(seed)
                for seed, s in seen.items()
                if s.statements is None
            ),
            str(bug.statements),
            ", ".join(f"{length} ({count} times)" for length, count in sorted(lengths.items())),
            f"{sum(s.fails for s in seen.values())} of {found}",
        )
    return table


def _runs(names: list[str], runs: list[Run], seconds: float) -> Table:
    table = Table(title=f"runs with --time {seconds:g}", title_justify="left")
    for name in ("example", "runs", "not clean", "longest, s", "findings that are not planted (runs)"):
        table.add_column(name, justify="left" if name.startswith(("example", "findings")) else "right")
    for name in names:
        several = [run for run in runs if run.target == name]
        others = Counter(other for run in several for other in set(run.others))
        table.add_row(
            name,
            str(len(several)),
            ", ".join(f"seed {run.seed}" for run in several if not run.clean) or "0",
            f"{max((run.seconds for run in several), default=0.0):.1f}",
            "; ".join(f"{other} ({count})" for other, count in others.most_common()),
        )
    return table


if __name__ == "__main__":
    main()
