"""The job of a worker that replays: tests run as written, plain, in the order given, perhaps at another time of day.

pytest runs them where it is installed; where it is not, something stands in for it.
"""

from __future__ import annotations

import inspect
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caddis.campaign.journal import RUNNING
from caddis.campaign.place import Place
from caddis.campaign.standing_in import Patch, rows, stand_in
from caddis.execute.clock import Clock
from caddis.execute.elsewhen import move, shift
from caddis.execute.otherwise import moving_classes

if TYPE_CHECKING:
    from caddis.campaign.counting import Counting

PYTEST = find_spec("pytest") is not None
if PYTEST:
    # now: later there may be something beside a target that bears the name of what pytest needs
    import_module(f"{__package__}.under_pytest")


def replay(place: Place, counting: Counting | None = None) -> None:
    """Run one test after the other, telling how each failed, if it did, and perhaps what was run."""
    # held to the end: what the tests import lies elsewhere each time
    ballast = moving_classes(place.job["shifted"])
    if place.job["later"]:
        shift(place.job["later"])
    if place.job["elsewhere"]:
        move(place.workspace)
    if PYTEST:
        import_module(f"{__package__}.under_pytest").replay(place, counting)
    else:
        sys.modules["pytest"] = stand_in()
        _replay_plainly(place, counting)
    ballast.clear()


def _replay_plainly(place: Place, counting: Counting | None) -> None:
    """Run the tests without any pytest."""
    job, words = place.job, place.journal.words
    clock = Clock(place.beat, job["timeout"])
    place.link.send("ready")
    clock.start()
    loaded: dict[str, dict[str, Any]] = {}
    for number, (file, test, in_directory) in enumerate(job["tests"]):
        if number < job["first"]:
            continue
        words[RUNNING] = number
        failure, row = None, 0
        try:
            with nullcontext() if counting is None else counting.following():
                if file not in loaded:
                    # the parent watches over this: to import the target may take longer than a test may
                    loaded[file] = {"__name__": file}
                    exec(compile(job["sources"][file], file, "exec"), loaded[file])
                place.beat.begin()
                for row, one in enumerate(rows(loaded[file][test])):  # noqa: B007 - which one it was is told
                    (_run_in_directory if in_directory else _run)(one)
        except BaseException as error:  # noqa: BLE001 - whatever a test raises is its failure
            failure = [type(error).__name__, _said(error), row, *_line(error, file)]
        finally:
            place.beat.end()
        if counting is not None:
            place.link.send("runs", **counting.news())
        place.link.send("test", number=number, failure=failure)


def _line(error: BaseException, file: str) -> tuple[int, bool]:
    """The line of the test at which it failed, and whether that line itself raised the exception."""
    line, here = 0, False
    traceback = error.__traceback__
    while traceback is not None:
        here = traceback.tb_frame.f_code.co_filename == file
        line = traceback.tb_lineno if here else line
        traceback = traceback.tb_next
    return line, here


def _said(error: BaseException) -> str:
    try:
        return str(error)[:200]
    except Exception:  # noqa: BLE001 - an exception of the target's, which may not even be shown
        return ""


def _run(test: Callable[..., Any], *fixtures: object) -> None:
    """Run a test; one that is a coroutine in a loop of its own, as pytest's plugin does."""
    given = test(*fixtures)
    if inspect.iscoroutine(given):
        import asyncio  # most tests need none, and it takes long to load

        asyncio.run(given)


def _run_in_directory(test: Callable[..., Any]) -> None:
    """Run a test that asks for pytest's directory, and to be taken there."""
    before = os.getcwd()
    try:
        _run(test, Path(tempfile.mkdtemp()), Patch())
    finally:
        os.chdir(before)
