"""The names people import: which objects of the modules are public, and their shortest path."""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from caddis.discover.foreign import MISSING, attempt, dynamic, instance_namespace, is_a, is_class, namespace, text_of
from caddis.model.classes import home

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)


@dataclass(frozen=True, order=True, slots=True)
class Path:
    """Where an object can be imported from; the least is the one people use."""

    dots: int
    elsewhere: bool
    renamed: bool
    module: str
    name: str


@dataclass(frozen=True)
class Export:
    """A public object, its best path, and the modules it is public in."""

    thing: Any
    path: Path
    places: frozenset[str]


class Exports:
    """All that is public in some modules."""

    def __init__(self, modules: dict[str, ModuleType], named: frozenset[str], private: bool) -> None:
        self._modules = modules
        self._named = named
        self._private = private
        self._roots = {_plain(name) for name in modules}
        self._found: dict[int, Export] = {}
        self._order: dict[str, dict[str, int]] = {}
        for name, module in modules.items():
            if self._is_public_module(name):
                self._collect(name, module)

    def __iter__(self) -> Iterator[Export]:
        """The public objects, by module and then in the order of definition."""
        return iter(sorted(self._found.values(), key=lambda each: (each.path.module, self._position(each.path))))

    def of(self, thing: object) -> Export | None:
        """The export of an object, if it is public."""
        found = self._found.get(id(thing))
        return found if found is not None and found.thing is thing else None

    def is_ours(self, cls: type) -> bool:
        """Whether a class is defined in one of the packages."""
        return _plain(origin(cls)) in self._roots

    def _position(self, path: Path) -> int:
        return self._order[path.module][path.name]

    def _is_public_module(self, name: str) -> bool:
        return self._private or name in self._named or not any(part.startswith("_") for part in name.split("."))

    def _collect(self, name: str, module: ModuleType) -> None:
        held = dict(namespace(module))
        listed = _listed(held)
        for missing in listed or ():
            if missing not in held:
                held[missing] = dynamic(module, missing)
        self._order[name] = {each: position for position, each in enumerate(held)}
        for each, thing in held.items():
            if thing is MISSING or is_a(thing, ModuleType) or each.startswith("__"):
                continue
            exported = listed is not None and each in listed
            if not exported and (not self._private and (listed is not None or each.startswith("_"))):
                continue
            if self._is_target(thing, exported) and (exported or self._is_at_home(thing, name, module)):
                self._add(thing, name, each)

    def _is_target(self, thing: Any, exported: bool) -> bool:
        if type(thing).__module__ in ("typing", "typing_extensions"):
            return False
        if is_class(thing) or is_function(thing):
            return exported or _plain(origin(thing)) in self._roots or is_a(thing, functools.partial)
        return self.is_ours(type(thing))

    def _is_at_home(self, thing: Any, name: str, module: ModuleType) -> bool:
        """Whether the module means to offer this: a mere import from another public module is no offer."""
        source = origin(thing)
        if source == name or source not in self._modules or not self._is_public_module(source):
            return True
        return dynamic(module, "__path__") is not MISSING

    def _add(self, thing: Any, module: str, name: str) -> None:
        own = text_of(thing, "__name__")
        path = Path(module.count("."), origin(thing) != module, bool(own) and own != name, module, name)
        known = self.of(thing)
        places = frozenset({module}) | (known.places if known else frozenset())
        self._found[id(thing)] = Export(thing, min(path, known.path) if known else path, places)


def is_function(thing: Any) -> bool:
    """Whether a member of a module is there to be called: a function, or an object that stands for one."""
    if is_a(thing, *_FUNCTIONS, functools.partial):
        return True
    if is_class(thing) or not callable(thing):
        return False
    # what wraps a function takes over its name
    return type(instance_namespace(thing).get("__name__")) is str


def origin(thing: Any) -> str:
    """The module that defines an object."""
    if is_class(thing):
        return attempt(lambda: home(thing)[0], "")
    if is_a(thing, *_FUNCTIONS):
        return text_of(thing, "__module__")
    module = instance_namespace(thing).get("__module__")
    return module if type(module) is str else ""


def _listed(held: dict[str, Any]) -> list[str] | None:
    """What `__all__` says."""
    names = held.get("__all__")
    if not isinstance(names, (list, tuple, set, frozenset, dict)):
        return None
    ordered = sorted(names, key=str) if isinstance(names, (set, frozenset)) else names
    return [name for name in ordered if type(name) is str]


def _plain(module: str) -> str:
    """The top-level package of a module; `_heapq` counts as `heapq`."""
    return module.partition(".")[0].lstrip("_")
