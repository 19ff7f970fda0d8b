"""Progress and results for people: live where the terminal can, plain lines in pipes and CI."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from caddis.model.events import Event, Progress, Said, Stage, Started, Summary, Warned
from caddis.report.findings import show_finding
from caddis.report.lines import counted

QUIET, NORMAL, VERBOSE = -1, 0, 1
MOST_FINDINGS = 10
"""Findings that are shown without being asked for."""
MOST_CHANGED = 20
"""Tests of an earlier run that do not pass any more which are shown without being asked for."""
MOST_DENIED = 5
"""Operations that were refused something which are shown without being asked for."""


class Terminal:
    """Consumes the events of a run."""

    def __init__(self, console: Console, verbosity: int) -> None:
        self._console = console
        self._verbosity = verbosity
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if self._verbosity >= NORMAL and self._console.is_terminal and not self._console.is_dumb_terminal:
            self._live = Live(Text("starting"), console=self._console, transient=True, refresh_per_second=8)
            self._live.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def show(self, event: Event) -> None:
        """Show one event."""
        match event:
            case Started():
                self._started(event)
            case Progress():
                self._draw(_progress(event))
            case Stage(name=name, elapsed=elapsed):
                self._draw(name)
                if self._verbosity >= VERBOSE:
                    self._say(f"{elapsed:5.1f} s  {name}")
            case Warned(line=line):
                self._say(f"[yellow]{escape(line)}[/]")
            case Said(text=text):
                if self._verbosity >= VERBOSE:
                    self._console.print(Text(text))
            case Summary():
                self.__exit__(None, None, None)
                self._summary(event)

    def _started(self, event: Started) -> None:
        if self._verbosity >= VERBOSE:
            self._say(f"{len(event.operations)} operations in {', '.join(event.modules)}")
            for name, reason in event.left_out:
                self._say(f"left out {escape(name)}: {escape(reason)}")
        elif event.left_out:
            self._say(f"{len(event.left_out)} names left out (-v shows them)")

    def _draw(self, line: str) -> None:
        if self._live is not None:
            self._live.update(Text(line))

    def _say(self, line: str) -> None:
        if self._verbosity >= NORMAL:
            self._console.print(line, soft_wrap=True, highlight=False)

    def _summary(self, summary: Summary) -> None:
        self._findings(summary)
        self._changed(summary)
        covered, total = summary.branches
        reach = f", {covered} of {total} branches" if total else ""
        operations = summary.operations
        self._say(
            f"{summary.sequences['executed']:,} sequences in {summary.elapsed:.1f} s ({summary.rate:,.0f} a second); "
            f"{operations['succeeded']} of {operations['total']} operations succeeded{reach}"
        )
        tests = summary.tests
        run = f" that run {counted(tests['branches'], 'branch', 'es')}" if total and "branches" in tests else ""
        self._console.print(
            f"{counted(tests['findings'], 'finding')}, {counted(tests['regression'], 'regression test')}"
            f" ({counted(tests['assertions'], 'assertion')}){run}",
            soft_wrap=True,
            highlight=False,
        )
        if summary.crashes and (self._verbosity >= VERBOSE or (summary.robustness and self._verbosity >= NORMAL)):
            self._console.print(_crashes(summary))
        self._denied(summary)
        for file in summary.files:
            self._say(f"wrote {escape(file)}")

    def _findings(self, summary: Summary) -> None:
        """A block for each finding, and a line for what is not shown."""
        if self._verbosity < NORMAL:
            return
        shown = len(summary.new) if self._verbosity >= VERBOSE else MOST_FINDINGS
        for number, finding in enumerate(summary.new[:shown], 1):
            show_finding(self._console, number, finding)
        if len(summary.new) > shown:
            self._say(f"{len(summary.new) - shown} more findings (-v shows them)")
        for confidence, count in summary.below.items():
            self._say(f"{count} of {confidence} confidence; --confidence {confidence} shows them")
        if accepted := len(summary.findings) - len(summary.new):
            self._say(f"{counted(accepted, 'finding')} accepted by the baseline")

    def _changed(self, summary: Summary) -> None:
        """One line for each test of an earlier run that does not pass any more."""
        shown = len(summary.changed) if self._verbosity >= VERBOSE else MOST_CHANGED
        for one in summary.changed[:shown]:
            self._say(f"[yellow]changed[/] {escape(one.test)}: expected {escape(one.expected)}, now {escape(one.now)}")
        if len(summary.changed) > shown:
            self._say(f"[yellow]changed[/] {len(summary.changed) - shown} more tests (-v shows them)")

    def _denied(self, summary: Summary) -> None:
        """One line for each operation that was refused something, with a few examples; all of it is in the JSON."""
        by_operation: dict[str, list[str]] = {}
        for denied in summary.denied:
            by_operation.setdefault(denied.operation, []).append(denied.what)
        shown = len(by_operation) if self._verbosity >= VERBOSE else MOST_DENIED
        for operation, several in list(by_operation.items())[:shown]:
            more = f" and {len(several) - 1} more" if len(several) > 1 else ""
            self._say(f"[yellow]denied[/] {escape(operation)}: {escape(several[0])}{more}")
        if len(by_operation) > shown:
            self._say(f"[yellow]denied[/] {len(by_operation) - shown} more operations (-v shows them)")


def _progress(event: Progress) -> str:
    return (
        f"{event.elapsed:5.1f} s  {event.sequences:,} sequences  {event.rate:,.0f}/s  "
        f"{event.kept:,} kept  {event.violations} suspected"
    )


def _crashes(summary: Summary) -> Table:
    """Table I of the JCrasher paper: what became of the calls that ended in an exception."""
    table = Table(title=None, show_lines=False, pad_edge=False, box=None)
    table.add_column("module", overflow="fold")
    for name in ("crashes", "reports", "redundant", "bugs"):
        table.add_column(name, justify="right")
    for row in summary.crashes:
        table.add_row(escape(row.module), *map(str, (row.crashes, row.reports, row.redundant, row.bugs)))
    return table
