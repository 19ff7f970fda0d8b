"""What can be reached from the modules of a target: every object there whose change would be a change of state."""

from __future__ import annotations

import _random
import functools
import logging
import sys
from collections import ChainMap, OrderedDict, UserDict, UserList, deque
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dis import EXTENDED_ARG, opmap
from functools import _lru_cache_wrapper, cached_property, partial, partialmethod, singledispatchmethod
from gc import get_referents
from threading import local
from types import (
    BuiltinMethodType,
    CellType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

from caddis.execute.containers import (
    BytesKept,
    DequeKept,
    DictKept,
    LargeKept,
    ListKept,
    LocalKept,
    OrderedDictKept,
    SetKept,
    WeakKept,
)
from caddis.execute.namespaces import NamespaceKept, is_state, names_of
from caddis.execute.objects import (
    CacheKept,
    CellKept,
    ClassKept,
    FunctionKept,
    InstanceKept,
    Layout,
    RandomKept,
    VariableKept,
    module_of,
    qualified,
)
from caddis.execute.places import ATOMS, SPECIAL, Kept, Trail
from caddis.model.classes import mro

MOST = 20_000
"""Objects that are looked at; what is only reached after them is not put back."""
STORE_ATTR = opmap["STORE_ATTR"]
LARGE = 5_000
"""Items past which a container is compared by its size alone."""
ROOM = 200_000
"""Items of all containers together past which they all are."""


class Reach:
    """The places of a target, found from its modules on, near ones first."""

    def __init__(self, owned: Callable[[str], bool]) -> None:
        self.places: list[Kept] = []
        self.truncated = False
        self._owned = owned
        self._seen: dict[int, object] = {}
        self._todo: deque[tuple[Any, Trail]] = deque()
        self._layouts: dict[int, Layout] = {}
        self._named: set[str] = set()
        self._room = ROOM
        self._handlers: dict[int, Handler | None] = {}
        self._start()
        self._walk()
        for place in self.places:
            place.narrow(self._named)
        # what lay only on the way need not live on
        self._seen.clear()

    def _start(self) -> None:
        """Begin with the names of all modules of the target."""
        modules = list(sys.modules.items())
        self._is_new(sys.modules)
        for _, module in modules:
            if issubclass(type(module), ModuleType):
                self._is_new(names_of(module))
        for name, module in modules:
            if type(name) is not str or not self._owned(name):
                continue
            if not issubclass(type(module), ModuleType):
                self._meet(module, Trail(name))
            elif self._is_new(module):
                self._namespace(names_of(module), Trail(name))

    def _namespace(self, names: dict[str, Any], trail: Trail) -> None:
        self.places.append(NamespaceKept(trail, names))
        for name, value in names.items():
            if is_state(name) and name != "__builtins__":
                self._meet(value, trail.attribute(name))

    def _walk(self) -> None:
        first = len(self._seen)
        while self._todo:
            value, trail = self._todo.popleft()
            if self._is_new(value):
                if len(self._seen) - first > MOST:
                    self.truncated = True
                    return
                self._visit(value, trail)

    def _is_new(self, value: object) -> bool:
        """Whether a value is seen for the first time; it is held, so that no other comes to its address."""
        if id(value) in self._seen:
            return False
        self._seen[id(value)] = value
        return True

    def _meet(self, value: object, trail: Trail) -> None:
        """Visit a value later, if it can change or lead to what can."""
        if id(type(value)) not in ATOMS and id(value) not in self._seen:
            self._todo.append((value, trail))

    def _meet_all(self, values: Iterable[object], trail: Trail) -> None:
        for value in values:
            self._meet(value, trail)

    def _visit(self, value: Any, trail: Trail) -> None:
        cls = type(value)
        if id(cls) not in self._handlers:
            self._handlers[id(cls)] = next((HANDLERS[id(each)] for each in mro(cls) if id(each) in HANDLERS), None)
        handler = self._handlers[id(cls)]
        if handler is not None:
            handler(self, value, trail)
        if handler not in COMPLETE and (handler is Reach._holder or self._owned(module_of(value))):
            self._instance(value, trail)

    def _instance(self, value: object, trail: Trail) -> None:
        """What an object holds beside what its builtin base does."""
        cls = type(value)
        layout = self._layouts.get(id(cls))
        if layout is None:
            layout = self._layouts[id(cls)] = Layout(cls)
            self._meet(cls, trail)
        if layout.namespace is None and not layout.members:
            return
        kept = InstanceKept(trail, value, layout)
        self.places.append(kept)
        if kept.attributes is not None:
            self._is_new(kept.attributes)
            self._attributes(kept.attributes, trail)
        for member, inner in zip(layout.members, kept.saved[1:], strict=False):
            self._meet(inner, trail.attribute(member.__name__))

    def _attributes(self, names: dict[str, Any], trail: Trail) -> None:
        for name, value in dict.items(names):
            self._meet(value, trail.attribute(name))

    def _holder(self, value: object, trail: Trail) -> None:
        """An object of the standard library whose attributes are all there is to it."""

    def _opaque(self, value: object, trail: Trail) -> None:
        """Nothing to see here: somebody else looks after it."""

    def _through(self, value: object, trail: Trail) -> None:
        """What does not change itself may hold what does."""
        self._meet_all(get_referents(value), trail)

    def _proxy(self, value: object, trail: Trail) -> None:
        """A dict that may only be read here; that of a class is looked after with the class."""
        for names in get_referents(value):
            if type(names) is dict and not ("__module__" in names and "__doc__" in names):
                self._meet(names, trail)

    def _contained(self, kept: Kept, size: Callable[[Any], int], items: Any) -> None:
        self._room -= size(items)
        if size(items) > LARGE or self._room < 0:
            self.truncated = True
            kept = LargeKept(kept, items, size)
        self.places.append(kept)

    def _list(self, value: list[Any], trail: Trail) -> None:
        self._contained(ListKept(trail, value), list.__len__, value)
        self._items(enumerate(list.__iter__(value)), trail)

    def _tuple(self, value: tuple[Any, ...], trail: Trail) -> None:
        self._items(enumerate(tuple.__iter__(value)), trail)

    def _deque(self, value: deque[Any], trail: Trail) -> None:
        self._contained(DequeKept(trail, value), deque.__len__, value)
        self._items(enumerate(deque.__iter__(value)), trail)

    def _set(self, value: set[Any], trail: Trail) -> None:
        self._contained(SetKept(trail, value), set.__len__, value)
        self._meet_all(set.__iter__(value), trail)

    def _bytes(self, value: bytearray, trail: Trail) -> None:
        self.places.append(BytesKept(trail, value))

    def _dict(self, value: dict[Any, Any], trail: Trail) -> None:
        self._contained(DictKept(trail, value), dict.__len__, value)
        self._meet_all(dict.__iter__(value), trail)
        self._items(dict.items(value), trail)

    def _ordered(self, value: OrderedDict[Any, Any], trail: Trail) -> None:
        self._contained(OrderedDictKept(trail, value), dict.__len__, value)
        self._meet_all(dict.__iter__(value), trail)
        self._items(dict.items(value), trail)

    def _items(self, items: Iterable[tuple[Any, Any]], trail: Trail) -> None:
        for key, value in items:
            if id(type(value)) not in ATOMS:
                self._meet(value, trail.item(key))

    def _cell(self, value: CellType, trail: Trail) -> None:
        kept = CellKept(trail, value)
        self.places.append(kept)
        self._meet_all(kept.saved, trail)

    def _function(self, value: FunctionType, trail: Trail) -> None:
        if self._owned(module_of(value)):
            trail = Trail(module_of(value)).attribute(value.__qualname__)
            self.places.append(FunctionKept(trail, value))
            self._named |= _special_names(value.__code__)
            self._meet_all(value.__defaults__ or (), trail.attribute("__defaults__"))
            self._meet(value.__kwdefaults__, trail.attribute("__kwdefaults__"))
        if _dispatches(value):
            self._dispatcher(value, trail)
        self._attributes(value.__dict__, trail)
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
            self._meet(cell, trail.attribute(name))

    def _dispatcher(self, value: FunctionType, trail: Trail) -> None:
        """The implementations a generic function knows; which it last found for a class is a cache."""
        dispatch = value.__dict__["dispatch"]
        shared = dict(zip(dispatch.__code__.co_freevars, dispatch.__closure__, strict=True))
        registry = shared["registry"].cell_contents
        for each in (shared["cache_token"], shared["dispatch_cache"], shared["dispatch_cache"].cell_contents):
            self._is_new(each)
        if self._is_new(registry):
            self.places.append(DictKept(trail.attribute("registry"), registry, after=value.__dict__["_clear_cache"]))
            self._items(registry.items(), trail.attribute("registry"))

    def _class(self, value: type, trail: Trail) -> None:
        if self._owned(module_of(value)):
            trail = Trail(module_of(value)).attribute(qualified(value))
            kept = ClassKept(trail, value)
            self.places.append(kept)
            self._is_new(kept.attributes)
            self._attributes(kept.attributes, trail)
            self._meet_all(mro(value), trail)
            self._meet(type(value), trail)

    def _cached(self, value: _lru_cache_wrapper[Any], trail: Trail) -> None:
        names = value.__dict__
        if self._owned(str(names.get("__module__"))):
            self.places.append(CacheKept(trail, value))
            self._meet(names, trail)

    def _weak(self, value: Any, trail: Trail) -> None:
        attributes = Layout(type(value)).attributes(value) or {}
        data = attributes.get("data")
        if type(data) not in (dict, set):
            return
        for each in attributes.values():
            self._is_new(each)
        kept = WeakKept(trail, value, data)
        self.places.append(kept)
        self._meet_all((other for _, other in kept.saved), trail)

    def _generator(self, value: _random.Random, trail: Trail) -> None:
        self.places.append(RandomKept(trail, value))
        self._instance(value, trail)

    def _variable(self, value: ContextVar[Any], trail: Trail) -> None:
        self.places.append(VariableKept(trail, value))

    def _local(self, value: local, trail: Trail) -> None:
        names: dict[str, Any] = local.__getattribute__(value, "__dict__")
        if self._is_new(names):
            self.places.append(LocalKept(trail, names))
            self._attributes(names, trail)


def _dispatches(function: FunctionType) -> bool:
    """Whether this is what `functools.singledispatch` makes of a function."""
    code = function.__code__
    return code.co_filename == functools.__file__ and code.co_qualname == "singledispatch.<locals>.wrapper"


def _special_names(code: CodeType) -> set[str]:
    """The special names to which a function assigns, or those inside it do, or which it uses as texts."""
    found = set(_assigned(code)) if not SPECIAL.isdisjoint(code.co_names) else set()
    for constant in code.co_consts:
        if type(constant) is CodeType:
            found |= _special_names(constant)
        elif type(constant) is str or type(constant) is tuple:
            found |= SPECIAL.intersection((constant,) if type(constant) is str else constant)
    return found


def _assigned(code: CodeType) -> Iterator[str]:
    """The special names to which a function assigns."""
    instructions, high = code.co_code, 0
    for position in range(0, len(instructions), 2):
        operation, argument = instructions[position], instructions[position + 1] | high
        high = argument << 8 if operation == EXTENDED_ARG else 0
        if operation == STORE_ATTR and code.co_names[argument] in SPECIAL:
            yield code.co_names[argument]


Handler: TypeAlias = Callable[[Reach, Any, Trail], None]

HANDLERS: dict[int, Handler] = {
    id(cls): handler
    for handler, classes in (
        (Reach._list, (list,)),
        (Reach._deque, (deque,)),
        (Reach._set, (set,)),
        (Reach._bytes, (bytearray,)),
        (Reach._dict, (dict,)),
        (Reach._ordered, (OrderedDict,)),
        (Reach._cell, (CellType,)),
        (Reach._function, (FunctionType,)),
        (Reach._class, (type,)),
        (Reach._cached, (_lru_cache_wrapper,)),
        (Reach._weak, (WeakKeyDictionary, WeakValueDictionary, WeakSet)),
        (Reach._generator, (_random.Random,)),
        (Reach._variable, (ContextVar,)),
        (Reach._local, (local,)),
        (Reach._proxy, (MappingProxyType,)),
        (Reach._holder, (SimpleNamespace, UserDict, UserList, ChainMap, partialmethod, cached_property)),
        (Reach._holder, (singledispatchmethod,)),
        (Reach._opaque, (ModuleType, logging.Filterer)),
        (Reach._tuple, (tuple,)),
        (Reach._through, (frozenset, property, staticmethod, classmethod, MethodType, partial)),
        (Reach._through, (BuiltinMethodType,)),
    )
    for cls in classes
}
"""How to visit the instances of a class, by its address."""
COMPLETE: tuple[Handler | None, ...] = (
    Reach._cell, Reach._function, Reach._class, Reach._cached, Reach._variable, Reach._proxy, Reach._generator,
    Reach._opaque,
)  # fmt: skip
"""Those after which there is nothing more to an object."""
