"""Differences for people and as JSON: for each root cause a small program, and what it comes to on both sides."""

from __future__ import annotations

import json
from dataclasses import asdict

from rich.console import Console
from rich.text import Text

from caddis.model.difference import ApiChanges, Comparison, Entry, Example
from caddis.report.lines import counted, print_line, printable

CODE = 8
MOST_NAMED, MOST_LISTED = 4, 12
QUIET, NORMAL, VERBOSE = -1, 0, 1


def show_comparison(console: Console, comparison: Comparison, verbosity: int = NORMAL) -> None:
    """All that differs, what matters first."""
    if verbosity >= NORMAL:
        print_line(console, Text(f"old  {comparison.old}", style="dim"))
        print_line(console, Text(f"new  {comparison.new}", style="dim"))
        print_line(console, Text())
        for number, entry in enumerate(comparison.behaviour, 1):
            _entry(console, str(number), entry, everything=verbosity >= VERBOSE)
        _words(console, comparison, verbosity)
        _api(console, comparison.api, everything=verbosity >= VERBOSE)
        print_line(console, Text(f"{comparison.compared:,} sequences compared in {comparison.elapsed:.1f} s"))
    print_line(console, Text(_verdict(comparison), style="bold"))


def _verdict(comparison: Comparison) -> str:
    behaviour, words = len(comparison.behaviour), len(comparison.words)
    if not behaviour + words:
        return "no difference in behaviour"
    said = counted(behaviour, "difference") + " in behaviour"
    return f"{said}, {words} in words only" if words else said


def _words(console: Console, comparison: Comparison, verbosity: int) -> None:
    """What differs only in what is said, grouped and last."""
    if not comparison.words:
        return
    print_line(console, Text("in words only: messages, warnings, texts that show an object", style="bold"))
    shown = comparison.words if verbosity >= VERBOSE else comparison.words[:MOST_LISTED]
    for entry in shown:
        print_line(console, Text("   ") + Text(printable(entry.headline)))
        for label, text in (("old", entry.old), ("new", entry.new)):
            print_line(console, Text(f"        {label}  ", style="dim") + Text(printable(text)))
        if verbosity >= VERBOSE:
            _code(console, entry.code)
    if len(shown) < len(comparison.words):
        print_line(console, Text(f"   {len(comparison.words) - len(shown)} more (-v shows them)"))
    print_line(console, Text())


def _entry(console: Console, number: str, entry: Entry, *, everything: bool) -> None:
    print_line(console, Text(f"{number}  ", style="bold red") + Text(printable(entry.headline), style="bold"))
    print_line(console, Text())
    _code(console, entry.code)
    for label, text, style in (("old", entry.old, "red"), ("new", entry.new, "green")):
        print_line(console, Text(f"   {label:<8}", style="dim") + Text(printable(text), style=style))
    if entry.changed:
        more = f" and {len(entry.changed) - MOST_NAMED} more" if len(entry.changed) > MOST_NAMED else ""
        print_line(console, Text("   changed ", style="dim") + Text(", ".join(entry.changed[:MOST_NAMED]) + more))
    if entry.also:
        names = list(dict.fromkeys(example.operation for example in entry.also))
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        print_line(console, Text("   also by ", style="dim") + Text(", ".join(names[:MOST_NAMED]) + more))
    print_line(console, Text())
    for example in entry.also if everything else ():
        _also(console, example)


def _also(console: Console, example: Example) -> None:
    _code(console, example.code)
    for label, text in (("old", example.old), ("new", example.new)):
        print_line(console, Text(f"   {label:<8}", style="dim") + Text(printable(text)))
    print_line(console, Text())


def _api(console: Console, api: ApiChanges, *, everything: bool) -> None:
    for title, names in (
        ("only in new", api.added),
        ("only in old", api.removed),
        ("other parameters", tuple(f"{name}: {was} -> {now}" for name, was, now in api.changed)),
    ):
        if names:
            print_line(console, Text(f"{title} ({len(names)})", style="bold"))
            shown = names if everything else names[:MOST_LISTED]
            for name in shown:
                print_line(console, Text(f"   {printable(name)}"))
            if len(shown) < len(names):
                print_line(console, Text(f"   {len(names) - len(shown)} more (-v shows them)"))
            print_line(console, Text())


def _code(console: Console, code: str) -> None:
    for line in code.splitlines():
        print_line(console, Text(" " * CODE) + Text(line, style="cyan"))
    print_line(console, Text())


def to_json(comparison: Comparison) -> str:
    """The comparison as JSON text; nothing in it hangs on how fast the machine is."""
    data = {
        "version": 1,
        "old": comparison.old,
        "new": comparison.new,
        "target": comparison.target,
        "seed": comparison.seed,
        "compared": comparison.compared,
        "differences": [
            {
                "weight": entry.weight,
                "manner": entry.manner,
                "operation": entry.operation,
                "headline": entry.headline,
                "code": entry.code,
                "old": entry.old,
                "new": entry.new,
                "changed": list(entry.changed),
                "occurrences": entry.occurrences,
                "also": [asdict(example) for example in entry.also],
            }
            for entry in comparison.entries
        ],
        "api": {
            "added": list(comparison.api.added),
            "removed": list(comparison.api.removed),
            "changed": [{"operation": name, "old": was, "new": now} for name, was, now in comparison.api.changed],
        },
    }
    return json.dumps(data, indent=2) + "\n"
