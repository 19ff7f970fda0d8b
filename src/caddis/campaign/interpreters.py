"""Other interpreters: whether a worker can run under one, and with what on its path."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from caddis.campaign.process import Runtime
from caddis.discover.target import Target
from caddis.errors import CaddisError, UnusablePython

NEEDED = ("typeshed_client", "importlib_resources", "typing_extensions")
"""What a worker imports that is neither ours nor the standard library's; all of it is plain Python."""
OLDEST = (3, 11)
ASKING = 60.0
LOCATING = """
import dataclasses, json, pathlib, sys
sys.path[:] = [path for path in sys.path if path]
from caddis.discover.target import locate
from caddis.errors import CaddisError
try:
    found = {"target": dataclasses.asdict(locate(sys.argv[1], pathlib.Path(sys.argv[2])))}
except CaddisError as error:
    found = {"error": str(error)}
print(json.dumps(found))
"""


@contextmanager
def runtimes(*pythons: str | None) -> Iterator[tuple[Runtime, ...]]:
    """The interpreters that users name, with a directory that lends them what a worker needs; None is our own."""
    with TemporaryDirectory(prefix="caddis-lent-") as lent:
        yield tuple(Runtime() if python is None else _runtime(python, Path(lent)) for python in pythons)


def _runtime(python: str, lent: Path) -> Runtime:
    found = shutil.which(python)
    if found is None:
        raise UnusablePython(python, "there is no such program")
    version = _run(found, "-c", "import sys; print(*sys.version_info[:2])").split()
    if len(version) != len(OLDEST) or tuple(map(int, version)) < OLDEST:
        raise UnusablePython(python, f"Caddis needs Python {'.'.join(map(str, OLDEST))} or later")
    if os.path.realpath(found) == os.path.realpath(sys.executable) and sys.prefix == _prefix(found):
        return Runtime()
    if not any(lent.iterdir()):
        _lend(lent)
    runtime = Runtime(found, (str(lent),))
    said = _run(found, "-P", "-c", "import caddis.campaign.worker", paths=runtime.paths)
    if said:
        raise UnusablePython(python, said)
    return runtime


def _prefix(python: str) -> str:
    return _run(python, "-c", "import sys; print(sys.prefix)")


def _lend(directory: Path) -> None:
    """Links to ourselves and to what a worker needs, and to nothing else that happens to lie beside it."""
    places = [Path(__file__).parent.parent]
    for name in NEEDED:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            places.append(Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin))
    for place in places:
        (directory / place.name).symlink_to(place)


def locate_under(runtime: Runtime, text: str, base: Path) -> Target:
    """Where a target is for another interpreter."""
    answer = json.loads(_run(runtime.python, "-P", "-c", LOCATING, text, str(base), paths=runtime.paths))
    if "error" in answer:
        raise CaddisError(f"{answer['error']} (under {runtime.python})")
    return Target(**answer["target"])


def _run(python: str, *arguments: str, paths: tuple[str, ...] = ()) -> str:
    """What a program of ours prints under an interpreter; if it fails, the reason it gives."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if paths:
        given = os.environ.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([*paths, *([given] if given else [])])
    try:
        done = subprocess.run(
            [python, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=ASKING,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnusablePython(python, str(error)) from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it fails"]
        raise UnusablePython(python, lines[-1 if lines[0].startswith("Traceback") else 0])
    return done.stdout.strip()
