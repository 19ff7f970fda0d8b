"""Places in functions, classes, and objects of all other kinds."""

from __future__ import annotations

import _random
from collections.abc import Set
from contextvars import Context, ContextVar
from functools import _lru_cache_wrapper
from gc import get_referents
from types import CellType, FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any

from caddis.execute.places import CLASSES, MISSING, OBJECTS, Kept, Trail, alike, has_lost, refill, same
from caddis.model.classes import mro

_bases = type.__dict__["__bases__"]
_namespace = type.__dict__["__dict__"].__get__
_qualified = type.__dict__["__qualname__"].__get__
_class_of = object.__dict__["__class__"]


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

    def has_lost(self) -> bool:
        """Whether it had another value."""
        return self.saved not in ([], [None]) and not same(self.read(), self.saved)

    def restore(self) -> None:
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

    def is_rewritten(self) -> bool:
        """Whether its code is another."""
        return self.function.__code__ is not self.saved[0]

    def restore(self) -> None:
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

    def has_lost(self) -> bool:
        """Whether an attribute is gone, or another."""
        return has_lost(dict(self.attributes), self.copy)

    def restore(self) -> None:
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
        """Whether it is as good as the same, or a cache that the standard library keeps there."""
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

    def has_lost(self) -> bool:
        """Whether an attribute is gone, or another."""
        now, slots = self.read(), len(self._layout.members)
        if not now or now[0] is not self.attributes:
            return True
        before, after = enumerate(self.saved[1 : slots + 1]), enumerate(now[1 : slots + 1])
        held = {number: value for number, value in before if value is not MISSING}
        return has_lost(dict(after), held) or has_lost(self.attributes or {}, self.copy)

    def restore(self) -> None:
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


_cache_info = _lru_cache_wrapper.cache_info


class CacheKept(Kept):
    """The cache of a function: empty."""

    asked = True

    def __init__(self, trail: Trail, function: _lru_cache_wrapper[Any]) -> None:
        self._function = function
        self.restore()
        super().__init__(trail)

    def differs(self) -> bool:
        """Whether it was asked, though in vain."""
        return _cache_info(self._function) != self._info

    def restore(self) -> None:
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

    def restore(self) -> None:
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

    def restore(self) -> None:
        """Set it: without a default, a variable once set cannot be unset."""
        if self.saved[0] is not MISSING:
            self._variable.set(self.saved[0])

    def _default(self) -> Any:
        try:
            return Context().run(self._variable.get)
        except LookupError:
            return MISSING
