"""What the tests of discovery share: the subjects, and a way to discover them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from caddis.discover import discover, locate
from caddis.model.api import Api, Signature
from caddis.model.operation import Operation

SUBJECTS = Path(__file__).parent.parent / "subjects"


class Found:
    """An API, asked by the names people write."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def names(self, kind: str = "", under: str = "") -> list[str]:
        """The dotted names of the operations of a kind, in order."""
        found = [str(o) for o in self.api.operations if kind in ("", o.kind)]
        return [name for name in found if name.startswith(under)]

    def operation(self, name: str, kind: str = "") -> Operation:
        """The operation of a name."""
        return next(o for o in self.api.operations if str(o) == name and kind in ("", o.kind))

    def signature(self, name: str, kind: str = "") -> Signature:
        """What is known of the types of an operation."""
        return self.api.operations[self.operation(name, kind)]


@pytest.fixture(autouse=True)
def _own_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is put on the path, or imported from a temporary directory, goes away again."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.partition(".")[0].startswith("temporary_"):
            del sys.modules[name]


@pytest.fixture
def discovered() -> Callable[..., Found]:
    """Discovers a subject, or several, or any other module."""

    def look(*texts: str, exclude: tuple[str, ...] = (), private: bool = False) -> Found:
        return Found(discover([locate(text, SUBJECTS) for text in texts], exclude, private))

    return look
