"""The component set: sequences that may be extended, indexed by the shape of each extensible value."""

from __future__ import annotations

from collections.abc import Callable

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

    def keep(self, component: Component, extensible: list[int], *, rewarding: bool = False) -> None:
        """Make the values at the given positions available; those of a rewarding sequence are found more easily."""
        for index in extensible:
            shape, entry = component.shapes[index], (component, index)
            shelf = self._shelves.get(shape)
            if shelf is not None:
                shelf.entries.append(entry)
            else:
                shelf = self._shelves[shape] = Shelf([entry], [])
                for listener in self._listeners:
                    listener(shelf)
            if rewarding:
                shelf.rewarding.append(entry)
