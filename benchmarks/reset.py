"""What it costs to have every test begin in a clean state: JCrasher's table (section 5.4 of its paper), for us.

The package is made here: 11 modules and 60 classes, with the kinds of state that packages have.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import machine
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.reimport import Reimport, forget
from caddis.execute.snapshot import Place, Snapshot

PACKAGE = "caddis_reset_subject"
MODULES = 10
"""Beside the package itself."""
CLASSES = 6
"""In each of them."""
BATCH = 200
"""Sequences that share one check."""
ROUNDS = 5

CLASS = '''
@registered
class Shelf{number}:
    """A shelf of kind {number}."""

    made = 0
    labels = ["shelf", "{number}"]

    def __init__(self, width: int = {number}, tags: list[str] = []) -> None:
        self.width = width
        self.tags = list(tags)
        self.books: list[str] = []

    def put(self, book: str) -> int:
        if len(self.books) >= self.width:
            raise OverflowError(book)
        self.books.append(book)
        return len(self.books)

    def take(self, book: str) -> str:
        for number, other in enumerate(self.books):
            if other == book:
                return self.books.pop(number)
        raise KeyError(book)

    @property
    def room(self) -> int:
        return self.width - len(self.books)

    @classmethod
    def wide(cls) -> "Shelf{number}":
        return cls(100 + {number})
'''
MODULE = '''
"""Module {number}: shelves and what is known of them."""

import functools
import json
import logging
import re
from collections import defaultdict

log = logging.getLogger(__name__)
LIMITS = {{"low": 1, "high": 10, "names": ["a", "b", "c"]}}
SIZES = [1, 2, 3, {number}]
WORD = re.compile(r"\\w+")
registry: dict[str, type] = {{}}
counts: defaultdict[str, int] = defaultdict(int)
total = 0


def registered(cls):
    registry[cls.__name__] = cls
    return cls


def count(word: str) -> int:
    global total
    counts[word] += 1
    total += 1
    return total


@functools.lru_cache(maxsize=None)
def squared(number: int) -> int:
    return number * number


def words(text: str, limit: int = 10, *, lower: bool = False) -> list[str]:
    found = WORD.findall(text)[:limit]
    return [word.lower() for word in found] if lower else found


def saved(values: dict) -> str:
    return json.dumps(values, sort_keys=True)


def grown(sizes: list[int] = SIZES) -> int:
    result = 0
    for size in sizes:
        if size > LIMITS["low"]:
            result += size
    return result
'''


def write_package(directory: Path) -> None:
    """Write the package whose state is put back."""
    package = directory / PACKAGE
    package.mkdir()
    names = [f"part{number}" for number in range(MODULES)]
    (package / "__init__.py").write_text("\n".join(f"from {PACKAGE} import {name}" for name in names))
    for number, name in enumerate(names):
        classes = (CLASS.format(number=CLASSES * number + each) for each in range(CLASSES))
        (package / f"{name}.py").write_text(MODULE.format(number=number) + "\n".join(classes))


@dataclass(frozen=True, slots=True)
class Costs:
    """Microseconds of CPU time a test."""

    process: float
    reimport: float
    found: float
    """To find what changed, wherever it may be, and put it back."""
    dirty: float
    """To put back what is known to change, as when the sequences of a dirty batch are run again one by one."""
    clean: float
    """To find that nothing has changed."""

    @property
    def amortised(self) -> float:
        """What one check costs each sequence of a batch."""
        return self.clean / BATCH


def measured(directory: Path) -> Costs:
    """Import the package as a worker does, with probes, and measure each way to reset its state."""
    write_package(directory)
    process = _process(directory)
    lasting = frozenset(sys.modules)
    sys.path.insert(0, str(directory))
    finder = InstrumentingFinder(frozenset({PACKAGE}), Coverage())
    finder.install()
    try:
        importlib.import_module(PACKAGE)
        snapshot = Snapshot(_owned)
        _soil()
        known = snapshot.changed()
        snapshot.put_back(known)
        clean = _best(snapshot.changed, 200)
        found = _best(lambda: _soil_and_clean(snapshot, None), 200)
        dirty = _best(lambda: _soil_and_clean(snapshot, known), 200)
        reimport = _best(Reimport(_owned, lasting).renew, 20)
    finally:
        finder.uninstall()
        sys.path.remove(str(directory))
        forget([name for name in sys.modules if _owned(name)])
    return Costs(process, reimport, found, dirty, clean)


def table() -> Table:
    """Measure, and compare with what is wanted."""
    with tempfile.TemporaryDirectory() as directory:
        costs = measured(Path(directory))
    made = Table(
        title=f"resetting state: {MODULES + 1} modules, {MODULES * CLASSES} classes",
        caption=f"CPU time, best of {ROUNDS} rounds; a batch is {BATCH} sequences, checked once",
        title_justify="left",
        caption_justify="left",
    )
    made.add_column("way")
    made.add_column("µs a test", justify="right")
    made.add_column("compared with")
    for name in ("ratio", "wanted"):
        made.add_column(name, justify="right")
    rows: list[tuple[str, float, str, float | None, str]] = [
        ("new process", costs.process, "", None, ""),
        ("re-import", costs.reimport, "new process", costs.process, "≥ 5"),
        ("snapshot, dirty where it was before", costs.dirty, "re-import", costs.reimport, "≥ 20"),
        ("snapshot, dirty, looked for everywhere", costs.found, "re-import", costs.reimport, "≥ 20"),
        ("snapshot, clean", costs.clean, "re-import", costs.reimport, ""),
        ("snapshot, clean, a sequence of a batch", costs.amortised, "", None, "≤ 2 µs"),
    ]
    for way, cost, other, others, wanted in rows:
        made.add_row(way, f"{cost:,.1f}", other, "" if others is None else f"{others / cost:.1f}", wanted)
    return made


def _owned(module: str) -> bool:
    return module.partition(".")[0] == PACKAGE


def _process(directory: Path) -> float:
    """A new interpreter that imports the package, compiled before."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(directory)!r}); import {PACKAGE}"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return _best(lambda: subprocess.run(command, env=environment, check=True), 3)


def _soil() -> None:
    """Change one global, one class attribute and one list."""
    part: Any = sys.modules[f"{PACKAGE}.part3"]
    part.total += 1
    part.Shelf20.made += 1
    part.SIZES.append(0)


def _soil_and_clean(snapshot: Snapshot, among: list[Place] | None) -> None:
    _soil()
    changed = snapshot.changed(among)
    if len(changed) != 3 or snapshot.put_back(changed):
        raise RuntimeError(f"changed are {[place.name for place in changed]}")


def _best(action: Callable[[], object], times: int) -> float:
    """The mean of some calls, in microseconds of this process and its children; the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        gc.collect()
        start = _cpu_time()
        for _ in range(times):
            action()
        best = min(best, _cpu_time() - start)
    return best / times * 1e6


def _cpu_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main() -> None:
    """Print the table."""
    console = Console(width=None if sys.stdout.isatty() else 150)
    console.print(machine(), highlight=False)
    console.print(table())


if __name__ == "__main__":
    main()
