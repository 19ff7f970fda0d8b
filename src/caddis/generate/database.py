"""The database of Palulu (section 2.3.1): inputs that ran to their end, and the state of each object in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from caddis.generate.supply import Random
from caddis.model.component import Kinds, ValueKind
from caddis.model.sequence import Statement

MOST_INPUTS = 1_000
"""Inputs that are remembered for a class, and for objects of it of one kind in one state."""
TYPICAL, SPECIAL, MOST_TYPICAL = 0.3, 0.3, 64
"""How often an input is one in which a kind of object was seen first, and an argument such an object: special ones must
not drown among many. So many kinds are told apart in a class, and in each state of its objects."""
FAITHFUL = 0.8
"""How often an input that helps to make another is one that was given only what was seen: what strays may run, and yet
lead nowhere."""
ROUNDS = 3
"""So many inputs are looked at, and the most promising of them taken."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Thing:
    """An object in an input, and the state in the model of its class that it is in."""

    position: int
    cls: str
    state: int


@dataclass(slots=True, repr=False, eq=False)
class Input:
    """A sequence and the objects in it, and what came of building upon it."""

    statements: tuple[Statement, ...]
    things: tuple[Thing, ...]
    prints: tuple[int | None, ...]
    """The state that each value was seen in, as far as it was."""
    strays: bool
    """Whether some call was given something that was not seen."""
    moved: frozenset[int] = frozenset()
    """The positions of the objects that the last call has made, or brought to the state they are in."""
    start: Input | None = None
    """What it was built upon."""
    tried: int = 0
    well: int = 0
    """How often it was built upon, and how often that went well."""

    @property
    def promise(self) -> float:
        """How likely something that is built upon it goes well, as far as was seen."""
        return (self.well + 1) / (self.tried + 2)

    def note(self, *, went_well: bool) -> None:
        """It was built upon."""
        self.tried += 1
        self.well += went_well


class Database:
    """Inputs by the classes of their objects, and by the states of these."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._by_class: dict[str, list[Input]] = {}
        self._faithful: dict[str, dict[int, dict[ValueKind | None, list[Input]]]] = {}
        """For each class, by the state of its objects and by what kind they are of, the inputs that do not stray."""
        self._typical: dict[str, list[tuple[Input, int]]] = {}
        """For each class, the inputs in which an object of a kind was seen for the first time, and where that is."""
        self._kinds: set[tuple[str, ValueKind]] = set()

    def remember(self, made: Input, kinds: Kinds) -> None:
        """Take in an input, with the kinds of its values, as far as anybody has looked."""
        for thing in made.things:
            kind = kinds[thing.position] if kinds else None
            typical = self._typical.setdefault(thing.cls, [])
            if kind is not None and len(typical) < MOST_TYPICAL and (thing.cls, kind) not in self._kinds:
                self._kinds.add((thing.cls, kind))
                typical.append((made, thing.position))
        for cls in {thing.cls: None for thing in made.things}:
            self._put(self._by_class.setdefault(cls, []), made)
        if not made.strays:
            for thing in made.things:
                # others were in their states before the last call, and were remembered then
                if thing.position in made.moved:
                    kind = kinds[thing.position] if kinds else None
                    by_kind = self._faithful.setdefault(thing.cls, {}).setdefault(thing.state, {})
                    known = kind in by_kind or len(by_kind) < MOST_TYPICAL
                    self._put(by_kind.setdefault(kind if known else None, []), made)

    def has(self, cls: str) -> bool:
        """Whether any input has an object of a class."""
        return cls in self._by_class

    def any(self, cls: str) -> Input:
        """One of the inputs with an object of a class; now and then one in which a kind of it was seen first."""
        typical = self._typical.get(cls)
        if typical and self._random() < TYPICAL:
            return self._one(typical)[0]
        several = self._by_class[cls]
        # what was never gone on from comes before what led nowhere
        return max((self._one(several) for _ in range(ROUNDS)), key=attrgetter("promise"))

    def helper(self, cls: str, states: Sequence[int]) -> Input | None:
        """An input for an object of a class in one of some states, each as likely as the next; in any, if none is told.

        Mostly it is one that ends where an object came to that state: what grew from one beginning is much, and all
        alike. For the same reason each kind of object is as likely as the next.
        """
        if self._random() < FAITHFUL:
            faithful = self._faithful.get(cls, {})
            known = [faithful[state] for state in states or faithful if state in faithful]
            return self._one(self._one([*self._one(known).values()])) if known else None
        found = self.any(cls)
        return found if not states or any(each.cls == cls and each.state in states for each in found.things) else None

    def special(self, cls: str) -> tuple[Input, int] | None:
        """An input with an object of a kind that is not like most, now and then, and where it is."""
        typical = self._typical.get(cls)
        return self._one(typical) if typical and self._random() < SPECIAL else None

    def _put(self, inputs: list[Input], made: Input) -> None:
        if len(inputs) < MOST_INPUTS:
            inputs.append(made)
        else:
            inputs[int(self._random() * MOST_INPUTS)] = made

    def _one(self, several: Sequence[T]) -> T:
        return several[int(self._random() * len(several))]
