"""The snapshot: what the target's modules and this process were like, told apart from the present, and put back.

Nearly always nothing has changed, so the check that finds this must be quick: all objects of interest are asked at once
which others they refer to, and the answers are compared in one sweep with those of before. Only what stands out is
then looked at by itself.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from gc import get_referents

from caddis.execute.namespaces import BuiltinsKept, LoadedKept, patchable
from caddis.execute.places import MODULES, Place
from caddis.execute.reach import Reach
from caddis.execute.reimport import forget, import_again, in_order
from caddis.execute.sheet import END, Sheet, TextSheet, has_only_texts, keys_of
from caddis.execute.surroundings import Litter, surroundings

__all__ = ["Place", "Snapshot"]

# since 3.13 the module binds what it hashes texts with only when it has to, which is no change of anybody's
random.Random("")


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

    def has_lost(self) -> bool:
        """Never: they only came."""
        return False

    def is_rewritten(self) -> bool:
        """No: it is no function."""
        return False

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
    What is written into `workspace` is removed.
    """

    def __init__(
        self,
        owned: Callable[[str], bool],
        *,
        ignore: Callable[[str], bool] = lambda _name: False,
        inside: bool = True,
        workspace: str | None = None,
    ) -> None:
        self._owned = owned
        self._ignore = ignore
        self._inside = inside
        self._workspace = workspace
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
        own = reach.places if reach is not None else []
        self._own: set[Place] = {*own, self._arrivals}
        places = [*own, *patchable(self._owned), *surroundings()]
        if self._workspace is not None:
            litter = Litter(self._workspace)
            places.append(litter)
            self._own.add(litter)
        self._known: set[Place] = {*places, self._builtins, self._loaded, self._arrivals}
        self._asked = [place for place in places if place.asked]
        self._hollow = [(names, place) for place in places for names in place.hollow]
        self._empty = [names for names, _ in self._hollow]
        keyed = [(each, place) for place in places for each in place.keyed]
        self._values = Sheet(get_referents, [END], ((each, place) for place in places for each in place.watched))
        self._texts = TextSheet(pair for pair in keyed if has_only_texts(pair[0]))
        self._keys = Sheet(keys_of, {END: None}, (pair for pair in keyed if not has_only_texts(pair[0])))

    @property
    def size(self) -> int:
        """How many places there are to look at."""
        return len(self._known)

    def owns(self, place: Place) -> bool:
        """Whether a place belongs to the target, and not to what is around it."""
        return place in self._own

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
            found += [place for place in among if place in self._known and place.differs()]
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
        trusted = all(map(has_only_texts, self._values.dicts(values)))
        if not (trusted and self._texts.is_as_written()):
            yield self._texts, self._texts.suspects()
        keys = self._keys.suspects()
        if keys:
            yield self._keys, keys

    def put_back(self, places: Iterable[Place]) -> list[Place]:
        """Restore places; return those that differ all the same, which are from now on taken as they are.

        When modules have arrived, all that differs is put back, and places known before are no longer any.
        """
        waiting = sorted((place for place in places if place in self._known), key=_rank)
        if any(isinstance(place, Arrivals) for place in waiting):
            return self._join()
        return _restored(waiting)

    def _join(self) -> list[Place]:
        """Import what has arrived again, in clean state, and make what that does part of this."""
        arrived = self._loaded.arrived()
        former = {name: sys.modules[name] for name in arrived}
        order = in_order(former)
        forget(arrived)
        left = _restored(sorted(self.changed(), key=_rank))
        import_again(order, former)
        self.joined += order
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
