"""`pytest --caddis-trace`: records the tests that are run. Also passes a recording on to the workers of xdist."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caddis.recording.importing import RecordingFinder
from caddis.recording.session import DEFAULT_FILE, Session, prepared
from caddis.recording.wanted import Wanted

if TYPE_CHECKING:
    import pytest

_KEY = "caddis_recording"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of recording."""
    group = parser.getgroup("caddis")
    group.addoption(
        "--caddis-trace",
        nargs="?",
        const=DEFAULT_FILE,
        metavar="FILE",
        help=f"record how the tests use packages, into FILE ({DEFAULT_FILE}), for `caddis generate`",
    )
    group.addoption(
        "--caddis-trace-of",
        action="append",
        default=[],
        metavar="PACKAGE",
        help="what to record (may be repeated); by default what lies in the root directory, without tests",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Begin, in the process that was asked to, or in a worker of it."""
    given: dict[str, Any] = getattr(config, "workerinput", {})
    if _KEY in given:
        _begin(config, Wanted.of(given[_KEY]), None)
    elif config.getoption("--caddis-trace") is not None and not hasattr(config, "workerinput"):
        from caddis.recording.store import check

        file = Path(config.getoption("--caddis-trace")).absolute()
        check(file)
        wanted = prepared(file, config.getoption("--caddis-trace-of"), (), config.rootpath)
        _begin(config, wanted, file)


class _Recording:
    """A recording as long as pytest runs."""

    def __init__(self, session: Session, file: Path | None) -> None:
        self._session = session
        self._file = file

    def pytest_unconfigure(self) -> None:
        """End; whoever began it makes a recording of all the journals."""
        self._session.stop()
        if self._file is not None:
            from caddis.recording.store import absorb

            self._calls = absorb(self._file)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say where it goes."""
        if self._file is not None:
            terminalreporter.write_line(f"caddis: the calls of this run are recorded in {self._file.name}")


def _begin(config: pytest.Config, wanted: Wanted, file: Path | None) -> None:
    session = Session(wanted)
    session.start()
    config.pluginmanager.register(_Recording(session, file), "caddis-recording")


class _Passing:
    """Tells the workers of xdist of the recording; registered only where there is xdist."""

    def pytest_configure_node(self, node: Any) -> None:
        """Called for each worker before it starts."""
        finder = next((each for each in sys.meta_path if isinstance(each, RecordingFinder)), None)
        if finder is not None:
            node.workerinput[_KEY] = asdict(finder.wanted)


def pytest_plugin_registered(plugin: object, manager: pytest.PytestPluginManager) -> None:
    """Wait for xdist: its hooks are unknown without it."""
    if manager.hasplugin("xdist") and not manager.hasplugin("caddis-passing"):
        manager.register(_Passing(), "caddis-passing")
