"""Pick lists: what has to be fetched from the shelves for an order."""

from __future__ import annotations


class PickList:
    """The names of the goods still to be fetched."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._open = 0

    def want(self, name: str) -> None:
        """Note goods to be fetched; noting them twice changes nothing."""
        if name not in self._names:
            self._names.add(name)
            self._open += 1

    def picked(self, name: str) -> None:
        """Strike fetched goods off the list."""
        self._names.discard(name)
        self._open -= 1

    def wanted(self) -> list[str]:
        """What is still to be fetched, in alphabetical order."""
        return sorted(self._names)

    def __len__(self) -> int:
        return self._open

    def __bool__(self) -> bool:
        return bool(self._names)
