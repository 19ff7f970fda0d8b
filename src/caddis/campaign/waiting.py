"""How the tests of a project wait: with which plugin of pytest, if any."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from caddis.emit.module import bears_our_header

ASYNCIO = ("pytest.mark.asyncio",)
ANYIO = ("pytest.mark.anyio", 'pytest.mark.parametrize("anyio_backend", ["asyncio"])')
"""What was seen to run in asyncio is not run in other loops."""
MOST_READ = 500
"""Files of a project that are looked into."""
_USED = re.compile(rb"mark\.anyio\b|\banyio_backend\b|^\s*anyio_mode\s*=", re.MULTILINE)
_SETTINGS = frozenset({"pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg"})
_NOT_LOOKED_INTO = frozenset({"node_modules", "site-packages", "build", "dist"})


def marks_for_waiting(base: Path) -> tuple[str, ...]:
    """The marks that the tests of a project bear if they wait; none where they start a loop themselves.

    Many have anyio installed without knowing, so what the tests in `base` say decides.
    """
    if find_spec("pytest_asyncio") is not None:
        return ASYNCIO
    if find_spec("anyio") is not None and any(map(_speaks_of_anyio, islice(_tests_in(base), MOST_READ))):
        return ANYIO
    return ()


def _tests_in(base: Path) -> Iterator[Path]:
    """The tests and settings of a project, in a steady order."""
    for directory, below, files in os.walk(base):
        below[:] = sorted(name for name in below if not name.startswith((".", "venv")) and name not in _NOT_LOOKED_INTO)
        for name in sorted(files):
            is_test = name == "conftest.py" or (name.endswith(".py") and ("test_" in name or "_test" in name))
            if is_test or name in _SETTINGS:
                yield Path(directory, name)


def _speaks_of_anyio(file: Path) -> bool:
    try:
        text = file.read_bytes()
    except OSError:
        return False
    # what we wrote ourselves is no sign of what the project wants
    return _USED.search(text) is not None and not bears_our_header(text.decode(errors="replace"))
