"""What the user does not want to hear of: contracts, everywhere or in some places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Ignored:
    """Entries `CONTRACT` or `WHERE:CONTRACT`, shell-style patterns both.

    WHERE is a dotted name, and means what lies inside it too: of a class all its operations, of a module all its
    classes and functions.
    """

    patterns: tuple[str, ...] = ()

    def covers(self, where: str, contract: str) -> bool:
        """Whether a contract is to be ignored in a place, given by its dotted name."""
        for pattern in self.patterns:
            place, _, named = pattern.rpartition(":")
            if fnmatchcase(contract, named) and (not place or _lies_in(where, place)):
                return True
        return False

    def covers_any(self, places: Iterable[str], contract: str) -> bool:
        """Whether a contract is to be ignored in one of several places."""
        return bool(self.patterns) and any(self.covers(where, contract) for where in places)


def _lies_in(where: str, pattern: str) -> bool:
    parts = where.split(".")
    return any(fnmatchcase(".".join(parts[:count]), pattern) for count in range(1, len(parts) + 1))
