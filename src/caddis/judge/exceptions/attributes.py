"""Which attributes objects have, which their classes set, and which of them a name is nearly that of."""

from __future__ import annotations

import builtins
import difflib
import dis
from functools import lru_cache
from types import CodeType


def misspelt_for(name: str, thing: object) -> str | None:
    """The attribute of a thing that a name is nearly that of, unless something built in is known by that name."""
    if name in _OF_BUILTINS or name.startswith("_"):
        # an object of another kind was expected
        return None
    known = attributes_of(thing)
    # what it has a place for is only not there yet
    return None if name in known else next(iter(difflib.get_close_matches(name, known, n=1, cutoff=0.8)), None)


_OF_BUILTINS = frozenset(
    name for thing in vars(builtins).values() if isinstance(thing, type) for name in dir(thing) if name[:1] != "_"
)


def attributes_of(thing: object) -> list[str]:
    """The names of what a thing or its class holds; nothing of theirs is run but what gives their `__dict__`."""
    held = {name for base in type(thing).__mro__ for name in vars(base)}
    held.update(getattr(thing, "__dict__", {}))
    return sorted(name for name in held if isinstance(name, str))


@lru_cache(maxsize=1_000)
def stored_by(cls: type) -> frozenset[str]:
    """The attributes that the methods of a class, or of one that it inherits from, set.

    Not what a class method sets: it makes instances in a way that others are not made.
    """
    members = [getattr(member, "fget", member) for base in cls.__mro__ for member in vars(base).values()]
    codes = [getattr(member, "__code__", None) for member in members]
    return frozenset(
        instruction.argval
        for code in codes
        if isinstance(code, CodeType)
        for instruction in dis.get_instructions(code)
        if instruction.opname == "STORE_ATTR"
    )
