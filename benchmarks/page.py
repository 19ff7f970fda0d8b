"""`python -m benchmarks.page MODULE ARGS…`: run a benchmark, and put what it prints into the page of results.

The page holds one section for each command, with the day and what was printed, tables and all; a command run again
renews its own section and leaves the others. A benchmark that breaks off changes nothing; one that has measured less
than is wanted is written down like any other.
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "benchmarks.md"
HEAD = """# Benchmarks

Written by `make bench`, `make bench-peers`, `make types` and `make tracing`, never by hand: each
section is what its command printed, on the day and the machine that it names. Figures compare within one run; between
machines they do not.
"""
MISSED = 3
"""The exit status of a benchmark that has measured less than is wanted."""
SECTION = re.compile(r"^## `(?P<command>.*)`\n(?:(?!^## ).*\n?)*", re.MULTILINE)


def renewed(page: str, command: str, day: str, printed: str) -> str:
    """The page with the section of a command as it is now."""
    section = f"## `{command}`\n\n{day}\n\n```\n{printed.strip()}\n```\n"
    for found in SECTION.finditer(page):
        if found["command"] == command:
            return page[: found.start()] + section + ("\n" if page[found.end() :] else "") + page[found.end() :]
    return f"{page.rstrip()}\n\n{section}"


def main(arguments: list[str]) -> int:
    """Run a benchmark, show what it prints as it comes, and write it down."""
    if not arguments:
        print("usage: python -m benchmarks.page MODULE ARGS…", file=sys.stderr)
        return 2
    printed = []
    with subprocess.Popen([sys.executable, "-m", *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            printed.append(line.rstrip() + "\n")
    if process.returncode in (0, MISSED):
        page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else HEAD
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        PAGE.write_text(renewed(page, f"python -m {' '.join(arguments)}", day, "".join(printed)), encoding="utf-8")
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
