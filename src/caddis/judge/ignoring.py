"""Which contracts the user has switched off, everywhere or for some classes and operations."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from fnmatch import fnmatchcase

from caddis.judge.contracts.claims import mro


class Ignored:
    """Entries `CONTRACT` or `WHERE:CONTRACT`, both shell patterns; WHERE is a class or operation by its dotted name."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._entries = [(where, contract) for where, _, contract in map(_parted, entries)]

    def __bool__(self) -> bool:
        return bool(self._entries)

    def covers(self, contract: str, names: Iterable[str]) -> bool:
        """Whether a contract is switched off for what has one of these names."""
        places = tuple(names)
        return any(
            fnmatchcase(contract, wanted) and any(fnmatchcase(place, where) for place in places)
            for where, wanted in self._entries
        )

    def covers_class(self, contract: str, cls: type) -> bool:
        """Whether a contract is switched off for a class, or for one that it inherits from."""
        if not self._entries:
            return False
        return self.covers(contract, [name for base in mro(cls) for name in names_of(base)])


def _parted(entry: str) -> tuple[str, str, str]:
    where, colon, contract = entry.rpartition(":")
    return (where if colon else "*", colon, contract)


def names_of(cls: type) -> list[str]:
    """The dotted names of a class: where it is defined, and the packages around that which show it, too."""
    module, path = str(cls.__module__), str(cls.__qualname__)
    parts = module.split(".")
    around = [".".join(parts[:end]) for end in range(1, len(parts))]
    shown = [name for name in around if _found(sys.modules.get(name), path) is cls]
    return [f"{name}.{path}" for name in (*shown, module)]


def _found(holder: object, path: str) -> object:
    for part in path.split("."):
        holder = getattr(holder, "__dict__", {}).get(part)
    return holder
