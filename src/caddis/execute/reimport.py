"""Re-import: the target's modules, made anew."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any


class Reimport:
    """Has the target's modules imported anew. `lasting` are those that were loaded before it, and stay."""

    def __init__(self, owned: Callable[[str], bool], lasting: frozenset[str]) -> None:
        self._owned = owned
        self._lasting = lasting
        self._latest = self._loaded()
        self.modules = tuple(self._latest)
        """What is re-imported, in the order in which the imports first began."""

    def renew(self) -> None:
        """Forget the modules and import them again; one that cannot be imported stays as it was.

        What was imported since this was made is forgotten as well, until somebody imports it again.
        """
        self._latest |= self._loaded()
        forget(self._latest)
        import_again(self.modules, self._latest)
        self._latest = {name: sys.modules[name] for name in self.modules}

    def _loaded(self) -> dict[str, Any]:
        return {
            name: module
            for name, module in sys.modules.items()
            if type(name) is str and name not in self._lasting and self._owned(name)
        }


def forget(names: Iterable[str]) -> None:
    """Have modules imported again when they are next needed."""
    for name in names:
        sys.modules.pop(name, None)


def import_again(names: Iterable[str], former: Mapping[str, Any]) -> None:
    """Import modules that were forgotten; one that fails is put back as it was."""
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException:  # noqa: BLE001 - importing runs foreign code, which may raise anything
            sys.modules[name] = former[name]
            _bind(name, former[name])


def _bind(name: str, module: Any) -> None:
    """Bind a module in its package, as its import would have."""
    package, _, last = name.rpartition(".")
    parent = sys.modules.get(package)
    if isinstance(parent, ModuleType):
        setattr(parent, last, module)
