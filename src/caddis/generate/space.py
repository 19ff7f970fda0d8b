"""The parameter space: how many calls of each operation there are to a depth, and the n-th of them (section 3.2).

Nothing of it is ever built as a whole. Sizes add up over the ways to a type and multiply over the slots of a way, from
the bottom up; the way back down, by division and remainder, leads to any single member.
"""

from __future__ import annotations

import math
from hashlib import shake_256

from caddis.generate.graph import Graph, Preset, Slot, Way
from caddis.generate.recipes import Recipe
from caddis.model.operation import Operation
from caddis.model.types import Type

ROUNDS = 4
"""Those of a Feistel network after which its permutations look random."""


class Space:
    """The calls of operations with all the arguments that a parameter graph yields."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._made: dict[tuple[Type, int], int] = {}

    def size(self, operation: Operation, depth: int) -> int:
        """How many calls of an operation there are, with at most so many calls one inside the other."""
        return sum(self._ways(way, depth) for way in self._graph.calls(operation))

    def member(self, operation: Operation, depth: int, number: int) -> Recipe:
        """One of the calls of an operation, by its number from 0."""
        return self._through(self._graph.calls(operation), depth, number)

    def _ways(self, way: Way, depth: int) -> int:
        return math.prod(self._values(slot, depth - 1) for slot in way.slots if slot is not None) if depth else 0

    def _values(self, slot: Slot, depth: int) -> int:
        """How many values may go into a slot, nothing at all being one of them where it may be left."""
        return slot.optional + len(self._graph.presets(slot)) + self._calls(slot.known, depth)

    def _calls(self, known: Type, depth: int) -> int:
        """How many of the values of a type are made by calls."""
        size = self._made.get((known, depth))
        if size is None:
            size = self._made[known, depth] = sum(self._ways(way, depth) for way in self._graph.ways(known))
        return size

    def _through(self, ways: tuple[Way, ...], depth: int, number: int) -> Recipe:
        for way in ways:
            size = self._ways(way, depth)
            if number < size:
                return self._call(way, depth, number)
            number -= size
        raise IndexError(number)

    def _call(self, way: Way, depth: int, number: int) -> Recipe:
        arguments: list[Preset | None] = []
        # the last slot counts fastest, as one would write the calls down
        for slot in reversed(way.slots):
            if slot is None:
                arguments.append(None)
                continue
            number, remainder = divmod(number, self._values(slot, depth - 1))
            arguments.append(self._value(slot, depth - 1, remainder))
        return Recipe(way.operation, tuple(reversed(arguments)))

    def _value(self, slot: Slot, depth: int, number: int) -> Preset | None:
        if slot.optional and number == 0:
            return None
        number -= slot.optional
        presets = self._graph.presets(slot)
        if number < len(presets):
            return presets[number]
        return self._through(self._graph.ways(slot.known), depth, number - len(presets))


class Shuffled:
    """The numbers below a size in an order that a key decides: each once, any of them found without the others.

    A Feistel network permutes the numbers of so many bits; what it leads out of range is led on until it is back.
    """

    def __init__(self, size: int, key: str) -> None:
        self.size = size
        self._half = max(1, (max(1, size - 1).bit_length() + 1) // 2)
        self._mask = (1 << self._half) - 1
        self._bytes = (self._half + 7) // 8
        self._keys = [f"{key}/{number}/".encode() for number in range(ROUNDS)]

    def __getitem__(self, position: int) -> int:
        if not 0 <= position < self.size:
            raise IndexError(position)
        number = self._permuted(position)
        while number >= self.size:
            number = self._permuted(number)
        return number

    def _permuted(self, number: int) -> int:
        left, right = number >> self._half, number & self._mask
        for key in self._keys:
            mixed = shake_256(key + right.to_bytes(self._bytes, "big")).digest(self._bytes)
            left, right = right, left ^ (int.from_bytes(mixed, "big") & self._mask)
        return left << self._half | right
