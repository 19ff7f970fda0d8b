"""What a class claims by the methods it defines, and not by what its `__getattr__` makes up."""

from __future__ import annotations

from collections.abc import Iterator

from caddis.judge.tracebacks import Owned
from caddis.model.classes import home, is_of_object, mro

MIXINS = "collections.abc"
"""Where methods come from that rest on those of the class itself."""


def definer(cls: type, name: str) -> type | None:
    """The class, the nearest first, that defines a method: not one that a library has only wrapped."""
    for base in mro(cls):
        if name in base.__dict__ and not is_of_object(name, base.__dict__[name]):
            return base
    return None


def has(cls: type, name: str) -> bool:
    """Whether instances have a method that is not the one of `object`; `hasattr` would ask the metaclass too."""
    found = definer(cls, name)
    return found is not None and found is not object and found.__dict__[name] is not None


def is_iterator(cls: type) -> bool:
    """Whether its instances are used up by iterating."""
    return has(cls, "__next__")


class Claims:
    """Tells whose the methods of a class are."""

    def __init__(self, owned: Owned) -> None:
        self._owned = owned

    def is_ours(self, cls: type) -> bool:
        """Whether a class belongs to the target."""
        return self._owned(home(cls)[0])

    def own(self, cls: type, *names: str) -> bool:
        """Whether the target defines one of the methods: a law about those of a builtin class is Python's affair.

        What the mixins of `collections.abc` add rests on methods of the class, and is its own, too.
        """
        return any(self._is_own(cls, name) for name in names)

    def wrote(self, cls: type, name: str) -> bool:
        """Whether the target itself defines a method."""
        found = definer(cls, name)
        return found is not None and found.__dict__[name] is not None and self.is_ours(found)

    def _is_own(self, cls: type, name: str) -> bool:
        found = definer(cls, name)
        mixed_in = found is not None and found.__module__ == MIXINS and found.__dict__[name] is not None
        return self.wrote(cls, name) or (mixed_in and self.is_ours(cls))

    def methods(self, cls: type) -> Iterator[tuple[str, object]]:
        """The public members that the target defines, as they are stored, the nearest definition of each."""
        seen: set[str] = set()
        for base in mro(cls):
            for name, stored in list(base.__dict__.items()):
                if name not in seen:
                    seen.add(name)
                    if not name.startswith("_") and self.is_ours(base):
                        yield name, stored
