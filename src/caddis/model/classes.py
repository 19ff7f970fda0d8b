"""Where a class was written, and what of it its author wrote, whatever decorators have made of them."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

_MRO = type.__dict__["__mro__"].__get__


def home(cls: type) -> tuple[str, str]:
    """The module that a class was written in, and its dotted path there.

    Some decorators put in its place a class made elsewhere, which bears another name and another module: what
    stands under the name of one of its bases is that base to whoever imports it.
    """
    module, path = _text(cls, "__module__"), _text(cls, "__qualname__")
    if _stands(cls, module, path):
        return module, path
    for base in mro(cls)[1:]:
        where = _text(base, "__module__"), _text(base, "__qualname__")
        if _stands(cls, *where):
            return where
    return module, path


def mro(cls: type) -> tuple[type, ...]:
    """The classes it inherits from, itself first, whatever its metaclass says."""
    found: tuple[type, ...] = _MRO(cls)
    return found


def names_of(cls: type) -> list[str]:
    """The dotted names of a class: where it was written, and the packages around that which show it, too."""
    module, path = home(cls)
    parts = module.split(".")
    around = [".".join(parts[:end]) for end in range(1, len(parts))]
    return [f"{name}.{path}" for name in (*(each for each in around if _stands(cls, each, path)), module)]


def public_name(cls: type) -> tuple[str, str] | None:
    """The module that people import a class from, and its path there; None if there is none that they should."""
    module, path = home(cls)
    parts = module.split(".")
    for end in range(1, len(parts) + 1):
        place = ".".join(parts[:end])
        private = any(part.startswith("_") for part in (*parts[:end], *path.split(".")))
        if not private and _stands(cls, place, path):
            return place, path
    return None


def innermost(function: Any) -> Any:
    """The function inside its decorators, as far as they tell."""
    for _ in range(MOST_DECORATORS):
        held = getattr(function, "__dict__", None)
        inner = held.get("__wrapped__") if isinstance(held, dict) else None
        if inner is None:
            break
        function = inner
    return function


def is_of_object(name: str, stored: Any) -> bool:
    """Whether what a class stores under a name is nothing but what every object has, in a wrapper."""
    inner = innermost(stored)
    return inner is not stored and inner is object.__dict__.get(name)


MOST_DECORATORS = 20


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
