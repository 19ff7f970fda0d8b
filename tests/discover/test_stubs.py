"""Stubs speak for sources without annotations; overloads in the source are read like those of a stub."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from caddis.discover import stubs
from caddis.discover.names import Scope
from caddis.model.operation import Place
from caddis.model.types import NONE, Function, Instance, OneOf

INT, STR = Instance(int), Instance(str)

SOURCE = """
class Box:
    def __init__(self, size): ...
    def put(self, item, times): ...
def count(items, key=None): ...
"""
STUB = """
from collections.abc import Callable
from typing import overload
class Box:
    limit: int
    def __init__(self, size: int) -> None: ...
    def put(self, item: str, times: int) -> Box: ...
def count(items: list[Box], key: Callable[[Box], int] | None = None) -> int: ...
"""


def write(directory: Path, name: str, source: str, stub: Path | str) -> None:
    (directory / f"{name}.py").write_text(source)
    file = directory / stub
    file.parent.mkdir(exist_ok=True)
    file.write_text(STUB)


@pytest.mark.parametrize("place", ["beside", "package"])
def test_a_stub_speaks_for_its_module(discovered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str):
    """Beside the source, or in a stub package on the path."""
    name = f"temporary_stub_{place}"
    write(tmp_path, name, SOURCE, f"{name}.pyi" if place == "beside" else f"{name}-stubs/__init__.pyi")
    monkeypatch.syspath_prepend(tmp_path)
    found = discovered(name)
    box = sys.modules[name].Box

    assert found.signature(f"{name}.count").parameters == (
        Instance(list, (Instance(box),)),
        OneOf((Function(INT, (Instance(box),)), NONE)),
    )
    assert found.signature(f"{name}.count").returns == INT
    assert found.signature(f"{name}.Box").parameters == (INT,)
    assert [each.name for each, _ in stubs.of_member(box, "put")[0].parameters(bound=True)] == ["item", "times"]
    assert stubs.of_attribute(box, "limit") is int


def test_a_stub_that_cannot_be_read_is_none(discovered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A syntax error in a stub takes nothing from the module."""
    (tmp_path / "temporary_stub_broken.py").write_text("def f(x): ...\n")
    (tmp_path / "temporary_stub_broken.pyi").write_text("def f(x: int ...\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert [each.name for each in discovered("temporary_stub_broken").api.operations] == ["f"]


OVERLOADED = """
from __future__ import annotations
from typing import overload
@overload
def f(x: int, /) -> int: ...
@overload
def f(x: str, *rest: str, strict: bool = ...) -> Thing: ...
def f(x, *rest, strict=False): return x
class Thing:
    @overload
    def get(self, key: int) -> int: ...
    @overload
    def get(self, key: str) -> str: ...
    def get(self, key): return key
def plain(x: int) -> int: return x
"""


def test_overloads_in_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Each has its own parameters and result, their annotations understood; a plain function has none."""
    (tmp_path / "temporary_overloads.py").write_text(OVERLOADED)
    monkeypatch.syspath_prepend(tmp_path)
    module: Any = importlib.import_module("temporary_overloads")
    scope = Scope("temporary_overloads")
    first, second = stubs.overloads_of(module.f, scope)
    methods = stubs.overloads_of(module.Thing.get, Scope("temporary_overloads", module.Thing))

    assert [(each.place, said) for each, said in first.parameters(bound=False)] == [(Place.POSITIONAL, int)]
    assert [each.name for each, _ in second.parameters(bound=False)] == ["x", "rest1", "rest2", "rest3", "strict"]
    assert (first.returns, second.returns) == (int, module.Thing)
    assert [[said for _, said in each.parameters(bound=True)] for each in methods] == [[int], [str]]
    assert stubs.overloads_of(module.plain, scope) == []
