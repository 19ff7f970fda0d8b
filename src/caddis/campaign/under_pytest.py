"""Tests run by pytest itself inside a sandboxed worker: together, in the order given, or each in its own process."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import inspect
import os
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from pathlib import Path
from time import monotonic  # bound here: the target may replace what its module holds
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol

from caddis.campaign.journal import RUNNING
from caddis.campaign.place import CutOff, Place
from caddis.execute.apart import LATE, Channel, Ended, channel
from caddis.execute.clock import Clock
from caddis.model.codec import Json

if TYPE_CHECKING:
    from caddis.campaign.counting import Counting

DIRECTORY = "suite"
QUIET = (
    *("-q", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:faulthandler"),
    *("--continue-on-collection-errors", "--maxfail=0"),
)
AUTOLOAD = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"
SLACK = 60.0
"""Seconds that collecting a file may take, which imports the target."""
_LONGEST = 400
"""Of what an exception says."""
GRACE = 2.0
"""Seconds beyond those of a test that it may take with all that is around it."""

Tests = list[tuple[int, str, str]]
"""The number, the file and the name of each."""


def replay(place: Place, counting: Counting | None = None) -> None:
    """Run the tests of a job, telling how each failed, if it did: each alone, if so asked, and then together."""
    job = place.job
    tests = [(number, file, name) for number, (file, name, _) in enumerate(job["tests"]) if number >= job["first"]]
    (place_for_tests := Path(place.workspace, DIRECTORY)).mkdir()
    for file in {file for _, file, _ in tests}:
        (place_for_tests / file).write_text(job["sources"][file], encoding="utf-8")
    sys.argv = ["pytest", "-q"] if job["elsewhere"] else ["pytest"]
    try:
        session = Session(place_for_tests, job)
    except BaseException:  # noqa: BLE001 - the user's own code, which may need what there is not in here
        return
    if job["alone"]:
        _each_alone(place, session, tests)
        place.forbid_forks()
    clock = Clock(place.beat, job["timeout"])
    collected = _Together(place, tests, clock) if counting is None else _Counted(place, tests, clock, counting)
    session.run([file for _, file, _ in tests], collected)
    clock.stop()
    collected.close()


class Session:
    """How pytest is called: plainly, or with the plugins and settings of the user's own."""

    def __init__(self, directory: Path, job: Json) -> None:
        self._directory = directory
        own = job["own"]
        self.own: list[ModuleType] = []
        self._settings: list[str] = []
        if own is None:
            os.environ[AUTOLOAD] = "1"
            self._settings = ["-c", os.devnull, f"--rootdir={directory}", *_waiting(job["sources"].values())]
        else:
            # the session is one process whatever the settings say, and what is replayed is not instrumented
            self._settings = [*_overriding(), *(["-c", own["settings"]] if own["settings"] else [])]
            self.own = [_conftest(Path(path)) for path in own["conftests"]]

    def run(self, files: list[str], plugin: object) -> None:
        """Run the tests of some files as a plugin says."""
        paths = [str(self._directory / file) for file in dict.fromkeys(files)]
        temporary = os.path.join(tempfile.gettempdir(), "pytest")
        try:
            with _silent():
                pytest.main(
                    [*QUIET, *self._settings, f"--basetemp={temporary}", f"--confcutdir={self._directory}", *paths],
                    plugins=[*self.own, plugin],
                )
        except (CutOff, BrokenPipeError):
            raise
        except Exception:  # noqa: BLE001 - the target may have broken what pytest needs: what was not run is missing
            return


def _overriding() -> list[str]:
    if os.environ.get(AUTOLOAD):
        # then pytest does not know these words, and would refuse to start
        return []
    known = (("xdist", ["-n", "0"]), ("pytest_cov", ["--no-cov"]))
    return [word for module, words in known if importlib.util.find_spec(module) is not None for word in words]


def _waiting(sources: Iterable[str]) -> list[str]:
    """The plugins without which pytest cannot run tests that wait, if these tests bear their marks."""
    texts = "".join(sources)
    marked = [name for name in ("anyio", "asyncio") if f"pytest.mark.{name}\n" in texts]
    installed = {entry.name for entry in entry_points(group="pytest11")} if marked else ()
    return [word for name in marked if name in installed for word in ("-p", name)]


def _conftest(path: Path) -> ModuleType:
    """A conftest.py, imported under the name that pytest would give it."""
    root, name = path.parent, path.stem
    while (root / "__init__.py").exists():
        root, name = root.parent, f"{root.name}.{name}"
    sys.path.insert(0, str(root))
    if name in sys.modules:
        # another directory's, which is no package either
        del sys.modules[name]
    return importlib.import_module(name)


@contextmanager
def _silent() -> Iterator[None]:
    """What pytest prints is of no interest here."""
    with open(os.devnull, "w", encoding="utf-8") as null:
        before, sys.stdout = sys.stdout, null
        try:
            yield
        finally:
            sys.stdout = before


class Rows:
    """The tests in the order wanted, each with its items: more than one if it has parameters."""

    def __init__(self, tests: Tests) -> None:
        self._wanted = tests
        self.numbers: dict[str, int] = {}
        self.rows: dict[str, int] = {}
        self.last: set[str] = set()
        self.missing: list[int] = []

    def arrange(self, items: list[Any]) -> None:
        """Put the items in order, and leave those out that nobody asked for."""
        found: dict[tuple[str, str], list[Any]] = {}
        for item in items:
            name = getattr(item, "originalname", None) or item.name
            found.setdefault((item.path.name, name), []).append(item)
        items[:] = []
        for number, file, name in self._wanted:
            # as its parameters are written, whatever another plugin has made of that
            several = sorted(found.get((file, name), []), key=_row)
            if not several:
                self.missing.append(number)
                continue
            items += several
            self.numbers |= {item.nodeid: number for item in several}
            self.rows |= {item.nodeid: row for row, item in enumerate(several)}
            self.last.add(several[-1].nodeid)


def _row(item: Any) -> tuple[int, ...]:
    """Which of the parameters an item is for."""
    return tuple(item.callspec.indices.values()) if hasattr(item, "callspec") else ()


class _Plugin:
    """Keeps to the tests wanted, and sees how each failed."""

    def __init__(self, tests: Tests) -> None:
        self._tests = tests
        self._told: set[int] = set()
        self._rows = Rows(tests)
        self._broken: dict[str, Json] = {}
        self._failure: Json = None

    # last, so in the order we want, whatever another plugin has made of it
    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        self._rows.arrange(items)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            said = str(report.longrepr).strip().splitlines()
            error = next((line[1:].strip() for line in reversed(said) if line.startswith("E ")), "")
            name, _, text = error.partition(": ")
            self._broken[Path(report.nodeid).name] = [name.rpartition(".")[2], text[:_LONGEST], 0, 0, False]

    def pytest_pyfunc_call(self, pyfuncitem: Any) -> bool | None:
        if not inspect.iscoroutinefunction(pyfuncitem.obj):
            return None
        import asyncio  # most tests need none, and it takes long to load

        # marked for a plugin that is there for others, and has not taken it
        wanted = inspect.signature(pyfuncitem.obj).parameters
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
        return True

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        if call.excinfo is not None and not call.excinfo.typename.endswith("Skipped") and self._failure is None:
            self._failure = _failure(item, call.excinfo, self._rows.rows.get(item.nodeid, 0))

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self) -> None:
        # nobody reads what plugins sum up, and some import much for it
        pytest.exit("all is told")

    def _never_run(self) -> Iterator[tuple[int, Json]]:
        """The tests whose file could not be imported, and those that nobody found."""
        missing = {*self._rows.missing}
        for number, file, _ in self._tests:
            if number not in self._told and (file in self._broken or number in missing):
                yield number, self._broken.get(file, ["", "was not found", 0, 0, False])


def _failure(item: Any, excinfo: Any, row: int) -> Json:
    """How a test failed: the exception, what it said, the row, the line of the test, whether that line raised it."""
    lines = []
    traceback = excinfo.tb
    here = False
    while traceback is not None:
        here = traceback.tb_frame.f_code.co_filename == str(item.path)
        if here:
            lines.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    return [type(excinfo.value).__name__, _said(excinfo.value), row, lines[-1] if lines else 0, here]


def _said(error: BaseException) -> str:
    try:
        return str(error)[:_LONGEST]
    except Exception:  # noqa: BLE001 - an exception of the target's, which may not even be shown
        return ""


class _Together(_Plugin):
    """Runs the tests in this process, one after the other."""

    def __init__(self, place: Place, tests: Tests, clock: Clock) -> None:
        super().__init__(tests)
        self._place = place
        self._clock = clock

    def pytest_collection_finish(self) -> None:
        self._place.link.send("ready")
        self._clock.start()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._place.journal.words[RUNNING] = self._rows.numbers.get(nodeid, 0)
        self._place.beat.go_on()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        # only there pytest takes whatever the clock raises for the failure of the test
        self._place.beat.begin()
        yield
        self._place.beat.end()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        if nodeid in self._rows.last:
            self._tell(self._rows.numbers[nodeid], self._failure)
            self._failure = None

    def close(self) -> None:
        """Tell of those that were never run."""
        self._place.beat.end()
        for number, failure in self._never_run():
            self._tell(number, failure)

    def _tell(self, number: int, failure: Json) -> None:
        self._told.add(number)
        self._place.link.send("test", number=number, failure=failure)


class _Counted(_Together):
    """Tells what they run, too."""

    def __init__(self, place: Place, tests: Tests, clock: Clock, counting: Counting) -> None:
        super().__init__(place, tests, clock)
        self._counting = counting

    @pytest.hookimpl(hookwrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        with self._counting.following():
            yield

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        self._place.beat.begin()
        with self._counting.following():
            yield
        self._place.beat.end()

    def _tell(self, number: int, failure: Json) -> None:
        self._place.link.send("runs", **self._counting.news())
        super()._tell(number, failure)


def _each_alone(place: Place, session: Session, tests: Tests) -> None:
    """Run each test in a process of its own, forked from one that has imported its file and run nothing.

    That one is forked in turn, for each file, from here, where nothing is imported but pytest and what any file would
    import first.
    """
    for target in place.job["targets"]:
        with suppress(Exception):
            importlib.import_module(target["module"].partition(".")[0])
    place.link.send("ready")
    session.run([file for _, file, _ in tests], _Alone(place, tests))


def _end(place: Place, child: int) -> Ended:
    """End a process of ours, and how it ended."""
    with place.permitted(), suppress(OSError):
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Ended(signal=-code) if code < 0 else Ended(status=code)


class _Alone(_Plugin):
    """Forks a process for each file, which forks one for each of its tests."""

    def __init__(self, place: Place, tests: Tests) -> None:
        super().__init__(tests)
        self._place = place
        self._out: Channel | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: Any) -> bool | None:
        if self._out is not None:
            return None
        gc.freeze()
        until = self._place.job["alone_until"]
        by_file: dict[str, Tests] = {}
        for test in self._tests:
            by_file.setdefault(test[1], []).append(test)
        paths = {Path(path).name: path for path in session.config.args}
        for file, tests in by_file.items():
            if until is not None and monotonic() >= until:
                break
            for number, failure in self._file(session, paths[file], tests):
                # nothing of the target runs here
                self._place.beat.go_on()
                self._place.link.send("alone", number=number, failure=failure)
        session.items = []
        return True

    def _file(self, session: Any, path: str, tests: Tests) -> Iterator[tuple[int, Json]]:
        """How each test of a file fails by itself, if it does."""
        here, there = channel()
        with self._place.permitted():
            child = os.fork()
        if child == 0:
            try:
                here.close()
                self._out = there
                self._tests, self._rows = tests, Rows(tests)
                with suppress(pytest.Session.Failed, pytest.Session.Interrupted, pytest.UsageError):
                    session.perform_collect([path])
                gc.freeze()
                for item in session.items:
                    self._run(item)
                for number, failure in self._never_run():
                    self._tell(number, failure)
            finally:
                os._exit(0)
        there.close()
        waiting = {number for number, _, _ in tests}
        while waiting:
            # the first has the import of its file before it, and each may have several rows
            message = here.receive(SLACK)
            if message is None or message == LATE:
                break
            waiting.discard(message["number"])
            yield message["number"], message["failure"]
        here.close()
        ended = _end(self._place, child)
        for number in sorted(waiting):
            yield number, ["", ended.reason, 0, 0, False]

    def _run(self, item: Any) -> None:
        """Run an item in a process of its own."""
        here, there = channel()
        with self._place.permitted():
            child = os.fork()
        if child == 0:
            try:
                here.close()
                self._place.forbid_forks()
                runtestprotocol(item, log=False, nextitem=None)
                there.send({"failure": self._failure})
            finally:
                os._exit(0)
        there.close()
        answer = here.receive(self._place.job["timeout"] + GRACE)
        here.close()
        ended = _end(self._place, child)
        if isinstance(answer, dict):
            failure = answer["failure"]
        else:
            failure = ["", "hung" if answer == LATE else ended.reason, self._rows.rows[item.nodeid], 0, False]
        self._failure = self._failure or failure
        if item.nodeid in self._rows.last:
            self._tell(self._rows.numbers[item.nodeid], self._failure)
            self._failure = None

    def _tell(self, number: int, failure: Json) -> None:
        self._told.add(number)
        if self._out is not None:
            self._out.send({"number": number, "failure": failure})
