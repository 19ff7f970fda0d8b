"""What a process has recorded so far, on disk: lines of JSON, appended as they come, so that a crash loses little."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path

from caddis.recording.values import Recorded, encode

SUFFIX = ".journal"
FULL = 64
"""Lines that wait at most."""


class Journal:
    """The lines of one process. A process that was forked off begins one of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lines: deque[str] = deque()
        self._file: int | None = None
        self._count = 0

    def add(self, *parts: Recorded) -> None:
        """Append a line."""
        self._lines.append(encode(parts))
        if len(self._lines) >= FULL:
            self.flush()

    def flush(self) -> None:
        """Hand everything to the operating system, which keeps it whatever becomes of this process."""
        lines = []
        while self._lines:
            # other threads may do the same
            try:
                lines.append(self._lines.popleft())
            except IndexError:
                break
        if not lines:
            return
        if self._file is None:
            self._file = self._opened()
        os.write(self._file, ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace"))

    def begin_anew(self) -> None:
        """Leave what is there to the process that this one was forked from."""
        self._lines.clear()
        self._file = None

    def close(self) -> None:
        """Write the rest."""
        self.flush()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _opened(self) -> int:
        self._count += 1
        name = f"{os.getpid()}-{id(self):x}-{self._count}{SUFFIX}"
        return os.open(self._folder / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
