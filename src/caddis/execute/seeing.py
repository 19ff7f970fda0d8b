"""What comparisons show as long as an outcome of theirs was not seen: what somebody might pass for the other one."""

from __future__ import annotations

from itertools import islice
from types import UnionType
from typing import Any

from caddis.model.addresses import shows_address
from caddis.model.sequence import Atom
from caddis.model.types import Compared

MOST_SEEN = 8
"""Atoms that one sequence may show, classes, and those of each container."""
LONGEST_SEEN = 100
ENOUGH = 4
"""Looks at one comparison after which it rests until the next sequence: in a loop there is no end to them."""
_ATOMS = frozenset({int, float, str, bytes})
_SIZED = frozenset({str, bytes})
_UNORDERED = frozenset({set, frozenset})
_ADDRESSES = range(1 << 32, 1 << 48)
_CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
_SAY_NOTHING = (object, type)
_address = object.__hash__
"""Tells classes apart like `id`, which every audit hook hears of."""


class Seen:
    """What was shown since it was last asked for."""

    def __init__(self) -> None:
        self._atoms: dict[Atom, None] = {}
        self._classes: dict[int, type] = {}
        """By their addresses."""
        self._looks: dict[tuple[int, int], int] = {}

    def note(self, look: tuple[int, int], *values: Any) -> bool:
        """Take in what a look at a comparison shows; whether that was enough of it for now."""
        looks = self._looks[look] = self._looks.get(look, 0) + 1
        for value in values:
            self._add(value)
        return looks >= ENOUGH

    def taken(self) -> tuple[Compared, ...]:
        """What was shown, which is forgotten."""
        if not self._looks:
            return ()
        seen = (*self._atoms, *self._classes.values())
        self._atoms.clear()
        self._classes.clear()
        self._looks.clear()
        return seen

    def _add(self, value: Any) -> None:
        """Add what can be written down: an atom, a class, or some of those in a container."""
        cls = type(value)
        if cls in _CONTAINERS:
            # what is not hashed by its value makes the order of a set another at each run
            if cls in _UNORDERED and not _ATOMS.issuperset(map(type, value)):
                return
            for item in islice(value, MOST_SEEN):
                if type(item) not in _CONTAINERS:
                    self._add(item)
        elif cls in _ATOMS:
            if len(self._atoms) < MOST_SEEN and _can_be_written(value):
                self._atoms[value] = None
        elif cls is UnionType:
            self._add(value.__args__)
        elif issubclass(cls, type) and len(self._classes) < MOST_SEEN and _is_plain(value):
            self._classes[_address(value)] = value


def _can_be_written(value: Any) -> bool:
    return not (type(value) in _SIZED and len(value) > LONGEST_SEEN) and not _tells_address(value)


def _tells_address(value: Any) -> bool:
    """Whether it may be an `id`, the `hash` made of one, or the usual `repr` of an object: another at each run."""
    return (type(value) is int and value in _ADDRESSES) or (type(value) is str and shows_address(value))


def _is_plain(cls: type) -> bool:
    """Whether a class tells something of its instances, and is told apart from others as classes are."""
    made_by = type(cls)
    return cls not in _SAY_NOTHING and made_by.__hash__ is type.__hash__ and made_by.__eq__ is type.__eq__
