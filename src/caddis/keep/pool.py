"""The component set: sequences that may be extended, indexed by the shape of each extensible value."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from caddis.model.component import Component, Shape, Shelf

Listener = Callable[[Shelf], None]


class Pool:
    """For each shape, the shelf with what makes a value of it."""

    def __init__(self) -> None:
        self._shelves: dict[Shape, Shelf] = {}
        self._listeners: list[Listener] = []

    def on_new_shape(self, listener: Listener) -> None:
        """Have a listener told of each shape the first time a value of it is kept."""
        self._listeners.append(listener)

    def size(self, shape: Shape) -> int:
        """How many values of a shape there are."""
        shelf = self._shelves.get(shape)
        return 0 if shelf is None else len(shelf.entries)

    def keep(self, component: Component, extensible: list[int]) -> None:
        """Make the values at the given positions available."""
        for index in extensible:
            shape, entry = component.shapes[index], (component, index)
            shelf = self._shelves.get(shape)
            if shelf is not None:
                shelf.entries.append(entry)
            else:
                shelf = self._shelves[shape] = Shelf([entry], [])
                for listener in self._listeners:
                    listener(shelf)

    def reward(self, component: Component, positions: Iterable[int]) -> None:
        """Have values found more easily: something new was reached with them, or when they were made."""
        for index in positions:
            shelf = self._shelves.get(component.shapes[index])
            if shelf is not None:
                shelf.rewarding.append((component, index))
