"""Places in containers: what lists, dicts, sets and their like hold."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from gc import get_referents
from operator import is_
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary, ref

from caddis.execute.places import ATOMS, Kept, Trail, has_lost, same


class _RowKept(Kept):
    """Items in a row."""

    def has_lost(self) -> bool:
        """Whether items were not merely appended."""
        return not same(self.read()[: len(self.saved)], self.saved)


class ListKept(_RowKept):
    """The items of a list."""

    def __init__(self, trail: Trail, items: list[Any]) -> None:
        self.items = items
        self.watched = (items,)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """The items, as a plain list."""
        return list.copy(self.items)

    def restore(self) -> None:
        """Replace all items."""
        list.__setitem__(self.items, slice(None), self.saved)


class DequeKept(_RowKept):
    """The items of a deque."""

    def __init__(self, trail: Trail, items: deque[Any]) -> None:
        self.items = items
        self.watched = (items,)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """The items in their order."""
        return list(deque.__iter__(self.items))

    def restore(self) -> None:
        """Replace all items."""
        deque.clear(self.items)
        deque.extend(self.items, self.saved)


class SetKept(Kept):
    """The items of a set, and the order in which it shows them."""

    def __init__(self, trail: Trail, items: set[Any]) -> None:
        self.items = items
        self.watched = (items,)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """The items in the order of iteration."""
        return list(set.__iter__(self.items))

    def has_lost(self) -> bool:
        """Whether one of the items is gone."""
        return not set(map(id, self.saved)) <= set(map(id, self.read()))

    def restore(self) -> None:
        """Replace all items; their hashes are copied, not computed."""
        set.clear(self.items)
        set.update(self.items, self.copy)

    def accept(self) -> None:
        """Save the items in an order that can be had again: that of a set depends on its past."""
        self.copy = set.copy(self.items)
        self.saved = list(self.copy)
        if not all(map(is_, set.__iter__(self.items), self.saved)):
            self.restore()


class DictKept(Kept):
    """The keys and values of a dict, in their order, and the factory of a defaultdict."""

    def __init__(self, trail: Trail, items: dict[Any, Any], after: Callable[[], object] | None = None) -> None:
        self.items = items
        self.watched = (items,)
        self.keyed = (items,)
        # since 3.13 the attributes of an object may lie in the object alone, though it has a dict that shows them
        self.asked = len(get_referents(items)) < dict.__len__(items)
        self._after = after
        self._factory: Any = defaultdict.default_factory if issubclass(type(items), defaultdict) else None  # type: ignore[misc]
        super().__init__(trail)

    def read(self) -> list[Any]:
        """All keys, all values, perhaps a factory."""
        contents = [*dict.__iter__(self.items), *dict.values(self.items)]
        if self._factory is not None:
            contents.append(self._factory.__get__(self.items))
        return contents

    def has_lost(self) -> bool:
        """Whether a key is gone, or has another value."""
        now = dict(zip(map(id, dict.__iter__(self.items)), dict.values(self.items), strict=True))
        return has_lost(now, dict(zip(map(id, self.copy), self.copy.values(), strict=True)))

    def restore(self) -> None:
        """Replace all items; their hashes are copied, not computed."""
        dict.clear(self.items)
        dict.update(self.items, self.copy)
        if self._factory is not None:
            self._factory.__set__(self.items, self.saved[-1])
        if self._after is not None:
            self._after()

    def accept(self) -> None:
        """Save the items."""
        super().accept()
        self.copy = dict.copy(self.items)


class LocalKept(DictKept):
    """What an object holds for one thread: settings rather than a cache."""

    def has_lost(self) -> bool:
        """Whether a name has another value, or has come or gone with one."""
        return has_lost(self.items, self.copy) or has_lost(self.copy, self.items)


class OrderedDictKept(Kept):
    """The keys and values of an OrderedDict, whose order is its own."""

    asked = True

    def __init__(self, trail: Trail, items: OrderedDict[Any, Any]) -> None:
        self.items = items
        super().__init__(trail)

    def read(self) -> list[Any]:
        """All keys and values, then the keys in order."""
        keys = list(dict.__iter__(self.items))
        contents = [*keys, *dict.values(self.items)]
        # to walk in order computes the hash of each key: not of those that would have a say in it
        if ATOMS.issuperset(map(id, map(type, keys))):
            contents += OrderedDict.__iter__(self.items)
        return contents

    def restore(self) -> None:
        """Replace all items, in order."""
        size = len(self.copy)
        OrderedDict.clear(self.items)
        for key in self.saved[2 * size :] or self.saved[:size]:
            OrderedDict.__setitem__(self.items, key, self.copy[key])

    def accept(self) -> None:
        """Save the items."""
        super().accept()
        self.copy = dict.copy(self.items)


class BytesKept(Kept):
    """What is in a bytearray."""

    asked = True

    def __init__(self, trail: Trail, items: bytearray) -> None:
        self.items = items
        super().__init__(trail)

    def read(self) -> list[Any]:
        """The bytes, as one value."""
        return [bytes(bytearray.__getitem__(self.items, slice(None)))]

    def restore(self) -> None:
        """Replace all bytes."""
        bytearray.__setitem__(self.items, slice(None), self.saved[0])


class LargeKept(Kept):
    """A container too large to be looked through: only its size is compared."""

    asked = True

    def __init__(self, kept: Kept, items: Any, size: Callable[[Any], int]) -> None:
        self._kept = kept
        self._items = items
        self._size = size
        super().__init__(kept.trail)

    def read(self) -> list[Any]:
        """The size."""
        return [self._size(self._items)]

    def restore(self) -> None:
        """Replace all that it holds."""
        self._kept.restore()

    def accept(self) -> None:
        """Save what it holds."""
        super().accept()
        self._kept.accept()


Weak = WeakKeyDictionary[Any, Any] | WeakValueDictionary[Any, Any] | WeakSet[Any]
_is_alive = ref.__call__


class WeakKept(Kept):
    """What a weak container holds and what still lives; the dead cannot come back, and are not missed."""

    def __init__(self, trail: Trail, container: Weak, data: Any) -> None:
        self._values = issubclass(type(container), WeakValueDictionary)
        self._set = issubclass(type(container), WeakSet)
        self._data = data
        self.watched = (data,)
        self.keyed = () if self._set else (data,)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """Pairs of a weak reference and what belongs to it."""
        # a copy is made in one step: what dies while pairs are made would change the original
        copy = self._data.copy()
        if self._set:
            return [(reference, None) for reference in copy]
        return [(value, key) for key, value in copy.items()] if self._values else list(copy.items())

    def differs(self) -> bool:
        """Whether the living, or what belongs to them, are others."""
        return _living(self.read()) != _living(self.saved)

    def restore(self) -> None:
        """Replace all that is held by those that still live."""
        self._data.clear()
        for reference, other in self.saved:
            if _is_alive(reference) is None:
                continue
            if self._set:
                self._data.add(reference)
            else:
                self._data[other if self._values else reference] = reference if self._values else other


def _living(pairs: Iterable[tuple[Any, Any]]) -> dict[int, int]:
    """Who is alive, and what belongs to it, by address."""
    everyone = [(_is_alive(reference), other) for reference, other in pairs]
    return {id(who): id(other) for who, other in everyone if who is not None}
