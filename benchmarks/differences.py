"""`python -m benchmarks.differences`: what `caddis diff` shows of releases whose differences are known.

Which functions were changed was found by reading both sources. A pair counts as seen if one entry, and only one, goes
through each of them that changes behaviour, and no entry is about anything else. Identical versions must show nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking

ROOM = 60.0
"""Seconds beyond its time, for pip, after which a run is taken for hung."""


@dataclass(frozen=True, slots=True)
class Known:
    """Two versions, and the functions whose change of behaviour must be shown."""

    old: str
    new: str
    target: str
    what: str
    causes: tuple[str, ...] = ()


KNOWN = (
    Known(
        "boltons==23.0.0",
        "boltons==23.1.0",
        "boltons.cacheutils",
        "a key of an LRU cache assigned again",
        ("boltons.cacheutils.LRI.__setitem__",),
    ),
    Known(
        "boltons==26.0.0",
        "boltons==26.1.0",
        "boltons.dictutils",
        "copies of an OrderedMultiDict",
        ("boltons.dictutils.OrderedMultiDict.__reduce__",),
    ),
    Known(
        "anytree==2.1.4",
        "anytree==2.2.0",
        "anytree",
        "a node that a refused parent has detached",
        ("anytree.node.NodeMixin.parent",),
    ),
)
SAME = (
    ("boltons==26.1.0", "boltons.dictutils"),
    ("boltons==23.1.0", "boltons.cacheutils"),
    ("semver==3.0.4", "semver"),
    ("sortedcontainers==2.4.0", "sortedcontainers"),
    ("toolz==1.0.0", "toolz"),
    ("anytree==2.2.0", "anytree"),
)


def diff(python: Path, *arguments: str, seconds: float) -> dict[str, Any] | None:
    """What `caddis diff` tells; None if it fails."""
    with tempfile.TemporaryDirectory(prefix="differences-") as directory:
        command = [str(python), "-m", "caddis", "diff", *arguments, "--time", str(seconds), "--json", "diff.json", "-q"]
        done = subprocess.run(
            command, cwd=directory, capture_output=True, text=True, timeout=2 * seconds + ROOM, check=False
        )
        if done.returncode not in (0, 1):
            print(done.stderr, file=sys.stderr)
            return None
        told: dict[str, Any] = json.loads((Path(directory) / "diff.json").read_text(encoding="utf-8"))
        return told


def weighty(told: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The entries that are about behaviour."""
    return [] if told is None else [entry for entry in told["differences"] if entry["weight"] == "behaviour"]


def is_seen(pair: Known, told: dict[str, Any] | None) -> bool:
    """Whether each known cause has one entry, and there is no other."""
    entries = weighty(told)
    each = [sum(cause in entry["changed"] for entry in entries) for cause in pair.causes]
    return told is not None and each == [1] * len(pair.causes) and len(entries) == len(pair.causes)


def main() -> None:
    """Compare, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.differences", description=__doc__)
    parser.add_argument("--time", type=float, default=60.0, help="seconds each (default 60)")
    parser.add_argument("--seeds", type=int, default=3, help="runs of each pair (default 3)")
    parser.add_argument("--same", type=int, default=10, help="runs on identical versions (default 10)")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 170)
    taking = Taking(console)
    python = Path(sys.executable)
    right = True
    table = Table(title=f"caddis diff OLD NEW TARGET --time {options.time:g}", title_justify="left")
    for name in ("old", "new", "target", "what differs"):
        table.add_column(name)
    for name in ("seen", "entries", "in words", "compared"):
        table.add_column(name, justify="right")
    for pair in KNOWN:
        runs = [
            diff(python, pair.old, pair.new, pair.target, "--seed", str(seed), seconds=options.time)
            for seed in range(1, options.seeds + 1)
        ]
        seen = [is_seen(pair, told) for told in runs]
        right = right and all(seen)
        table.add_row(
            pair.old,
            pair.new,
            pair.target,
            pair.what,
            f"{sum(seen)} of {len(seen)}",
            ", ".join(str(len(weighty(told))) for told in runs),
            ", ".join(str(len(told["differences"]) - len(weighty(told))) if told else "-" for told in runs),
            ", ".join(str(told["compared"]) if told else "-" for told in runs),
            style=None if all(seen) else "red",
        )
    console.print(table)
    same = Table(title="identical versions", title_justify="left")
    for name in ("version", "target", "seed", "differences", "compared"):
        same.add_column(name)
    for number in range(options.same):
        version, target = SAME[number % len(SAME)]
        told = diff(python, version, version, target, "--seed", str(number), seconds=options.time / 2)
        clean = told is not None and not told["differences"] and told["compared"] > 0
        right = right and clean
        found = str(len(told["differences"])) if told else "failed"
        compared = str(told["compared"]) if told else "-"
        same.add_row(version, target, str(number), found, compared, style=None if clean else "red")
    console.print(same)
    taking.end()
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
