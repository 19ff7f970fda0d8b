"""The snapshot: what the target's modules and this process were like, told apart from the present, and put back.

Nearly always nothing has changed, so the check that finds this must be quick: all objects of interest are asked at once
which others they refer to, and the answers are compared in one sweep with those of before. Only what stands out is
then looked at by itself.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from gc import get_referents
from itertools import accumulate, chain, islice
from operator import is_, length_hint
from typing import Any, TypeAlias

from caddis.execute.namespaces import BuiltinsKept, LoadedKept, patchable
from caddis.execute.places import MODULES, Kept, Place
from caddis.execute.reach import Reach
from caddis.execute.reimport import forget, import_again
from caddis.execute.surroundings import surroundings

__all__ = ["Place", "Snapshot"]

Read: TypeAlias = Callable[..., list[Any]]

_END = object()


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
            self._written[start:end] = holds = [*self._read(self._objects[number]), _END]
            grown = len(holds) - (end - start)
            if grown:
                self._starts[number + 1 :] = [start + grown for start in self._starts[number + 1 :]]


class TextSheet(Sheet):
    """The keys of dicts that have only strings for keys, as the names in most dicts are."""

    def __init__(self, held: Iterable[tuple[dict[Any, Any], Kept]]) -> None:
        super().__init__(_keys, {_END: None}, held)
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


def _keys(*dicts: dict[Any, Any]) -> list[Any]:
    return list(chain.from_iterable(map(dict.__iter__, dicts)))


def _has_only_texts(names: dict[Any, Any]) -> bool:
    """Whether a dict has only strings for keys: to those it does not refer, as the garbage collector sees it."""
    return type(names) is dict and len(get_referents(names)) == len(names)


class Arrivals:
    """The target's modules imported since the snapshot, in what state nobody knows: imported anew they join it."""

    rank = MODULES

    def __init__(self, loaded: LoadedKept, join: Callable[[], object]) -> None:
        self._loaded = loaded
        self._join = join
        self._names: list[str] = []

    @property
    def name(self) -> str:
        """Which modules."""
        return f"import of {', '.join(self._names)}"

    def differs(self) -> bool:
        """Whether there are any."""
        arrived = self._loaded.arrived()
        self._names = arrived or self._names
        return bool(arrived)

    def restore(self) -> None:
        """Put back all that differs, import them again, and take the snapshot again."""
        self._join()

    def accept(self) -> None:
        """Leave them as they are, unknown."""
        self._loaded.accept()


class Snapshot:
    """The state of the target's modules and of this process, as it was when this was made.

    `owned` tells by its name whether a module belongs to the target, `ignore` which places to leave alone, by theirs.
    Without `inside` the target's own modules are left out: somebody else sees to them.
    """

    def __init__(
        self,
        owned: Callable[[str], bool],
        *,
        ignore: Callable[[str], bool] = lambda _name: False,
        inside: bool = True,
    ) -> None:
        self._owned = owned
        self._ignore = ignore
        self._inside = inside
        self.joined: list[str] = []
        """The target's modules that were imported, and imported again, since this was made."""
        self._take()

    def _take(self) -> None:
        self._builtins = BuiltinsKept()
        self._loaded = LoadedKept(self._owned, self._inside)
        self._arrivals = Arrivals(self._loaded, self._join)
        reach = Reach(self._owned) if self._inside else None
        self.truncated = reach is not None and reach.truncated
        """Whether there was more than can be looked after: some of it is compared by its size, or not at all."""
        places = [*(reach.places if reach is not None else ()), *patchable(self._owned), *surroundings()]
        self._asked = [place for place in places if place.asked]
        self._hollow = [(names, place) for place in places for names in place.hollow]
        self._empty = [names for names, _ in self._hollow]
        keyed = [(each, place) for place in places for each in place.keyed]
        self._values = Sheet(get_referents, [_END], ((each, place) for place in places for each in place.watched))
        self._texts = TextSheet(pair for pair in keyed if _has_only_texts(pair[0]))
        self._keys = Sheet(_keys, {_END: None}, (pair for pair in keyed if not _has_only_texts(pair[0])))

    def changed(self, among: Iterable[Place] | None = None) -> list[Place]:
        """The places that differ now; with `among` only these are asked.

        Builtins are put back at once, since everything here uses them.
        """
        found: list[Place] = []
        if self._builtins.differs():
            self._builtins.restore()
            found.append(self._builtins)
        if among is None:
            found += self._differing()
        else:
            found += [place for place in among if place.differs()]
        return [place for place in found if not self._ignore(place.name)]

    def _differing(self) -> list[Place]:
        found: dict[Place, None] = {}
        if not self._loaded.is_untouched():
            found.update((place, None) for place in (self._loaded, self._arrivals) if place.differs())
        found.update((place, None) for place in self._asked if place.differs())
        if any(self._empty):
            found.update((place, None) for names, place in self._hollow if names and place.differs())
        for sheet, numbers in self._suspects():
            calm = []
            for number in numbers:
                place = sheet.owners[number]
                if place in found or place.differs():
                    found[place] = None
                else:
                    calm.append(number)
            if calm:
                sheet.correct(calm)
        return list(found)

    def _suspects(self) -> Iterator[tuple[Sheet, list[int]]]:
        """The sheets on which something stands out, and where."""
        values = self._values.suspects()
        if values:
            yield self._values, values
        # a dict refers to its keys as soon as one is not a string, so it would stand out already
        trusted = all(map(_has_only_texts, self._values.dicts(values)))
        if not (trusted and self._texts.is_as_written()):
            yield self._texts, self._texts.suspects()
        keys = self._keys.suspects()
        if keys:
            yield self._keys, keys

    def put_back(self, places: Iterable[Place]) -> list[Place]:
        """Restore places; return those that differ all the same, which are from now on taken as they are.

        When modules have arrived, all that differs is put back, and places known before are of no more use.
        """
        waiting = sorted(places, key=_rank)
        if any(isinstance(place, Arrivals) for place in waiting):
            return self._join()
        return _restored(waiting)

    def _join(self) -> list[Place]:
        """Import what has arrived again, in clean state, and make what that does part of this."""
        arrived = self._loaded.arrived()
        former = {name: sys.modules[name] for name in arrived}
        forget(arrived)
        left = _restored(sorted(self.changed(), key=_rank))
        import_again(arrived, former)
        self.joined += arrived
        self._take()
        return left


def _rank(place: Place) -> int:
    rank: int = getattr(place, "rank", MODULES)
    return rank


def _restored(places: list[Place]) -> list[Place]:
    """Restore places, again as long as that helps: what is let go may change others while it dies."""
    before = len(places) + 1
    while places and len(places) < before:
        before = len(places)
        for place in places:
            with suppress(Exception):
                place.restore()
        places = [place for place in places if place.differs()]
    for place in places:
        place.accept()
    return places
