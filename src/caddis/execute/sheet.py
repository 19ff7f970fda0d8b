"""Sheets: what very many objects hold, compared in one sweep with what they held before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from gc import get_referents
from itertools import accumulate, chain, islice
from operator import is_, length_hint
from typing import Any, TypeAlias

from caddis.execute.places import Kept

Read: TypeAlias = Callable[..., list[Any]]

END = object()
"""The mark."""


class Sheet:
    """What many objects hold, written down to be compared at once.

    Identities are compared, in C, so no code of the target runs. After what each object holds stands a mark: the first
    entry that is another one lies with the first object that has changed.
    """

    def __init__(self, read: Read, mark: object, held: Iterable[tuple[Any, Kept]]) -> None:
        pairs = list(held)
        self._read = read
        self._objects = [value for value, _ in pairs]
        self.owners = [owner for _, owner in pairs]
        self._marked = [each for value in self._objects for each in (value, mark)]
        self._starts = list(accumulate((len(read(value)) + 1 for value in self._objects), initial=0))
        self._written = read(*self._marked)

    def suspects(self) -> list[int]:
        """The numbers of the objects that do not hold what is written here."""
        now, then = iter(self._read(*self._marked)), iter(self._written)
        found = []
        while not all(map(is_, now, then)):
            entry = len(self._written) - length_hint(then) - 1
            number = bisect_right(self._starts, entry) - 1
            found.append(number)
            start, end = self._starts[number : number + 2]
            _skip(then, end - entry - 1)
            _skip(now, start + len(self._read(self._objects[number])) - entry)
        return found

    def dicts(self, numbers: Iterable[int]) -> list[dict[Any, Any]]:
        """The dicts among these objects."""
        return [self._objects[number] for number in numbers if type(self._objects[number]) is dict]

    def correct(self, numbers: Iterable[int]) -> None:
        """Write down anew what these objects hold."""
        for number in numbers:
            start, end = self._starts[number : number + 2]
            self._written[start:end] = holds = [*self._read(self._objects[number]), END]
            grown = len(holds) - (end - start)
            if grown:
                self._starts[number + 1 :] = [start + grown for start in self._starts[number + 1 :]]


class TextSheet(Sheet):
    """The keys of dicts that have only strings for keys, as the names in most dicts are."""

    def __init__(self, held: Iterable[tuple[dict[Any, Any], Kept]]) -> None:
        super().__init__(keys_of, {END: None}, held)
        self._texts = list(chain.from_iterable(self._objects))

    def is_as_written(self) -> bool:
        """Whether all keys are the same, which is quick to tell as long as they are nothing but strings."""
        return list(chain.from_iterable(self._objects)) == self._texts

    def correct(self, numbers: Iterable[int]) -> None:
        """Write down anew which keys these dicts have."""
        super().correct(numbers)
        self._texts = list(chain.from_iterable(self._objects))


def _skip(entries: Any, count: int) -> None:
    count = max(count, 0)
    next(islice(entries, count, count), None)


def keys_of(*dicts: dict[Any, Any]) -> list[Any]:
    """All keys of some dicts."""
    return list(chain.from_iterable(map(dict.__iter__, dicts)))


def has_only_texts(names: dict[Any, Any]) -> bool:
    """Whether a dict has only strings for keys: to those it does not refer, as the garbage collector sees it."""
    return type(names) is dict and len(get_referents(names)) == len(names)
