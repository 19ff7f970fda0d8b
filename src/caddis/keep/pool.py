"""The component set: sequences that may be extended, indexed by the shape of each extensible value."""

from __future__ import annotations

from collections.abc import Callable

from caddis.model.component import Component, Entry, Shape

Listener = Callable[[Shape, list[Entry]], None]


class Pool:
    """For each shape, the entries that make a value of it."""

    def __init__(self) -> None:
        self.entries: dict[Shape, list[Entry]] = {}
        self._listeners: list[Listener] = []

    def on_new_shape(self, listener: Listener) -> None:
        """Have a listener told of each shape the first time a value of it is kept."""
        self._listeners.append(listener)

    def keep(self, component: Component, extensible: list[int]) -> None:
        """Make the values at the given positions available."""
        for index in extensible:
            shape = component.shapes[index]
            entries = self.entries.get(shape)
            if entries is None:
                entries = self.entries[shape] = [(component, index)]
                for listener in self._listeners:
                    listener(shape, entries)
            else:
                entries.append((component, index))
