"""Runs a suite on an implementation in a process of its own, with a limit for each test."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

LIMIT = 2.0
"""Processor seconds a test may take: some of the faults never end."""
MOST_ENDLESS = 2
"""Tests that run into the limit before the rest of the suite is given up: it has failed."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a suite."""

    failed: dict[str, str]
    """What each test that did not pass says at last."""
    passed: int
    seconds: float


class Endless(BaseException):
    """A test took longer than it may. No `except Exception` of the implementation holds it up."""


class _Watcher:
    """Notes how each test ends, and ends it if it does not."""

    def __init__(self) -> None:
        self.failed: dict[str, str] = {}
        self.passed = 0
        self.endless = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
        try:
            return (yield)
        except Endless:
            self.endless += 1
            if self.endless >= MOST_ENDLESS:
                item.session.shouldstop = "several tests do not end"
            raise TimeoutError(f"took longer than {LIMIT:g} s") from None
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[report.nodeid.rpartition("::")[2]] = report.longreprtext.strip().rpartition("\n")[2]
        elif report.when == "call" and report.passed:
            self.passed += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed["the suite itself"] = report.longreprtext.strip().rpartition("\n")[2]


def run(source: str, suite: Path, first: bool = False) -> Tried:
    """Run a suite, maybe only to its first failure, with the module `ratpoly` of this source.

    Changes this process: to be called in one of its own.
    """
    with tempfile.TemporaryDirectory(prefix="palulu-") as directory, open(os.devnull, "w", encoding="utf-8") as nowhere:
        Path(directory, "ratpoly.py").write_text(source, encoding="utf-8")
        sys.path.insert(0, directory)
        # what pytest makes of the assertions of a suite is kept for the next implementation: that takes longest of all
        sys.dont_write_bytecode = False
        signal.signal(signal.SIGVTALRM, _end)
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        watcher = _Watcher()
        options = ["-q", "-c", os.devnull, f"--rootdir={suite.parent}", "--import-mode=importlib", "--tb=short"]
        if first:
            options.append("-x")
        start = time.perf_counter()
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            pytest.main([*options, "-p", "no:cacheprovider", str(suite)], plugins=[watcher])
        return Tried(watcher.failed, watcher.passed, time.perf_counter() - start)


def _end(signum: int, frame: FrameType | None) -> None:
    raise Endless
