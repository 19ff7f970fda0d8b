"""Where a class was written."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


def home(cls: type) -> tuple[str, str]:
    """The module that a class was written in, and its dotted path there.

    Some decorators put in its place a class made elsewhere, which bears another name and another module: what
    stands under the name of one of its bases is that base to whoever imports it.
    """
    module, path = _text(cls, "__module__"), _text(cls, "__qualname__")
    if _stands(cls, module, path):
        return module, path
    for base in type.__dict__["__mro__"].__get__(cls)[1:]:
        where = _text(base, "__module__"), _text(base, "__qualname__")
        if _stands(cls, *where):
            return where
    return module, path


def _stands(cls: type, module: str, path: str) -> bool:
    found: Any = sys.modules.get(module)
    for part in path.split("."):
        if not issubclass(type(found), (ModuleType, type)):
            return False
        # not getattr: a module or class of the target's may do anything when asked
        found = found.__dict__.get(part)
    return found is cls


def _text(cls: type, name: str) -> str:
    value = getattr(cls, name, "")
    return value if isinstance(value, str) else ""
