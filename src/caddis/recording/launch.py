"""What `caddis trace` becomes: runs a program as Python would, recorded from its first import to its end.

What the program sees is what it sees without us: its arguments, its path, its tracebacks, its exit status.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from caddis.errors import CaddisError
from caddis.recording.session import Session
from caddis.recording.store import absorb
from caddis.recording.wanted import Wanted

OURS = os.path.dirname(__file__)
# the imports above are not left for the end: what data classes run when they are made would make Python forget that it
# was interrupted, and with what status it has to exit


def main() -> None:
    """Run what the only argument, in JSON, describes."""
    order: dict[str, Any] = json.loads(sys.argv[1])
    wanted = Wanted.of(order["wanted"])
    session = Session(wanted)
    finishing = Finishing(Path(order["file"]), session, wanted, quiet=order["quiet"])
    # first to be registered, and so the last to be run
    atexit.register(finishing)
    os.register_at_fork(after_in_child=lambda: atexit.unregister(finishing))
    sys.argv = list(order["argv"])
    session.start()
    try:
        if order["module"]:
            _run_module(sys.argv[0])
        else:
            _run_script(sys.argv[0])
    except SystemExit:
        raise
    except BaseException as error:
        trimmed = _trimmed(error.__traceback__)
        sys.excepthook(type(error), error.with_traceback(trimmed), trimmed)
        # the interpreter decides the exit status, and shows nothing more
        sys.excepthook = lambda *_: None
        raise


class Finishing:
    """What is done when the program has ended: its journals become a recording."""

    def __init__(self, file: Path, session: Session, wanted: Wanted, *, quiet: bool) -> None:
        self._file = file
        self._session = session
        self._wanted = wanted
        self._quiet = quiet

    def __call__(self) -> None:
        # a second Ctrl-C must not lose what was recorded
        self._session.stop()
        try:
            calls = absorb(self._file)
        except CaddisError as error:
            self._say(str(error))
            return
        if calls:
            self._say(f"{calls} calls recorded in {_shown(self._file)}", news=False)
        elif self._session.modules:
            self._say(f"nothing was recorded: {self._named()} was imported, and nothing of it called")
        else:
            self._say(f"nothing was recorded: {self._named()} was never imported")

    def _named(self) -> str:
        return ", ".join(self._wanted.packages) or f"no package inside {_shown(Path(self._wanted.root))}"

    def _say(self, sentence: str, *, news: bool = True) -> None:
        if news or not self._quiet:
            with suppress(OSError):
                os.write(2, f"caddis: {sentence}\n".encode())


def _shown(path: Path) -> str:
    return os.path.relpath(path)


def _run_module(module: str) -> None:
    import runpy

    # what `python -m` does; it is not public, finds the file of the module, and puts it into sys.argv itself
    runpy._run_module_as_main(module)  # type: ignore[attr-defined]


def _run_script(script: str) -> None:
    if os.path.isdir(script) or not _is_source(script):
        import runpy

        sys.path[0] = script
        runpy.run_path(script, run_name="__main__")
        return
    sys.path[0] = os.path.dirname(os.path.realpath(script))
    script = os.path.abspath(script)
    with open(script, "rb") as file:
        source = file.read()
    code = compile(source, script, "exec", dont_inherit=True)
    program = ModuleType("__main__")
    program.__file__ = script
    vars(program).update(__builtins__=sys.modules["builtins"], __annotations__={})
    sys.modules["__main__"] = program
    exec(code, program.__dict__)


def _is_source(script: str) -> bool:
    with open(script, "rb") as file:
        return not file.read(4).startswith((b"PK\x03\x04", b"\x1f\x8b"))


def _trimmed(traceback: TracebackType | None) -> TracebackType | None:
    """A traceback without our frames at its beginning, and at its end, where a signal may have come to us."""
    while traceback is not None and (_is_ours(traceback) or traceback.tb_frame.f_code.co_filename == "<string>"):
        traceback = traceback.tb_next
    last = traceback
    while last is not None:
        if last.tb_next is not None and _is_ours(last.tb_next):
            last.tb_next = None
        last = last.tb_next
    return traceback


def _is_ours(traceback: TracebackType) -> bool:
    return os.path.dirname(traceback.tb_frame.f_code.co_filename) == OURS


if __name__ == "__main__":
    main()
