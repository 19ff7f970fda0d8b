"""What rewritten code refers to: the functions of the recorded packages, and the places where they write and call."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Sort(StrEnum):
    """What a recorded call is a call of."""

    CONSTRUCTOR = "constructor"
    FUNCTION = "function"
    METHOD = "method"
    CLASS_METHOD = "class method"
    GENERATOR = "generator"
    """A function or method that yields: one call, however often it is asked."""
    WRITE = "write"
    """A value put into an attribute or an item."""
    FOREIGN = "foreign"
    """A call by the recorded packages of something outside them."""


OMITTED = object()
"""The value of an argument of which it is known only that there is one."""


class Site:
    """A function of a recorded package, as its rewritten code knows it."""

    __slots__ = (
        "born",
        "calls",
        "compared",
        "creates",
        "defaults",
        "leaf",
        "module",
        "name",
        "names",
        "number",
        "path",
        "receives",
        "sort",
    )

    def __init__(
        self,
        module: str,
        path: str,
        sort: Sort,
        names: tuple[str, ...],
        defaults: dict[str, Any] | None = None,
        *,
        leaf: bool = False,
    ) -> None:
        self.module = module
        self.path = path
        self.name = path.rpartition(".")[2]
        self.sort = sort
        self.names = names
        """Those of its parameters; `*` and `**` stand before those that take any number."""
        self.defaults = defaults or {}
        self.leaf = leaf
        """Whether it neither calls nor writes anything."""
        self.born = sort is Sort.METHOD and self.name in ("__init__", "__new__")
        self.creates = sort is Sort.METHOD and self.name == "__new__"
        self.calls = 0
        self.compared = 0
        self.number = 0
        """That of its description in the journal, once it is there."""
        self.receives = sort is Sort.METHOD and bool(names) and self.name != "__new__"
