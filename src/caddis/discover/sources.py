"""Source files as syntax trees."""

from __future__ import annotations

import ast
import gc
import inspect
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from caddis.discover.foreign import attempt, dynamic, is_a

_KEPT = 8
"""How many trees are kept: enough for all that is asked of one file in turn; all at once would need much memory."""


class Sources:
    """Reads source files; the last few stay at hand."""

    def __init__(self) -> None:
        self._trees: dict[str, ast.Module | None] = {}

    def tree(self, file: str) -> ast.Module | None:
        """The tree of a source file; None for what is no readable Python source."""
        if file not in self._trees:
            while len(self._trees) >= _KEPT:
                del self._trees[next(iter(self._trees))]
            self._trees[file] = attempt(lambda: _read(file), None)
        return self._trees[file]


def _read(file: str) -> ast.Module:
    with open(file, "rb") as source:
        text = source.read()
    with collector_at_rest():
        return ast.parse(text)


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Reading a file makes objects by the ten thousand and no cycles: to look for these takes longer than to read."""
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()


def function_behind(function: object) -> types.FunctionType | None:
    """The function somebody wrote, behind wrappers and descriptors; None for lambdas and what is not Python."""
    inner: Any = function
    for _ in range(8):
        if is_a(inner, staticmethod, classmethod, types.MethodType):
            inner = inner.__func__
        elif is_a(inner, property):
            inner = inner.fget
        elif type(inner).__module__ == "functools" and callable(dynamic(inner, "func")):
            inner = dynamic(inner, "func")  # partial, partialmethod, singledispatchmethod, cached_property
        else:
            outer, inner = inner, attempt(lambda inner=inner: inspect.unwrap(inner), inner)  # type: ignore[misc]
            if inner is outer:
                break
    return inner if type(inner) is types.FunctionType and inner.__name__ != "<lambda>" else None
