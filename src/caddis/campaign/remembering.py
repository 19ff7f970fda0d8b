"""What properties have failed on, kept in the project and tried first the next time."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from caddis.model.codec import Decoder, Encoder
from caddis.model.sequence import Sequence
from caddis.model.tested import Tested

DIRECTORY = ".caddis"
VERSION = 1


class Memory:
    """A directory with one small file for each property that failed last time."""

    def __init__(self, project: Path) -> None:
        self._place = project / DIRECTORY

    def of(self, name: str) -> tuple[Sequence, ...]:
        """What a property failed on; nothing if the file cannot be read, whatever the reason."""
        try:
            data = json.loads(self._file(name).read_text(encoding="utf-8"))
            if data["version"] != VERSION or data["property"] != name:
                return ()
            decoder = Decoder()
            decoder.learn(data["definitions"])
            return tuple(decoder.sequence(row) for row in data["inputs"])
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            return ()

    def note(self, tested: Tested) -> None:
        """Remember what a property has failed on, or that it does no more; where nothing can be written, let it be."""
        if tested.complaint is not None:
            return
        file = self._file(tested.name)
        with suppress(OSError):
            if not tested.failures:
                file.unlink(missing_ok=True)
                return
            self._place.mkdir(exist_ok=True)
            ignored = self._place / ".gitignore"
            if not ignored.exists():
                ignored.write_text("*\n", encoding="utf-8")
            encoder = Encoder()
            rows = [encoder.sequence(failure.finding.sequence) for failure in tested.failures]
            data = {"version": VERSION, "property": tested.name, "inputs": rows, "definitions": encoder.drain()}
            # several processes may be at it, and nobody must read half of it
            part = file.with_suffix(f".{os.getpid()}")
            part.write_text(json.dumps(data, indent=1), encoding="utf-8")
            part.replace(file)

    def _file(self, name: str) -> Path:
        return self._place / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.json"
