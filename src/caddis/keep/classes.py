"""Classes that are made anew by every call: a named tuple a function returns, a class defined inside one.

Each run of a sequence makes another such class, so they are told apart by name, not by identity.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable

from caddis.model.classes import home
from caddis.model.component import Shape
from caddis.model.definition import is_synthesised, real_class
from caddis.model.types import Compared


class Classes:
    """For each class, the one that stands for all of its name."""

    def __init__(self, renewed: Callable[[str], bool] | None = None) -> None:
        """`renewed` tells of a module, by name, whether it is imported anew again and again."""
        self._renewed = renewed
        self._lasting: set[type] = set()
        self._plain: dict[type, Shape] = {}
        """The shapes of values of classes that tell all of it."""
        self._first: dict[tuple[str, str], type] = {}
        if renewed is not None:
            self._meet_all(renewed)

    def _meet_all(self, renewed: Callable[[str], bool]) -> None:
        """Have the classes there are now stand for those to come."""
        for name, module in list(sys.modules.items()):
            if renewed(name):
                for cls in [value for value in vars(module).values() if isinstance(value, type)]:
                    self.representative(cls)

    def named(self, module: str, path: str) -> type | None:
        """The class that stands for a name, if one was met or can be found."""
        known = self._first.get((module, path)) or _UNNAMED.get((module, path))
        if known is None:
            found = _found(module, path)
            known = found if isinstance(found, type) else None
        return known

    def shape_of(self, value: object) -> Shape:
        """The shape of a value."""
        known = self._plain.get(type(value))
        if known is not None:
            return known
        cls = self.representative(type(value))
        if cls in _CONTAINERS and value:
            if cls is dict:
                key, item = next(iter(value.items()))  # type: ignore[attr-defined]
                return (cls, self.representative(type(key)), self.representative(type(item)))
            if cls in _UNORDERED:
                # which comes first may hang on addresses
                return (cls, self.representative(min(set(map(type, value)), key=home)))  # type: ignore[call-overload]
            return (cls, self.representative(type(next(iter(value)))))  # type: ignore[call-overload]
        if (cls in self._lasting or cls in _ALWAYS_THERE) and cls not in _CONTAINERS:
            return self._plain.setdefault(cls, (cls,))
        return (cls,)

    def known(self, compared: Iterable[Compared]) -> list[Compared]:
        """What was compared, each class by the one that stands for its name."""
        return [self.representative(each) if isinstance(each, type) else each for each in compared]

    def representative(self, cls: type) -> type:
        """The class itself if it can be found by its name, else the first one met under that name.

        One that a test defines is its base, to whoever asks for an instance of that.
        """
        if cls in self._lasting or cls in _ALWAYS_THERE:
            return cls
        if is_synthesised(cls):
            return self.representative(real_class(cls))
        name = home(cls)
        if _found(*name) is cls and not (self._renewed is not None and self._renewed(name[0])):
            self._lasting.add(cls)
            return cls
        return self._first.setdefault(name, cls)


_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
_UNNAMED = {
    (cls.__module__, cls.__qualname__): cls for cls in (*vars(types).values(), *_VIEWS) if isinstance(cls, type)
}
"""Classes that cannot be found by the name they bear."""
_UNORDERED = frozenset({set, frozenset})
_CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
_ALWAYS_THERE = frozenset({int, str, float, bool, bytes, complex, type(None), list, tuple, dict, set, frozenset})


def _found(module: str, path: str) -> object:
    """What a module holds under a path, looked up without running code of the target."""
    found: object = sys.modules.get(module)
    for name in path.split("."):
        try:
            found = vars(found).get(name)
        except TypeError:
            return None
    return found
