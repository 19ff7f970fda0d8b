"""What stands in for pytest where there is none: as much of it as generated tests use."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from caddis.oracle.holding import approximately


def stand_in() -> ModuleType:
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


def rows(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """A test as often as it has rows, each with its values."""
    marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
    if not marks:
        return [function]
    names, given = marks[0].args
    parameters = (names,) if isinstance(names, str) else names
    return [partial(function, **dict(zip(parameters, _values(row, names), strict=True))) for row in given]


def _values(row: Any, names: object) -> Any:
    """The values of a row, which may be given with an id."""
    if hasattr(row, "id") and hasattr(row, "values"):
        return row.values
    return (row,) if isinstance(names, str) else row


class Patch:
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
