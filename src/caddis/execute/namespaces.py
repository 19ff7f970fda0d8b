"""The names that modules bind: those of the target's own modules, and those of modules it could patch."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator
from itertools import compress, islice
from operator import is_
from types import CodeType, FunctionType, ModuleType
from typing import Any

from caddis.execute.objects import ForeignClassKept, attributes_of, module_of, qualified
from caddis.execute.places import AROUND, ATOMS, MISSING, MODULES, NAMESPACES, Kept, Trail, alike, has_lost, refill
from caddis.model.classes import mro

PROBES = "_caddis_"
"""How the names begin that probes have in a module: what they note is not the target's state."""
WARNED = "__warningregistry__"
"""Where a module keeps which warnings were shown: whoever records warnings has it forgotten first."""

ALWAYS = ("os", "random", "sys", "time", "warnings")
"""Modules that any target could patch, whether it refers to them or not; none of them binds a name in its own time."""
FIXED_TYPE = 1 << 8
"""The flag of a class whose attributes cannot be set."""

_flags = type.__dict__["__flags__"].__get__
_names_of = vars(ModuleType)["__dict__"].__get__


def names_of(module: ModuleType) -> dict[str, Any]:
    """The very dict of a module, whatever its class says."""
    found: dict[str, Any] = _names_of(module)
    return found


def is_state(name: object) -> bool:
    """Whether what a name of a module is bound to belongs to the state of the target."""
    return type(name) is not str or not (name.startswith(PROBES) or name == WARNED)


class NamespaceKept(Kept):
    """The names of one of the target's modules, in their order."""

    asked = True
    rank = NAMESPACES

    def __init__(self, trail: Trail, names: dict[str, Any]) -> None:
        self.names = names
        super().__init__(trail)

    def differs(self) -> bool:
        """Whether a name was bound, rebound or deleted."""
        if self._is_untouched():
            return False
        if self._is_another():
            return True
        self._note()
        return False

    def has_lost(self) -> bool:
        """Whether a name is gone, or bound to something else."""
        return has_lost(self.names, self.copy)

    def restore(self) -> None:
        """Put the names back, and leave the probes as they are."""
        added = self._added()
        if added is None:
            probes = {name: value for name, value in self.names.items() if not is_state(name)}
            refill(self.names, {**self._whole, **probes})
            self._note()
        else:
            for name in filter(is_state, added):
                del self.names[name]
        for name, value in self.copy.items():
            if self.names[name] is not value:
                self.names[name] = value

    def accept(self) -> None:
        """Save the names."""
        self.copy = {name: value for name, value in self.names.items() if is_state(name)}
        self._whole = dict(self.names)
        self._note()

    def _note(self) -> None:
        """Note what an untouched namespace looks like.

        Names that do not count mostly stand together, probes by the hundred: those before them are noted, and those
        after them, backwards. If others stand between, all are, and which of them count.
        """
        counting = bytes(map(is_state, self.names))
        before, after = counting.find(0), len(counting) - 1 - counting.rfind(0)
        if before < 0:
            before, after = len(counting), 0
        self._mask = counting if any(counting[before : len(counting) - after]) else None
        self._size = len(counting)
        self._keys, self._values = [
            (list(compress(row, counting)), []) if self._mask else (row[:before], row[: -after - 1 : -1])
            for row in (list(self.names), list(self.names.values()))
        ]

    def _is_untouched(self) -> bool:
        names, values = self.names, self.names.values()
        if len(names) != self._size:
            return False
        if self._mask is not None:
            return all(map(is_, compress(values, self._mask), self._values[0])) and all(
                map(is_, compress(names, self._mask), self._keys[0])
            )
        return (
            all(map(is_, values, self._values[0]))
            and all(map(is_, reversed(values), self._values[1]))
            and all(map(is_, names, self._keys[0]))
            and all(map(is_, reversed(names), self._keys[1]))
        )

    def _is_another(self) -> bool:
        added = self._added()
        if added is None:
            names = [name for name in self.names if name in self.copy or self._is_news(name)]
            if len(names) != len(self.copy) or not all(map(is_, names, self.copy)):
                return True
        elif any(map(self._is_news, added)):
            return True
        return not all(alike(self.names[name], value) for name, value in self.copy.items())

    def _added(self) -> list[str] | None:
        """The names bound behind those that were there, if all of these are as they were and it is easy to tell."""
        count = len(self.names) - self._size
        if count < 0 or self._mask is not None:
            return None
        backwards = reversed(self.names)
        added = list(islice(backwards, count))
        as_they_were = all(map(is_, self.names, self._keys[0])) and all(map(is_, backwards, self._keys[1]))
        return added if as_they_were else None

    def _is_news(self, name: str) -> bool:
        """Whether a name that was not there counts, and does not appear by itself, as asked-for annotations do."""
        value = self.names[name]
        return is_state(name) and not (name == "__annotations__" and type(value) is dict and not value)


class ForeignKept(Kept):
    """The names of a module that is not the target's: what they are bound to, not what that holds."""

    asked = True
    rank = AROUND

    def __init__(self, trail: Trail, names: dict[str, Any], owned: Callable[[str], bool]) -> None:
        self.names = names
        self._owned = owned
        self._is_steady = trail.key in ALWAYS
        self._others: list[str] = []
        super().__init__(trail)

    @property
    def name(self) -> str:
        """Which names were others when last asked."""
        return ", ".join(str(self.trail.attribute(name)) for name in self._others) or str(self.trail)

    def differs(self) -> bool:
        """Whether the target, and not the module itself, bound a name to something else."""
        if len(self.names) == len(self.saved) and all(map(is_, self.names.values(), self.saved)):
            return False
        patched = self._patched()
        if not patched:
            self.accept()
            return False
        self._others = [name for name, _ in patched]
        return True

    def restore(self) -> None:
        """Put back what was bound, rebound or deleted."""
        for name, then in self._patched():
            if then is MISSING:
                del self.names[name]
            else:
                self.names[name] = then

    def accept(self) -> None:
        """Save what the names are bound to."""
        self.saved = list(self.names.values())
        self.copy = dict(self.names)

    def _patched(self) -> list[tuple[str, Any]]:
        """The names that are bound to something else, and what they were bound to."""
        gone = [(name, then) for name, then in self.copy.items() if name not in self.names]
        bound = ((name, now, self.copy.get(name, MISSING)) for name, now in self.names.items())
        return gone + [(name, then) for name, now, then in bound if not self._expected(name, now, then)]

    def _expected(self, name: str, now: object, then: object) -> bool:
        """Whether a module comes to such a binding by itself: a submodule, what it made when needed, what it counts."""
        if alike(now, then) or not is_state(name):
            return True
        if self._is_steady or self._is_of_target(now):
            return False
        if then is MISSING:
            return issubclass(type(now), ModuleType) or "__getattr__" in self.copy or name == "__annotations__"
        return then is None or (name.startswith("_") and id(type(now)) in ATOMS and id(type(then)) in ATOMS)

    def _is_of_target(self, value: object) -> bool:
        if issubclass(type(value), ModuleType):
            name = names_of(value).get("__name__")  # type: ignore[arg-type]
            return type(name) is str and self._owned(name)
        return self._owned(module_of(value))


_all, _map, _list, _size = all, map, list, dict.__len__


class BuiltinsKept(Kept):
    """The builtin names. While one of them is another's, all code is at its mercy, so this uses none of them."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = vars(builtins)
        super().__init__(Trail("builtins"))

    def differs(self) -> bool:
        """Whether a builtin was bound to something else."""
        values = self._names.values()
        return _size(self._names) != self._count or not _all(_map(is_, values, self.saved))

    def restore(self) -> None:
        """Bind all of them again, and no others."""
        self._names.update(self.copy)
        for name in [name for name in self._names if name not in self.copy]:
            del self._names[name]

    def accept(self) -> None:
        """Save what they are bound to."""
        self.copy = {**self._names}
        self._count = _size(self.copy)
        self.saved = _list(self._names.values())


class LoadedKept(Kept):
    """The modules in `sys.modules`. Others may be added: the target's own have arrived, the rest is nobody's concern.

    Without `inside` the target's modules may come and go.
    """

    rank = MODULES

    def __init__(self, owned: Callable[[str], bool], inside: bool) -> None:
        self._loaded: dict[str, Any] = sys.modules
        self._owned = owned
        self._inside = inside
        super().__init__(Trail("sys.modules"))

    def is_untouched(self) -> bool:
        """Whether the very same modules are loaded."""
        return len(self._loaded) == len(self.saved) and all(map(is_, self._loaded.values(), self.saved))

    def differs(self) -> bool:
        """Whether a module was replaced or removed."""
        if self.is_untouched():
            return False
        if self._moved():
            return True
        if not self.arrived():
            self.accept()
        return False

    def arrived(self) -> list[str]:
        """The target's modules imported since, in the order in which their imports ended."""
        if self.is_untouched() or not self._inside:
            return []
        return [name for name in self._loaded if name not in self.copy and self._is_ours(name)]

    def restore(self) -> None:
        """Have the same modules loaded again, whatever else is."""
        self._loaded.update(self._moved())

    def accept(self) -> None:
        """Save which modules are loaded."""
        self.saved = list(self._loaded.values())
        self.copy = {name: module for name, module in self._loaded.items() if self._inside or not self._is_ours(name)}

    def _moved(self) -> dict[str, Any]:
        return {name: then for name, then in self.copy.items() if self._loaded.get(name, MISSING) is not then}

    def _is_ours(self, name: object) -> bool:
        return type(name) is str and self._owned(name)


def patchable(owned: Callable[[str], bool]) -> list[Kept]:
    """The modules and classes of others that the target's modules refer to."""
    modules = {name: sys.modules[name] for name in ALWAYS if name in sys.modules}
    classes: dict[int, type] = {}
    for home, module in list(sys.modules.items()):
        if type(home) is str and owned(home) and issubclass(type(module), ModuleType):
            for value in _referred_to(names_of(module), owned):
                if issubclass(type(value), ModuleType):
                    modules[str(names_of(value).get("__name__"))] = value
                else:
                    classes[id(value)] = value
    names: list[Kept] = [ForeignKept(Trail(name), names_of(module), owned) for name, module in modules.items()]
    return names + [ForeignClassKept(Trail(module_of(cls)).attribute(qualified(cls)), cls) for cls in classes.values()]


def _referred_to(names: dict[str, Any], owned: Callable[[str], bool]) -> Iterator[Any]:
    """The modules and classes of others that are bound in a module, inherited from, or imported by its functions."""
    for value in list(names.values()):
        if issubclass(type(value), ModuleType):
            if not owned(str(names_of(value).get("__name__"))):
                yield value
        elif type(value) is FunctionType:
            yield from _imported(value.__code__, owned)
        elif issubclass(type(value), type):
            if owned(module_of(value)):
                functions = [each for each in attributes_of(value).values() if type(each) is FunctionType]
                for function in functions:
                    yield from _imported(function.__code__, owned)
            yield from (cls for cls in mro(value) if not _flags(cls) & FIXED_TYPE and not owned(module_of(cls)))


def _imported(code: CodeType, owned: Callable[[str], bool]) -> Iterator[ModuleType]:
    """The modules loaded already whose names a function uses, as it does when it imports them."""
    for name in code.co_names:
        module = sys.modules.get(name)
        if module is not None and issubclass(type(module), ModuleType) and not owned(name):
            yield module
