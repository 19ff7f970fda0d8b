"""A worker forked from this very process, with all that it has imported and set up, and confined only then."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from typing import IO, NoReturn

from caddis.campaign import worker
from caddis.campaign.process import Process, Worker
from caddis.model.codec import Json

POLL = 0.005


class Forked:
    """A process that was forked, as `subprocess` would show it."""

    def __init__(self, pid: int, stdout: IO[bytes]) -> None:
        self.pid = pid
        self.stdout: IO[bytes] | None = stdout
        self._code: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, or the number of the signal that ended it below zero."""
        end = None if timeout is None else time.monotonic() + timeout
        while self._code is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self._code = os.waitstatus_to_exitcode(status)
            elif end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("a forked worker", timeout or 0.0)
            else:
                time.sleep(POLL)
        return self._code

    def terminate(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._code is None:
            os.kill(self.pid, number)


class ForkedWorker(Worker):
    """A worker that knows already what this process knows."""

    def _started(self, descriptors: tuple[int, int, int]) -> Process:
        printed, printing = os.pipe()
        # which names the parent
        keeping = json.loads(self._keeping())
        with warnings.catch_warnings():
            # threads of the parent do not go on in the child, which knows of none
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid == 0:
            try:
                self._be(descriptors, printing, keeping)
            finally:
                os._exit(1)
        os.close(printing)
        return Forked(pid, os.fdopen(printed, "rb"))

    def _be(self, descriptors: tuple[int, int, int], printing: int, keeping: Json) -> NoReturn:
        """Let go of what belongs to the parent, then work."""
        os.setsid()
        # whoever started the parent may have done so with signals blocked
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(printing, 1)
        os.dup2(printing, 2)
        for one in (null, printing, self._letters, self._events):
            os.close(one)
        sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
        sys.stdout = sys.stderr = io.TextIOWrapper(
            io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8", errors="replace", line_buffering=True
        )
        _forget_watchers()
        os.environ.update({"HOME": self._workspace, "TMPDIR": self._workspace})
        tempfile.tempdir = self._workspace
        os.chdir(self._workspace)
        worker.serve(*descriptors, keeping, self._job["job"])


def _forget_watchers() -> None:
    """Let nobody look on who was there before: what they gather would only grow, and is never asked for."""
    sys.settrace(None)
    sys.setprofile(None)
    threading.settrace(None)
    if sys.version_info >= (3, 12):
        for tool in range(6):
            if sys.monitoring.get_tool(tool) is not None:
                sys.monitoring.set_events(tool, 0)
    sys.unraisablehook = sys.__unraisablehook__
    # pytest records warnings; those that are errors stay so
    warnings.showwarning = lambda *_arguments, **_named: None
    root = logging.getLogger()
    for handler in [one for one in root.handlers if type(one).__module__.startswith("_pytest")]:
        root.removeHandler(handler)
