"""The calls that documentation shows → sequences that make them, to be tried before any others.

Nobody knows better than the author which arguments go together. The examples are read here, and run like any other
sequence; what cannot be told from their text alone is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from caddis.discover.examples import readme_of
from caddis.discover.foreign import attempt, dynamic, is_a, is_class, static, text_of
from caddis.discover.knowledge import documentation
from caddis.discover.retelling import Callables, Retelling
from caddis.model.api import Api
from caddis.model.operation import Kind, Operation
from caddis.model.sequence import Sequence

MOST = 500
"""Sequences of one target."""


def shown_in(api: Api) -> tuple[Sequence, ...]:
    """The calls that the documentation of a target shows, each with what leads to it, in the order of the texts."""
    known = Callables(api)
    found: dict[Sequence, None] = {}
    for module, text in _documents(api):
        if len(found) < MOST:
            found.update(dict.fromkeys(attempt(partial(_told, known, module, text), ())))
    return tuple(found)[:MOST]


def _told(known: Callables, module: str, text: str) -> tuple[Sequence, ...]:
    return tuple(Retelling(known, module).told(text))


def _documents(api: Api) -> Iterator[tuple[str, str]]:
    """What is said of a target: by its operations, their classes and modules, and its README; each with a module."""
    told: set[str] = set()
    for name in api.modules:
        module = sys.modules.get(name)
        yield name, documentation(module)
        file = Path(text_of(module, "__file__"))
        if "." not in name and file.name == "__init__.py":
            yield name, attempt(partial(readme_of, file.parent), "")
    for operation in api.operations:
        for thing, owner in _behind(operation):
            text = documentation(thing, owner)
            if text not in told:
                told.add(text)
                yield text_of(thing, "__module__") or text_of(owner, "__module__") or operation.module, text


def _behind(operation: Operation) -> Iterator[tuple[Any, Any]]:
    """What documents an operation, with its class if it has one."""
    module = sys.modules.get(operation.module)
    if not operation.owner:
        yield dynamic(module, operation.name), None
        return
    cls: Any = module
    for part in operation.owner.split("."):
        cls = dynamic(cls, part)
    if is_class(cls):
        yield cls, None
        if operation.kind is not Kind.CONSTRUCTOR:
            stored = static(cls, operation.name)
            yield stored.__func__ if is_a(stored, classmethod, staticmethod) else stored, cls
