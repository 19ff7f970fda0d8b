"""One recording: which packages, into which file, from when to when."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from caddis.errors import BadRecording
from caddis.recording.importing import Patch, RecordingFinder
from caddis.recording.journal import SUFFIX, Journal
from caddis.recording.recorder import Recorder
from caddis.recording.wanted import Wanted

DEFAULT_FILE = "caddis.trace"


class Session:
    """A recording under way in this process."""

    def __init__(self, wanted: Wanted) -> None:
        self._recorder = Recorder(wanted.belongs, Journal(Path(wanted.folder)), wanted.redact)
        self._finder = RecordingFinder(wanted, self._recorder.hooks())
        self._patch = Patch()
        self.wanted = wanted
        self.modules = self._finder.modules
        """Those that tell of themselves."""

    def start(self) -> None:
        """Record from now on: what will be imported, and what is already."""
        self._finder.install()
        hooks = self._recorder.hooks()
        for name, module in sorted(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if (
                isinstance(file, str)
                and name != "__main__"
                and self.wanted.belongs(name, file)
                and self._patch.apply(module, hooks)
            ):
                self.modules.add(name)

    def stop(self) -> None:
        """Record no longer, and write the rest."""
        self._finder.uninstall()
        self._patch.undo()
        self._recorder.stop()


def journals_beside(file: Path) -> Path:
    """Where journals are written for a recording."""
    return file.with_name(f"{file.name}.parts")


def prepared(file: Path, packages: Iterable[str], redact: Iterable[str], root: Path) -> Wanted:
    """What is to be recorded into a file; complains of patterns and places that cannot be used."""
    for pattern in redact:
        try:
            re.compile(pattern)
        except re.error as error:
            raise BadRecording(f"--redact {pattern}", f"not a regular expression: {error}") from None
    folder = journals_beside(file)
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BadRecording(file, f"cannot be written: {error.strerror}") from None
    return Wanted(str(folder.resolve()), tuple(packages), str(root.resolve()), tuple(redact))


def leftovers(file: Path) -> list[Path]:
    """The journals of runs whose recording was never finished."""
    folder = journals_beside(file)
    return sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


@contextmanager
def record(*packages: str, file: str | os.PathLike[str] = DEFAULT_FILE, redact: Iterable[str] = ()) -> Iterator[None]:
    """Record what is done with the named packages inside a `with` block; what the file held before stays in it.

    Without a name, whatever belongs to the project in the working directory is recorded.
    """
    # not before it is needed: a program that only declares contracts should not pay for a database
    from caddis.recording.store import absorb, check

    path = Path(file)
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise BadRecording(package, "there is no such package")
    check(path)
    wanted = prepared(path, packages, redact, Path.cwd())
    session = Session(wanted)
    session.start()
    try:
        yield
    finally:
        session.stop()
        absorb(path)
