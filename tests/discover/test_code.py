"""Where the code of operations stands is found without running any of it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from caddis.discover.code import lines_of
from caddis.model.code import Lines
from caddis.model.operation import Kind, Operation

SOURCE = """\
import functools

class Box:
    def __init__(self, size):
        self.size = size

    @property
    def room(self):
        return self._measured()

    @room.setter
    def room(self, value):
        self.size = value

    def _measured(self):
        def inner():
            return self.size
        return inner()

    @staticmethod
    def of(size):
        return Box(size)

@functools.lru_cache
def cached(x):
    if x:
        return _helper(x)
    return open

def _helper(x):
    return x
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module with operations of several kinds."""
    made = ModuleType("standing")
    exec(compile(SOURCE, "standing.py", "exec"), vars(made))
    monkeypatch.setitem(sys.modules, "standing", made)
    return made


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    ("kind", "owner", "name", "expected"),
    [
        (Kind.CONSTRUCTOR, "Box", "Box", [(4, 5)]),
        (Kind.READ, "Box", "room", [(7, 9), (15, 18)]),
        (Kind.WRITE, "Box", "room", [(11, 13)]),
        (Kind.STATIC_METHOD, "Box", "of", [(20, 22)]),
        (Kind.FUNCTION, "", "cached", [(24, 28), (30, 31)]),
        (Kind.METHOD, "Box", "missing", []),
        (Kind.FUNCTION, "", "functools", []),
    ],
)
def test_the_lines_of_an_operation(kind: Kind, owner: str, name: str, expected: list[tuple[int, int]]) -> None:
    """Its own and those of its private helpers, behind decorators and descriptors; none where there is no code."""
    found = lines_of(Operation(kind, "standing", owner, name))
    assert found == tuple(Lines("standing.py", first, last) for first, last in expected)


def test_what_is_not_python_has_no_lines() -> None:
    """Builtins, and modules that are not there."""
    assert lines_of(Operation(Kind.FUNCTION, "builtins", "", "len")) == ()
    assert lines_of(Operation(Kind.METHOD, "no.such.module", "Box", "open")) == ()
