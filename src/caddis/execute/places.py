"""Places: what can be changed in the objects of a target. Each tells whether it was, and puts it back.

To look never runs code of the target: contents are read by the methods of the builtin types, and compared by identity.
"""

from __future__ import annotations

import _random
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Set
from contextvars import Context, ContextVar
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from gc import get_referents
from operator import is_
from types import CellType, EllipsisType, FunctionType, GetSetDescriptorType, MemberDescriptorType, NoneType
from typing import Any, Protocol
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary, ref

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "MISSING"})()

ATOMS = frozenset(map(id, (int, bool, str, bytes, float, complex, NoneType, EllipsisType)))
"""The types whose equal values are the same; by their addresses, since to look up a class may run its metaclass."""
INEXACT = frozenset(map(id, (float, complex)))
LONGEST_NAME = 12
"""Steps that a name may show."""

SPECIAL = frozenset((
    "__bases__", "__code__", "__defaults__", "__dict__", "__doc__", "__kwdefaults__", "__module__", "__name__",
    "__qualname__",
))  # fmt: skip
"""Names of what only code that names it can change."""

MODULES, NAMESPACES, CLASSES, OBJECTS, CONTENTS, AROUND = range(6)
"""The order in which places are put back."""


class Place(Protocol):
    """Something that can be changed and put back."""

    @property
    def name(self) -> str:
        """What a reader would call it, such as "package.module.Registry.entries"."""

    def differs(self) -> bool:
        """Whether it is not as it was."""

    def restore(self) -> None:
        """Put it back, as far as that can be done."""

    def accept(self) -> None:
        """Take it from now on as it is."""


@dataclass(slots=True)
class Trail:
    """How something was come upon; put into words only when somebody asks."""

    key: object
    form: str = "{}"
    parent: Trail | None = None

    def attribute(self, name: object) -> Trail:
        """What is bound to a name of this."""
        return Trail(name, ".{}", self)

    def item(self, key: object) -> Trail:
        """What lies at an index or a key in this."""
        return Trail(key, "[{}]", self)

    def __str__(self) -> str:
        parts: list[str] = []
        trail: Trail | None = self
        while trail is not None:
            parts.append(trail.form.format(trail._shown()))
            trail = trail.parent
        parts.reverse()
        if len(parts) > LONGEST_NAME:
            parts[LONGEST_NAME // 2 : -LONGEST_NAME // 2] = ["…"]
        return "".join(parts)

    def _shown(self) -> object:
        if id(type(self.key)) not in ATOMS:
            return "…"
        return repr(self.key) if self.form == "[{}]" else self.key


def alike(now: Any, then: Any) -> bool:
    """Whether two values are one, or equal and of a type for which that is the same."""
    if now is then:
        return True
    cls = id(type(now))
    if cls != id(type(then)) or cls not in ATOMS:
        return False
    # 0.0 equals -0.0, and NaN nothing
    return repr(now) == repr(then) if cls in INEXACT else bool(now == then)


def same(now: list[Any], then: list[Any]) -> bool:
    """Whether two lists hold the same values in the same order."""
    return len(now) == len(then) and (all(map(is_, now, then)) or all(map(alike, now, then)))


def refill(names: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Have a dict of names hold what is wanted, in that order, without emptying it where that can be helped."""
    present = list(dict.__iter__(names))
    if len(present) < len(wanted) or not all(map(is_, present, wanted)):
        dict.clear(names)
        dict.update(names, wanted)
        return
    for name in present[len(wanted) :]:
        dict.__delitem__(names, name)
    for name, value in wanted.items():
        if dict.__getitem__(names, name) is not value:
            dict.__setitem__(names, name, value)


class Kept:
    """A place whose contents are read, compared and written whole."""

    rank = CONTENTS
    asked = False
    """Whether to see if it differs it must be asked; else what follows gives it away."""
    watched: tuple[object, ...] = ()
    """Objects that then refer to other ones than before."""
    keyed: tuple[dict[Any, Any], ...] = ()
    """Dicts that then may have other keys."""
    hollow: tuple[dict[Any, Any], ...] = ()
    """Dicts that then may not be empty."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail
        self.saved: list[Any] = []
        self.accept()

    @property
    def name(self) -> str:
        """How it was come upon."""
        return str(self.trail)

    def narrow(self, named: Set[str]) -> None:
        """Watch no more than what code that uses only these special names can change."""

    def read(self) -> list[Any]:
        """What it holds now."""
        raise NotImplementedError

    def write(self) -> None:
        """Have it hold what was saved."""
        raise NotImplementedError

    def differs(self) -> bool:
        """Whether it holds something else than it did."""
        return not same(self.read(), self.saved)

    def restore(self) -> None:
        """Have it hold again what it did."""
        self.write()

    def accept(self) -> None:
        """Save what it holds."""
        self.saved = self.read()


class Names(Kept):
    """Some of the names in a dict."""

    rank = AROUND

    def __init__(
        self,
        trail: Trail,
        names: dict[str, Any],
        which: tuple[str, ...],
        after: Callable[[], object] | None = None,
        asked: bool = True,
    ) -> None:
        self._names = names
        self._which = which
        self._after = after
        self.asked = asked
        self.watched = () if asked else (names,)
        self._others: list[str] = []
        super().__init__(trail)

    @property
    def name(self) -> str:
        """Which of them differed when last asked."""
        return ", ".join(str(self.trail.attribute(name)) for name in self._others) or str(self.trail)

    def read(self) -> list[Any]:
        """What each is bound to, or that it is not."""
        return [self._names.get(name, MISSING) for name in self._which]

    def differs(self) -> bool:
        """Whether one is bound to something else."""
        now = self.read()
        if same(now, self.saved):
            return False
        self._others = [name for name, a, b in zip(self._which, now, self.saved, strict=True) if not alike(a, b)]
        return True

    def write(self) -> None:
        """Bind or unbind each."""
        for name, value in zip(self._which, self.saved, strict=True):
            if value is MISSING:
                self._names.pop(name, None)
            else:
                self._names[name] = value
        if self._after is not None:
            self._after()


class ListKept(Kept):
    """The items of a list."""

    def __init__(self, trail: Trail, items: list[Any]) -> None:
        self.items = items
        self.watched = (items,)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """The items, as a plain list."""
        return list.copy(self.items)

    def write(self) -> None:
        """Replace all items."""
        list.__setitem__(self.items, slice(None), self.saved)


class DequeKept(Kept):
    """The items of a deque."""

    def __init__(self, trail: Trail, items: deque[Any]) -> None:
        self.items = items
        self.watched = (items,)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """The items in their order."""
        return list(deque.__iter__(self.items))

    def write(self) -> None:
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

    def write(self) -> None:
        """Replace all items; their hashes are copied, not computed."""
        set.clear(self.items)
        set.update(self.items, self.copy)

    def accept(self) -> None:
        """Save the items in an order that can be had again: that of a set depends on its past."""
        self.copy = set.copy(self.items)
        self.saved = list(self.copy)
        if not all(map(is_, set.__iter__(self.items), self.saved)):
            self.write()


class DictKept(Kept):
    """The keys and values of a dict, in their order, and the factory of a defaultdict."""

    def __init__(self, trail: Trail, items: dict[Any, Any], after: Callable[[], object] | None = None) -> None:
        self.items = items
        self.watched = (items,)
        self.keyed = (items,)
        self._after = after
        self._factory: Any = defaultdict.default_factory if issubclass(type(items), defaultdict) else None  # type: ignore[misc]
        super().__init__(trail)

    def read(self) -> list[Any]:
        """All keys, all values, perhaps a factory."""
        contents = [*dict.__iter__(self.items), *dict.values(self.items)]
        if self._factory is not None:
            contents.append(self._factory.__get__(self.items))
        return contents

    def write(self) -> None:
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

    def write(self) -> None:
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

    def write(self) -> None:
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

    def write(self) -> None:
        """Replace all that it holds."""
        self._kept.write()

    def accept(self) -> None:
        """Save what it holds."""
        super().accept()
        self._kept.accept()


class CellKept(Kept):
    """The variable that a closure shares."""

    rank = OBJECTS

    def __init__(self, trail: Trail, cell: CellType) -> None:
        self.cell = cell
        self.watched = (cell,)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """Its value, if it has one."""
        try:
            return [self.cell.cell_contents]
        except ValueError:
            return []

    def write(self) -> None:
        """Bind the variable, or unbind it."""
        if self.saved:
            self.cell.cell_contents = self.saved[0]
        else:
            del self.cell.cell_contents


class FunctionKept(Kept):
    """The code, the defaults and the attributes of a function."""

    rank = OBJECTS
    SLOTS = ("__code__", "__defaults__", "__kwdefaults__", "__doc__", "__name__", "__qualname__", "__module__")

    def __init__(self, trail: Trail, function: FunctionType) -> None:
        self.function = function
        # a dict that is made only later could be seen to appear, but not to change
        attributes = function.__dict__
        if attributes:
            self.watched = (function, attributes)
            self.keyed = (attributes,)
        else:
            self.watched = (function,)
            self.hollow = (attributes,)
        self._attributes = attributes
        super().__init__(trail)

    def narrow(self, named: Set[str]) -> None:
        """Nobody rebinds the defaults of a function without naming them."""
        if named.isdisjoint((*self.SLOTS, "__dict__")):
            self.watched = self.keyed

    def read(self) -> list[Any]:
        """What it is made of, and what was attached to it."""
        attributes = self.function.__dict__
        parts = [getattr(self.function, slot) for slot in self.SLOTS]
        return [*parts, attributes, *dict.__iter__(attributes), *dict.values(attributes)]

    def write(self) -> None:
        """Put back each part that is another."""
        for slot, value in zip(self.SLOTS, self.saved, strict=False):
            if getattr(self.function, slot) is not value:
                setattr(self.function, slot, value)
        if self.function.__dict__ is not self._attributes:
            self.function.__dict__ = self._attributes
        refill(self._attributes, self.copy)

    def accept(self) -> None:
        """Save what it is made of."""
        super().accept()
        self._attributes = self.function.__dict__
        self.copy = dict.copy(self._attributes)


_mro = type.__dict__["__mro__"].__get__
_bases = type.__dict__["__bases__"]
_namespace = type.__dict__["__dict__"].__get__
_qualified = type.__dict__["__qualname__"].__get__
_class_of = object.__dict__["__class__"]


def mro(cls: type) -> tuple[type, ...]:
    """The classes it inherits from, itself first, whatever its metaclass says."""
    found: tuple[type, ...] = _mro(cls)
    return found


def attributes_of(cls: type) -> dict[str, Any]:
    """The very dict behind a class; for reading only, since the interpreter caches what is in it."""
    found: dict[str, Any] = get_referents(_namespace(cls))[0]
    return found


def module_of(value: object) -> str:
    """The name of the module that a function, a class, or the class of anything else says it comes from."""
    name: object
    if type(value) is FunctionType:
        name = value.__module__
    else:
        name = attributes_of(value if issubclass(type(value), type) else type(value)).get("__module__")  # type: ignore[arg-type]
    return name if type(name) is str else ""


def qualified(cls: type) -> str:
    """The name of a class in its module."""
    return str(_qualified(cls))


class ClassKept(Kept):
    """The attributes of a class, and its bases."""

    rank = CLASSES

    def __init__(self, trail: Trail, cls: type) -> None:
        self.cls = cls
        self.attributes = attributes_of(cls)
        self.watched = (cls, self.attributes)
        self.keyed = (self.attributes,)
        super().__init__(trail)

    def narrow(self, named: Set[str]) -> None:
        """Nor the bases of a class."""
        if "__bases__" not in named:
            self.watched = (self.attributes,)

    def differs(self) -> bool:
        """Whether an attribute was bound, rebound or deleted; their order does not matter."""
        return _bases.__get__(self.cls) is not self.bases or bool(self._others())

    def write(self) -> None:
        """Put back what is another."""
        if _bases.__get__(self.cls) is not self.bases:
            _bases.__set__(self.cls, self.bases)
        for name, then in self._others():
            if then is MISSING:
                type.__delattr__(self.cls, name)
            else:
                type.__setattr__(self.cls, name, then)

    def accept(self) -> None:
        """Save the attributes."""
        self.bases = _bases.__get__(self.cls)
        self.copy = dict.copy(self.attributes)

    def _others(self) -> list[tuple[str, Any]]:
        """The attributes that are others, and what they were."""
        now, then = self.attributes, self.copy
        rebound = [name for name, value in now.items() if then.get(name, MISSING) is not value]
        others = [(name, then.get(name, MISSING)) for name in rebound if not self._expected(name)]
        return others + [(name, value) for name, value in then.items() if name not in now]

    def _expected(self, name: str) -> bool:
        """Whether it is as good as the same, or what the standard library puts there to copy, or asked for annotations."""
        value, then = self.attributes[name], self.copy.get(name, MISSING)
        if then is not MISSING:
            return alike(value, then)
        return name == "__slotnames__" or (name == "__annotations__" and type(value) is dict and not value)


class ForeignClassKept(ClassKept):
    """The attributes of a class that the target only uses."""

    def __init__(self, trail: Trail, cls: type) -> None:
        super().__init__(trail, cls)
        self.narrow(frozenset())
        self.keyed = ()


class Layout:
    """Where instances of a class keep what they hold."""

    def __init__(self, cls: type) -> None:
        contents = [attributes_of(each) for each in mro(cls)]
        self.namespace: Any = next(filter(_is_slot, (each.get("__dict__") for each in contents)), None)
        self.members: list[Any] = [
            value
            for each in contents
            if "__slots__" in each
            for value in each.values()
            if type(value) is MemberDescriptorType
        ]

    def attributes(self, instance: object) -> dict[str, Any] | None:
        """The dict of an instance, if it has one."""
        found = None if self.namespace is None else self.namespace.__get__(instance)
        return found if type(found) is dict else None


def _is_slot(value: object) -> bool:
    return type(value) is GetSetDescriptorType or type(value) is MemberDescriptorType


class InstanceKept(Kept):
    """The class, the attributes and the slots of an object."""

    rank = OBJECTS

    def __init__(self, trail: Trail, instance: object, layout: Layout) -> None:
        self.instance = instance
        self._layout = layout
        self._class = type(instance)
        self.attributes = layout.attributes(instance)
        self.keyed = () if self.attributes is None else (self.attributes,)
        # an exception refers to where it was last raised
        raised = issubclass(self._class, BaseException)
        self.watched = self.keyed if raised and not layout.members else (instance, *self.keyed)
        super().__init__(trail)

    def read(self) -> list[Any]:
        """Its dict, the names and values in it, and what lies in its slots."""
        if type(self.instance) is not self._class:
            return []
        attributes = self._layout.attributes(self.instance)
        slots = [_slot(member, self.instance) for member in self._layout.members]
        if attributes is None:
            return [None, *slots]
        return [attributes, *slots, *dict.__iter__(attributes), *dict.values(attributes)]

    def write(self) -> None:
        """Put back what is another."""
        if type(self.instance) is not self._class:
            _class_of.__set__(self.instance, self._class)
        for member, value in zip(self._layout.members, self.saved[1:], strict=False):
            now = _slot(member, self.instance)
            if value is MISSING and now is not MISSING:
                member.__delete__(self.instance)
            elif now is not value:
                member.__set__(self.instance, value)
        if self.attributes is not None:
            if self._layout.attributes(self.instance) is not self.attributes:
                self._layout.namespace.__set__(self.instance, self.attributes)
            refill(self.attributes, self.copy)

    def accept(self) -> None:
        """Save what it holds."""
        self._class = type(self.instance)
        super().accept()
        self.attributes = self.saved[0] if self.saved else None
        self.copy = dict.copy(self.attributes or {})


def _slot(member: Any, instance: object) -> Any:
    try:
        return member.__get__(instance)
    except AttributeError:
        return MISSING


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

    def write(self) -> None:
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


_cache_info = _lru_cache_wrapper.cache_info


class CacheKept(Kept):
    """The cache of a function: empty."""

    asked = True

    def __init__(self, trail: Trail, function: _lru_cache_wrapper[Any]) -> None:
        self._function = function
        self.write()
        super().__init__(trail)

    def differs(self) -> bool:
        """Whether it was asked, though in vain."""
        return _cache_info(self._function) != self._info

    def write(self) -> None:
        """Empty it."""
        _lru_cache_wrapper.cache_clear(self._function)

    def accept(self) -> None:
        """Save how often it was asked, and how much it holds."""
        self._info = _cache_info(self._function)


_state = _random.Random.getstate


class RandomKept(Kept):
    """The state of a random generator, without what its Python half keeps in attributes."""

    asked = True

    def __init__(self, trail: Trail, generator: _random.Random) -> None:
        self._generator = generator
        super().__init__(trail)

    def differs(self) -> bool:
        """Whether it would give other numbers: where it stands, and a few of those that follow each other."""
        state = _state(self._generator)
        return state[-1] != self._state[-1] or state[1:9] != self._state[1:9]

    def write(self) -> None:
        """Have it give the same numbers again."""
        _random.Random.setstate(self._generator, self._state)

    def accept(self) -> None:
        """Save its state."""
        self._state = _state(self._generator)


class VariableKept(Kept):
    """The value of a context variable where no context was entered."""

    asked = True

    def __init__(self, trail: Trail, variable: ContextVar[Any]) -> None:
        self._variable = variable
        super().__init__(trail)

    def read(self) -> list[Any]:
        """Its value, or the default."""
        return [self._variable.get(self._default())]

    def write(self) -> None:
        """Set it: without a default, a variable once set cannot be unset."""
        if self.saved[0] is not MISSING:
            self._variable.set(self.saved[0])

    def _default(self) -> Any:
        try:
            return Context().run(self._variable.get)
        except LookupError:
            return MISSING
