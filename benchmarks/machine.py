"""Where figures were taken: without it they mean nothing."""

from __future__ import annotations

import hashlib
import os
import platform
import time
from pathlib import Path

from rich.console import Console

import caddis


def machine() -> str:
    """The machine, the Python and the Caddis that figures belong to, in one line."""
    load = ", ".join(f"{average:.2f}" for average in os.getloadavg())
    return (
        f"{_processor()}, {os.cpu_count()} cores, load {load} · {platform.system()} {platform.release()} · "
        f"{platform.python_implementation()} {platform.python_version()} · "
        f"caddis {caddis.__version__}, source {source()}"
    )


class Taking:
    """Figures being taken: where is said first, at the end how long it took, and whether they are of one program."""

    def __init__(self, console: Console) -> None:
        console.print(machine(), highlight=False)
        self._console = console
        self._source = source()
        self._start = time.monotonic()

    def end(self) -> None:
        """All are taken."""
        self._console.print(f"{time.monotonic() - self._start:.0f} s in all", highlight=False)
        if source() != self._source:
            warning = "the source of Caddis was changed meanwhile: these figures mix two programs"
            self._console.print(warning, style="red")


def source() -> str:
    """A short fingerprint of the code of Caddis: figures of two fingerprints are figures of two programs."""
    root = Path(caddis.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(root.rglob("*.py")):
        digest.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:8]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
