"""Findings for people: for each what happened, where, why that is a bug, the code that shows it, how to silence it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from caddis.model.events import Reported
from caddis.report.lines import print_line, printable

LAST_LINES, LONGEST_LINE = 8, 120
"""How much is shown of what a process printed."""
MOST_NAMED = 3
"""Entry points that are named."""
LABEL, CODE = 11, 8
"""Columns of the labels, and before the code."""


def show_finding(console: Console, number: int, finding: Reported) -> None:
    """A small block for one finding."""
    width = console.width if console.is_terminal else None
    first = f"{number}  "
    for place, line in enumerate(_wrapped(finding.headline, width, len(first))):
        lead = Text(" " * len(first)) if place else Text(first, style="bold red")
        print_line(console, lead + Text(line, style="bold"))
    for label, text in _facts(finding):
        for place, line in enumerate(_wrapped(text, width, LABEL)):
            print_line(console, Text(f"   {'' if place else label:<{LABEL - 3}}", style="dim") + Text(line))
    print_line(console, Text())
    for line in finding.code.splitlines():
        print_line(console, Text(" " * CODE) + Text(line, style="cyan"))
    print_line(console, Text())
    for line in finding.output.splitlines()[-LAST_LINES:]:
        print_line(console, Text(f"   printed {printable(line[:LONGEST_LINE])}", style="dim"))
    print_line(console, Text(f"   {'test':<{LABEL - 3}}", style="dim") + Text(finding.test or ""))
    entries = ", ".join(f'"{entry}"' for entry in finding.silencers)
    print_line(console, Text(f"   {'no bug?':<{LABEL - 3}}", style="dim") + Text(f"ignore = [{entries}]"))
    print_line(console, Text())


def _facts(finding: Reported) -> Iterator[tuple[str, str]]:
    """What is known beside the headline, each under a label."""
    if finding.expected not in finding.headline:
        yield "wanted", finding.expected
    if finding.location:
        source = f": {finding.location.text}" if finding.location.text else ""
        yield "at", f"{finding.location.file}:{finding.location.line}, in {finding.location.function}{source}"
    if finding.blame:
        yield "blame", finding.blame
    if finding.why:
        yield "why", finding.why
    yield "seen", _seen(finding)


def _seen(finding: Reported) -> str:
    times = "once" if finding.occurrences == 1 else f"{finding.occurrences:,} times"
    others = finding.entry_points[1:]
    named = ", ".join(others[:MOST_NAMED])
    more = f" and {len(others) - MOST_NAMED} more" if len(others) > MOST_NAMED else ""
    also = f", also by {named}{more}" if others else ""
    return f"{times}{also}; {finding.kind}, {finding.confidence} confidence"


def _wrapped(text: str, width: int | None, indent: int) -> list[str]:
    """Lines that fit a terminal; in a pipe one line, which is easier to search."""
    line = printable(" ".join(text.split()))
    if width is None:
        return [line]
    columns = max(20, width - indent)
    return textwrap.wrap(line, columns, break_long_words=False, break_on_hyphens=False) or [""]
