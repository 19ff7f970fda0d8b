"""The job of a worker that replays: tests run as written, plain, in the order given, perhaps at another time of day."""

from __future__ import annotations

import inspect
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from caddis.campaign.journal import BEAT, RUNNING
from caddis.campaign.place import Place
from caddis.execute.clock import Clock
from caddis.execute.elsewhen import shift
from caddis.oracle.holding import approximately


def replay(place: Place) -> None:
    """Run one test after the other, telling how each failed, if it did."""
    job, words = place.job, place.journal.words
    if job["later"]:
        shift(job["later"])
    if find_spec("pytest") is None:
        sys.modules["pytest"] = _stand_in()
    clock = Clock(words, job["timeout"])
    place.link.send("ready")
    clock.start()
    loaded: dict[str, dict[str, Any]] = {}
    for number, (file, test, in_directory) in enumerate(job["tests"]):
        if number < job["first"]:
            continue
        words[RUNNING] = number
        failure = None
        try:
            if file not in loaded:
                # the parent watches over this: to import the target may take longer than a test may
                loaded[file] = {"__name__": file}
                exec(compile(job["sources"][file], file, "exec"), loaded[file])
            words[BEAT] += 1
            (_run_in_directory if in_directory else _run)(_found(loaded[file], test))
        except BaseException as error:  # noqa: BLE001 - whatever a test raises is its failure
            failure = [type(error).__name__, _said(error)]
        finally:
            # odd only while a test runs
            words[BEAT] += words[BEAT] % 2
        place.link.send("test", number=number, failure=failure)


def _found(space: dict[str, Any], test: str) -> Callable[..., Any]:
    """The test of a name; `test_name[id]` is the row of that id."""
    name, _, identity = test.removesuffix("]").partition("[")
    function: Callable[..., Any] = space[name]
    if not identity:
        return function
    [mark] = [mark for mark in function.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    names, rows = mark.args
    parameters = (names,) if isinstance(names, str) else names
    for row in rows:
        given = hasattr(row, "id") and hasattr(row, "values")
        values = row.values if given else (row,) if isinstance(names, str) else row
        if identity == (row.id if given else "-".join(map(str, values))):
            return partial(function, **dict(zip(parameters, values, strict=True)))
    raise LookupError(test)


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
        _run(test, Path(tempfile.mkdtemp()), _Patch())
    finally:
        os.chdir(before)


class _Patch:
    """As much of pytest's `monkeypatch` as generated tests use."""

    def chdir(self, path: Path) -> None:
        """Go there."""
        os.chdir(path)


class Failed(Exception):
    """What `pytest.fail` raises bears this name."""


class _Raises:
    """As much of `pytest.raises` as generated tests use."""

    def __init__(self, expected: type[BaseException], match: str = "") -> None:
        self._expected, self._match = expected, match

    def __enter__(self) -> None:
        pass

    def __exit__(self, cls: type[BaseException] | None, error: BaseException | None, traceback: object) -> bool:
        if error is None:
            raise Failed(f"DID NOT RAISE {self._expected}")
        if not isinstance(error, self._expected):
            return False
        if not re.search(self._match, str(error)):
            raise AssertionError(f"{error!s} does not match {self._match!r}")
        return True


def _stand_in() -> ModuleType:
    """As much of pytest as generated tests use, for a machine that has none."""

    def fail(reason: str, pytrace: bool = True) -> None:
        raise Failed(reason)

    def parametrize(*arguments: object) -> Callable[[Any], Any]:
        def marked(function: Any) -> Any:
            function.pytestmark = [SimpleNamespace(name="parametrize", args=arguments)]
            return function

        return marked

    def param(*values: object, id: str) -> SimpleNamespace:
        return SimpleNamespace(values=values, id=id)

    module = ModuleType("pytest")
    module.mark = SimpleNamespace(parametrize=parametrize)  # type: ignore[attr-defined]
    module.param = param  # type: ignore[attr-defined]
    module.fail = fail  # type: ignore[attr-defined]
    module.raises = _Raises  # type: ignore[attr-defined]
    module.approx = approximately  # type: ignore[attr-defined]
    return module
