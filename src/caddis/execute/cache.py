"""Instrumented code on disk, found by the content of its source, so that it is rewritten once and not at every run.

Only the parent writes: what a worker says has gone through the hands of a target. Workers read.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import fields
from importlib.util import source_hash
from pathlib import Path

from caddis.execute import conditions, probes, reading, statements, telling
from caddis.execute.probes import Instrumented, Notes, instrument

MOST = 4_000
"""Files that are kept; the oldest go first."""
SIZE = 8
"""The bytes of a number that says how long something is."""
REWRITING = (probes, conditions, reading, statements, telling)
"""The modules that decide what instrumented code looks like."""


class Cache:
    """The instrumented modules in a directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._ourselves = _ourselves()

    def find(self, source: bytes, filename: str) -> Instrumented | None:
        """A module as it was instrumented before, if it was; what cannot be read is as good as none."""
        try:
            content = memoryview(self._file(source, filename).read_bytes())
            size = int.from_bytes(content[:SIZE])
            code, probes, looks, compared = marshal.loads(content[SIZE : SIZE + size])
            notes, end = content[SIZE + size :], int.from_bytes(content[-SIZE:])
            made = Instrumented(code, probes, looks, compared, lambda: Notes(*marshal.loads(notes)))
        except (OSError, ValueError, EOFError, TypeError):
            return None
        return made if end == len(content) else None

    def fill(self, filenames: list[str]) -> None:
        """Instrument modules that are not there yet; what cannot be read or written is left."""
        for filename in filenames:
            with suppress(OSError, SyntaxError, ValueError, RecursionError):
                source = Path(filename).read_bytes()
                file = self._file(source, filename)
                if not file.exists():
                    self._put(file, instrument(source, filename))
        with suppress(OSError):
            self._thin_out()

    def _put(self, file: Path, made: Instrumented) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)
        number, partly = tempfile.mkstemp(dir=self._directory)
        with os.fdopen(number, "wb") as out:
            out.write(_content(made))
        # never seen half written
        os.replace(partly, file)

    def _thin_out(self) -> None:
        files = sorted(self._directory.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST]:
            file.unlink()

    def _file(self, source: bytes, filename: str) -> Path:
        """Where a module is kept: another version of Python, or of ours, writes other code."""
        # the quickest hash there is for what may be long; only the module of that very file could come to the same
        name = f"{source_hash(source).hex()}\0{len(source)}\0{filename}\0{sys.version}\0{self._ourselves}"
        return self._directory / hashlib.blake2b(name.encode(), digest_size=16).hexdigest()


def _content(made: Instrumented) -> bytes:
    """What is kept: the size of what it takes to run a module, and that; the notes; the size of it all."""
    first = marshal.dumps((made.code, made.probes, made.looks, made.compared))
    notes = marshal.dumps(tuple(getattr(made.notes, field.name) for field in fields(Notes)))
    return b"".join((len(first).to_bytes(SIZE), first, notes, (len(first) + len(notes) + 2 * SIZE).to_bytes(SIZE)))


def _ourselves() -> str:
    """What tells versions of the code that instruments apart."""
    return ",".join(str(os.stat(module.__file__).st_mtime_ns) for module in REWRITING if module.__file__)
