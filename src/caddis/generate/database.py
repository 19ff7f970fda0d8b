"""The database of Palulu (section 2.3.1): inputs that ran to their end, and the state of each object in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from caddis.generate.supply import Random
from caddis.model.component import ValueKind
from caddis.model.operation import Kind
from caddis.model.sequence import Statement

MOST_INPUTS = 1_000
"""Inputs that are remembered for a class, and for objects of it in one state."""
TYPICAL, SPECIAL, MOST_TYPICAL = 0.3, 0.3, 64
"""How often an input is one in which a kind of object was seen first, and an argument such an object: special ones must
not drown among many. So many are remembered for a class."""
FAITHFUL = 0.8
"""How often an input that helps to make another is one that was given only what was seen: what strays may run, and yet
lead nowhere."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Thing:
    """An object in an input, and the state in the model of its class that it is in."""

    position: int
    cls: str
    state: int


@dataclass(frozen=True, slots=True, repr=False)
class Input:
    """A sequence and the objects in it."""

    statements: tuple[Statement, ...]
    things: tuple[Thing, ...]
    prints: tuple[int | None, ...]
    """The state that each value was seen in, as far as it was."""
    strays: bool
    """Whether some call was given something that was not seen."""


class Database:
    """Inputs by the classes of their objects, and by the states of these."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._by_class: dict[str, list[Input]] = {}
        self._faithful: dict[str, dict[int, list[Input]]] = {}
        """For each class, by the state of its objects, the inputs that do not stray."""
        self._typical: dict[str, list[tuple[Input, int]]] = {}
        """For each class, the inputs in which an object of a kind was seen for the first time, and where that is."""
        self._kinds: set[tuple[str, ValueKind]] = set()

    def remember(self, made: Input, kinds: tuple[ValueKind | None, ...]) -> None:
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
            # others were there before the last call, and were remembered then
            recent = _taking_part(made.statements)
            for cls, state in {(thing.cls, thing.state): None for thing in made.things if thing.position in recent}:
                self._put(self._faithful.setdefault(cls, {}).setdefault(state, []), made)

    def has(self, cls: str) -> bool:
        """Whether any input has an object of a class."""
        return cls in self._by_class

    def any(self, cls: str) -> Input:
        """One of the inputs with an object of a class; now and then one in which a kind of it was seen first."""
        typical = self._typical.get(cls)
        return self._one(typical)[0] if typical and self._random() < TYPICAL else self._one(self._by_class[cls])

    def helper(self, cls: str, states: Iterable[int]) -> Input:
        """An input for an object of a class, in one of some states if there are any, each as likely as the next.

        It is one that ends where an object came to that state: what grew from one beginning is much, and all alike.
        """
        if self._random() < FAITHFUL:
            faithful = self._faithful.get(cls, {})
            known = [faithful[state] for state in states if state in faithful] or [*faithful.values()]
            if known:
                return self._one(self._one(known))
        return self.any(cls)

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


def _taking_part(statements: tuple[Statement, ...]) -> set[int]:
    """The positions of what the last call makes, and of what it is given, be it in a list."""
    last = len(statements) - 1
    found, waiting = {last}, [last]
    while waiting:
        index = waiting.pop()
        for back in statements[index].references:
            if index + back not in found:
                found.add(index + back)
                if statements[index + back].operation.kind is Kind.DISPLAY:
                    waiting.append(index + back)
    return found
