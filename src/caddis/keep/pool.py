"""The component set: sequences that may be extended, indexed by the shape of each extensible value."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from caddis.model.component import FIRST, Component, Kinds, Shape, Shelf, ValueKind

MOST_TYPICAL = 32
"""Kinds of a shape of which one value each is found more easily."""

Listener = Callable[[Shelf], None]

MOST = 150_000
"""Values that are kept, of all shapes together: more would only take memory."""


class Pool:
    """For each shape, the shelf with what makes a value of it."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._shelves: dict[Shape, Shelf] = {}
        self._listeners: list[Listener] = []
        self._kinds: set[tuple[Shape, ValueKind | None]] = set()

    def on_new_shape(self, listener: Listener) -> None:
        """Have a listener told of each shape the first time a value of it is kept."""
        self._listeners.append(listener)

    def size(self, shape: Shape) -> int:
        """How many values of a shape there are."""
        shelf = self._shelves.get(shape)
        return 0 if shelf is None else len(shelf.entries)

    def keep(self, component: Component, extensible: list[int], kinds: Kinds = ()) -> None:
        """Make the values at the given positions available; `kinds` are those of all values, where they are known."""
        for index in extensible:
            shape, entry = component.shapes[index], (component, index)
            shelf = self._shelves.get(shape)
            if shelf is not None:
                shelf.entries.append(entry)
            else:
                shelf = self._shelves[shape] = Shelf([entry], [])
                for listener in self._listeners:
                    listener(shelf)
            if kinds and len(shelf.typical) < MOST_TYPICAL and (shape, kinds[index]) not in self._kinds:
                self._kinds.add((shape, kinds[index]))
                shelf.typical.append(entry)
        self._size += len(extensible)
        if self._size > self._most:
            self._thin_out(self._most * 2 // 3)

    def _thin_out(self, wanted: int) -> None:
        """Let go of what is of least use, on the longest shelves: of two neighbours the cheaper one stays.

        So values of all ages and depths are left. What something new was reached with is found apart, and stays.
        """
        while self._size > wanted:
            entries = max((shelf.entries for shelf in self._shelves.values()), key=len)
            others = entries[FIRST:]
            if len(others) < 2:
                return
            pairs = zip(others[::2], others[1::2], strict=False)
            odd = others[-1:] if len(others) % 2 else []
            self._size -= len(entries)
            entries[FIRST:] = [min(pair, key=lambda entry: entry[0].cost) for pair in pairs] + odd
            self._size += len(entries)

    def reward(self, component: Component, positions: Iterable[int]) -> None:
        """Have values found more easily: something new was reached with them, or when they were made."""
        for index in positions:
            shelf = self._shelves.get(component.shapes[index])
            if shelf is not None:
                shelf.rewarding.append((component, index))
