"""`pytest --caddis-reduce`: of the tests that fail for one cause, one is shown (REDUCE, in the Randoop paper)."""

from __future__ import annotations

import inspect
import os
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

import pytest

from caddis.report.lines import counted

CAUSE = "caddis-cause"
"""The name under which a report carries its cause, and the length of its test."""
SEPARATOR = " | "


class Causes:
    """A plugin of pytest."""

    def __init__(self) -> None:
        self._groups: dict[str, Group] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, pytest.TestReport]:
        """Note why a test fails: what is raised, and where outside of the test."""
        report: pytest.TestReport = yield
        if report.failed and call.excinfo is not None:
            report.user_properties.append((CAUSE, _cause(item, call.excinfo)))
        return report

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Of each cause leave the failure with the shortest test as it is, and of the others what cause they have."""
        reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None:
            return
        for report in [*reporter.stats.get("failed", ()), *reporter.stats.get("error", ())]:
            for name, text in report.user_properties:
                if name == CAUSE:
                    length, _, cause = text.partition(SEPARATOR)
                    self._groups.setdefault(cause, Group(cause)).add(int(length), report)
        for group in self._groups.values():
            shown, *others = group.ordered
            for report in others:
                report.longrepr = f"the same cause as {shown.nodeid}"

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The causes, the most frequent first."""
        if not self._groups:
            return
        every = sum(len(group.reports) for group in self._groups.values())
        terminalreporter.section(f"{counted(every, 'failure')}, {counted(len(self._groups), 'cause')}")
        for group in sorted(self._groups.values(), key=lambda group: -len(group.reports)):
            terminalreporter.write_line(f"{counted(len(group.reports), 'time')} {group.cause}")
            terminalreporter.write_line(f"    {group.ordered[0].nodeid}")


@dataclass
class Group:
    """Failures with one cause."""

    cause: str
    reports: list[tuple[int, Any]] = field(default_factory=list)

    def add(self, length: int, report: Any) -> None:
        """Take in one more."""
        self.reports.append((length, report))

    @property
    def ordered(self) -> list[Any]:
        """The reports, that of the shortest test first."""
        return [report for _, report in sorted(self.reports, key=lambda pair: (pair[0], pair[1].nodeid))]


def _cause(item: pytest.Item, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    """The lines of the test, and its cause.

    An exception is told by the place outside of the test that raised it; an assertion of the test itself by what it
    asserts.
    """
    own = str(item.path)
    entries = list(excinfo.traceback)
    inside = [entry for entry in entries if str(entry.path) == own]
    beyond = [entry for entry in entries if str(entry.path) != own and not _is_of_pytest(str(entry.path))]
    length = _length(item)
    raised = excinfo.type.__name__
    last = entries[-1] if entries else None
    if last is not None and last in beyond:
        return f"{length}{SEPARATOR}{raised} at {os.path.relpath(str(last.path))}:{last.lineno + 1}"
    line = str(inside[-1].statement).strip() if inside else ""
    return f"{length}{SEPARATOR}{raised} by {line}"


def _length(item: pytest.Item) -> int:
    """The lines of a test."""
    try:
        return len(inspect.getsource(item.obj).splitlines())  # type: ignore[attr-defined]
    except (OSError, TypeError, AttributeError):
        return 0


def _is_of_pytest(path: str) -> bool:
    return f"{os.sep}_pytest{os.sep}" in path or f"{os.sep}pluggy{os.sep}" in path
