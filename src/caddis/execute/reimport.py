"""Re-import: the target's modules, made anew."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from caddis.execute.namespaces import names_of
from caddis.execute.objects import module_of


class Reimport:
    """Has the target's modules imported anew. `lasting` are those that were loaded before it, and stay."""

    def __init__(self, owned: Callable[[str], bool], lasting: frozenset[str]) -> None:
        self._owned = owned
        self._lasting = lasting
        self._latest = self._loaded()
        self.modules = tuple(in_order(self._latest))
        """What is re-imported."""

    def renew(self) -> None:
        """Forget the modules and import them again; one that cannot be imported stays as it was.

        What was imported since this was made is forgotten as well, until somebody imports it again.
        """
        former = self._latest | self._loaded()
        forget(former)
        import_again(self.modules, former)
        self._latest = {name: sys.modules[name] for name in self.modules}

    def _loaded(self) -> dict[str, Any]:
        return {
            name: module
            for name, module in sys.modules.items()
            if type(name) is str and name not in self._lasting and self._owned(name)
        }


def in_order(modules: Mapping[str, Any]) -> list[str]:
    """The order in which to import modules so that each import begins where it did the first time.

    `sys.modules` has them in the order in which their imports ended: what a module imported stands before it, be it in
    a circle. So those are first that none after them refers to.
    """
    inner: set[str] = set()
    outer: list[str] = []
    for name, module in reversed(list(modules.items())):
        if name not in inner:
            outer.append(name)
        if isinstance(module, ModuleType):
            inner.update(_homes(names_of(module)))
    return list(dict.fromkeys([*reversed(outer), *modules]))


def _homes(names: dict[str, Any]) -> Iterator[str]:
    """The modules that a module refers to, or to whose functions and classes it does."""
    for value in names.values():
        if issubclass(type(value), ModuleType):
            yield str(names_of(value).get("__name__"))
        elif type(value) is FunctionType or issubclass(type(value), type):
            yield module_of(value)


def forget(names: Collection[str]) -> None:
    """Have modules imported again when they are next needed."""
    removed = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    for name, module in removed.items():
        parent, last = _parent(name)
        # `from package import module` asks the package first
        if parent.get(last) is module:
            del parent[last]


def import_again(names: Iterable[str], former: Mapping[str, Any]) -> None:
    """Import modules that were forgotten; one that fails, also after all others, is put back as it was."""
    failed = [name for name in names if not _is_imported(name)]
    for name in failed:
        if not _is_imported(name):
            sys.modules[name] = former[name]
            parent, last = _parent(name)
            parent[last] = former[name]


def _is_imported(name: str) -> bool:
    try:
        importlib.import_module(name)
    except BaseException:  # noqa: BLE001 - importing runs foreign code, which may raise anything
        return False
    return True


def _parent(name: str) -> tuple[dict[str, Any], str]:
    """The names of the package that a module lies in, and what it is called there."""
    package, _, last = name.rpartition(".")
    parent = sys.modules.get(package)
    return (names_of(parent) if isinstance(parent, ModuleType) else {}), last
