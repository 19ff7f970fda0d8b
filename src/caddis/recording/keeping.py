"""Which objects are kept: whole objects are, never single calls.

Of the instances of a class the first ones are kept, and then fewer and fewer; where much is recorded already, only of
classes of which little is. Every call in which one that is kept takes part is recorded, so each history is complete.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from types import WrapperDescriptorType
from typing import Any

from caddis.recording.values import Recorded

FIRST = 24
"""The instances of a class that are all kept, and the calls of a function; then half as many each time they double."""
PLENTY, FEW = 12_000, 6
"""Calls on record past which only so many instances of a class are kept, and calls of a function."""
LONGEST = 400
"""Calls past which the history of an object is closed."""
_DICT = type.__dict__["__dict__"].__get__
_MRO = type.__dict__["__mro__"].__get__
_BUILT_IN = {object: (), dict: ("iterable",), list: ("iterable",), set: ("iterable",)}
"""The bases whose constructors cannot be rewritten, and what they are given."""


def is_kept(number: int, recorded: int) -> bool:
    """Whether the so-manieth of many is kept, when so many calls are on record."""
    if number <= FEW:
        return True
    if recorded >= PLENTY:
        return False
    return number <= FIRST or number % (1 << (number // FIRST).bit_length()) == 0


class Kept:
    """An object that is kept."""

    __slots__ = ("calls", "cls", "number", "reference")

    def __init__(self, number: int, cls: type, reference: Any) -> None:
        self.number = number
        self.cls = cls
        self.reference = reference
        """A weak reference; None where there can be none."""
        self.calls = 0


class Keeping:
    """Chooses objects, and knows those that are kept while they live."""

    def __init__(self, belongs: Callable[[type], bool]) -> None:
        self._belongs = belongs
        self.live: dict[int, Kept] = {}
        """By `id`."""
        self._passed: dict[int, Any] = {}
        """Objects that were met and not kept, of classes whose constructors are not heard of."""
        self._born: dict[type, int] = {}
        self._unheard: dict[type, tuple[str, ...] | None] = {}
        self._count = 0

    def forget(self) -> None:
        """Begin anew, in another process."""
        self.live.clear()
        self._passed.clear()

    def of(self, thing: object) -> Kept | None:
        """What is known of an object that is kept."""
        kept = self.live.get(id(thing))
        return kept if kept is not None and kept.cls is type(thing) else None

    def identified(self, thing: object) -> Recorded | None:
        """An object that is kept, as recorded."""
        kept = self.of(thing)
        return None if kept is None else ["object", kept.number]

    def keep(self, thing: object, recorded: int) -> Kept | None:
        """Keep an object that has just been made, if its turn has come."""
        cls = type(thing)
        number = self._born[cls] = self._born.get(cls, 0) + 1
        place = id(thing)
        self.live.pop(place, None)
        if not is_kept(number, recorded):
            return None
        self._count += 1
        kept = self.live[place] = Kept(self._count, cls, _watched(thing, place, self.live))
        return kept

    def meet(self, thing: object, recorded: int) -> Kept | None:
        """Keep an object that is met for the first time, if only Python itself can have made it just so."""
        place = id(thing)
        if place in self._passed or self.unheard(type(thing)) is None:
            return None
        kept = self.keep(thing, recorded)
        reference = kept.reference if kept is not None else _watched(thing, place, self._passed)
        if reference is None:
            # it could not be told from another that comes to lie in the same place
            self.live.pop(place, None)
            return None
        if kept is None:
            self._passed[place] = reference
        return kept

    def unheard(self, cls: type) -> tuple[str, ...] | None:
        """The parameters of the constructor of a class that has only that of Python itself; None for others."""
        if cls not in self._unheard:
            base = next((each for each in _MRO(cls) if each in _BUILT_IN), object)
            made_by = [stored(cls, name) for name in ("__init__", "__new__")]
            plain = type(made_by[0]) is WrapperDescriptorType and made_by[1] is stored(base, "__new__")
            self._unheard[cls] = _BUILT_IN[base] if plain and cls is not base and self._belongs(cls) else None
        return self._unheard[cls]

    def is_over(self, thing: object, kept: Kept) -> bool:
        """Note a call in the history of an object; whether that is the last one."""
        kept.calls += 1
        if kept.calls < LONGEST:
            return False
        self.live.pop(id(thing), None)
        return True


def _watched(thing: object, place: int, table: dict[int, Any]) -> Any:
    """A weak reference to an object, which is taken out of a table when it is gone; None if there can be none."""

    def gone(_reference: object) -> None:
        table.pop(place, None)

    try:
        return weakref.ref(thing, gone)
    except TypeError:
        return None


def stored(cls: type, name: str) -> Any:
    """What a class or one of its bases stores under a name; nothing of theirs is run."""
    for base in _MRO(cls):
        found = _DICT(base).get(name)
        if found is not None:
            return found
    return None
