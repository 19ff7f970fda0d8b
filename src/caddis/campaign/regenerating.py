"""The suite of an earlier run, run against the present code: what still passes, and what behaves otherwise now."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from caddis.campaign.halt import Halt
from caddis.campaign.replays import Circumstances, Failure, Seen, Test, replay
from caddis.campaign.setting import Setting
from caddis.campaign.suite import UNSEEN
from caddis.campaign.supervising import Standby
from caddis.discover.target import Target
from caddis.emit.module import TestFile
from caddis.emit.regenerating import read
from caddis.model.events import Changed

SHARE, LEAST = 0.1, 5.0
"""Of the time there is, what running the earlier suite may take; and the seconds it has at least."""
REGRESSION = "regression tests for "
"""How the file of such a suite says what it holds."""
LONGEST = 200
"""Letters of a line that tells of a change."""


@dataclass(frozen=True)
class Earlier:
    """An earlier suite: the tests of it that still pass, by file, and those that do not any more."""

    passing: dict[str, TestFile] = field(default_factory=dict)
    changed: tuple[Changed, ...] = ()


def earlier_files(directory: Path, targets: tuple[Target, ...]) -> dict[str, TestFile]:
    """The test files in a directory that an earlier run on these targets wrote and nobody changed."""
    found: dict[str, TestFile] = {}
    for path in sorted(directory.glob("test_*.py")) if directory.is_dir() else ():
        try:
            file = read(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, SyntaxError):
            continue
        if file is not None and file.about.startswith(REGRESSION):
            module = file.about.removeprefix(REGRESSION)
            if any(_concerns(module, target) for target in targets):
                found[path.name] = file
    return found


def compared(setting: Setting, files: dict[str, TestFile], shown: str, halt: Halt, seconds: float | None) -> Earlier:
    """Run an earlier suite against the code as it is; `shown` is the directory of the tests as the user sees it."""
    if not files:
        return Earlier()
    end = None if seconds is None else time.monotonic() + max(LEAST, SHARE * seconds)
    seen = _run(setting, files, halt, end)
    failed = [
        (name, file, entry.name)
        for name, file in files.items()
        for entry in file.entries
        if seen.get((name, entry.name))
    ]
    # one by one: what one of them imports may be gone, and take the others with it
    apart = {f"test_{number}.py": (name, file.only({test})) for number, (name, file, test) in enumerate(failed)}
    again = _run(setting, {alone: file for alone, (_, file) in apart.items()}, halt, end) if apart else {}
    changed: list[Changed] = []
    for alone, (name, file) in apart.items():
        [test] = [entry.name for entry in file.entries]
        first, second = seen[name, test], again.get((alone, test), UNSEEN)
        if first is not None and second not in (None, UNSEEN):
            changed.append(_changed(f"{shown}/{name}::{test}", file, second or first))
        elif first is not None and second is None and not first.line:
            # it was not even run, for what another imports
            seen[name, test] = None
    passing = {
        name: file.only({entry.name for entry in file.entries if seen.get((name, entry.name), UNSEEN) is None})
        for name, file in files.items()
    }
    return Earlier({name: file for name, file in passing.items() if file.entries}, tuple(changed))


def _run(setting: Setting, files: dict[str, TestFile], halt: Halt, end: float | None) -> Seen:
    tests = [
        Test(name, entry.name, entry.name in file.in_directory)
        for name, file in files.items()
        for entry in file.entries
    ]
    sources = {name: file.source for name, file in files.items()}
    with Standby(setting) as standby:
        return replay(standby, sources, tests, circumstances=Circumstances(hash_seed=2), halt=halt, deadline=end)


def _concerns(module: str, target: Target) -> bool:
    if target.module:
        return module == target.module or (not target.attribute and module.startswith(f"{target.module}."))
    first = module.partition(".")[0]
    return target.root is not None and any(Path(target.root, name).exists() for name in (first, f"{first}.py"))


def _changed(test: str, file: TestFile, failure: Failure) -> Changed:
    """What a test expected, and what happened now, each in one line."""
    said = failure.said.strip().splitlines()
    first = said[0] if said else ""
    expected = _statement(file.source, failure.line)
    if failure.name == "AssertionError" and failure.here:
        return Changed(test, _short(expected.removeprefix("assert ")), _short(_actual(first)))
    now = f"{failure.name}: {first}" if failure.name and first else failure.name or f"the process {first}"
    return Changed(test, _short(expected), _short(now))


def _actual(explained: str) -> str:
    """What was found in place of what was expected, by pytest's words for it."""
    try:
        match ast.parse(explained).body:
            case [ast.Assert(test=ast.Compare(left=left, ops=[ast.Eq() | ast.Is()]))]:
                return ast.unparse(left)
    except (SyntaxError, ValueError):
        pass
    found, equals, _ = explained.removeprefix("assert ").partition(" == ")
    return found if equals else explained


def _statement(source: str, line: int) -> str:
    """The smallest statement that a line is part of."""
    return next((ast.unparse(node) for node in _smallest_first(ast.parse(source)) if _spans(node, line)), "it runs")


def _smallest_first(tree: ast.AST) -> Iterator[ast.stmt]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    yield from sorted(found, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)


def _spans(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
