"""`python -m benchmarks.side_by_side`: four ways to look for the two bugs of SumStack, side by side.

Lines are those to be written beside imports, docstrings and empty ones; bugs are told by what the falsifying program
calls last; seconds are those of a pytest session, from start to exit.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
WAYS = {
    "hypothesis write": "written.py",
    "from_type": "from_type.py",
    "a state machine": "state_machine.py",
    "@check": "checked.py",
}
BUGS = {"pop": re.compile(r"\.pop\(\)"), "get_data": re.compile(r"data = \w+\.get_data\(\)")}
"""What the falsifying program shows for each of the bugs."""


@dataclass(frozen=True, slots=True)
class Way:
    """What one way takes, and what it finds."""

    lines: int
    bugs: tuple[str, ...]
    seconds: float


def lines_of(file: Path) -> int:
    """The lines of a test that somebody has to think of."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    return sum(bool(line.strip()) for line in ast.unparse(tree).splitlines())


def tried(file: Path) -> Way:
    """Run one of them."""
    start = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", str(file)]
    session = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    seconds = time.monotonic() - start
    # of a failure only the program counts, not the code of the class that pytest shows around it
    shown = "\n".join(line for line in session.stdout.splitlines() if "def " not in line and "self." not in line)
    found = tuple(bug for bug, pattern in BUGS.items() if session.returncode == 1 and pattern.search(shown))
    return Way(lines_of(file), found, seconds)


def main() -> None:
    """Print the table."""
    table = Table("way", "lines to write", "bugs found", "seconds")
    for name, file in WAYS.items():
        way = tried(ROOT / "examples" / "side_by_side" / file)
        table.add_row(name, str(way.lines), ", ".join(way.bugs) or "none", f"{way.seconds:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
