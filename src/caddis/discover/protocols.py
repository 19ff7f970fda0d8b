"""Protocols, and the known classes that follow them."""

from __future__ import annotations

import dis
import io
import pathlib
import types
import typing
from collections.abc import Sequence
from functools import cache

from caddis.discover.foreign import MISSING, annotated, attempt, dynamic, namespace, text_of
from caddis.model.classes import mro
from caddis.model.types import Instance, Type, one_of

PLAIN = (int, float, str, bytes, bool, list, tuple, dict, set, frozenset, range)
"""The builtin classes a protocol may be met by."""

FURTHER = (io.StringIO, io.BytesIO, pathlib.Path)
"""Classes of the standard library that meet a protocol where nothing nearer does."""

OF_FUNCTIONS = frozenset(dir(types.FunctionType))
"""What every plain function has."""

_ORDER = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})
_ORDERED = (int, float, str)
"""The builtin classes that stand for all that can be ordered; the rest either cannot, or only among themselves."""


def is_protocol(cls: type) -> bool:
    """Whether the class is itself a protocol, not merely a class that follows one."""
    return namespace(cls).get("_is_protocol") is True


def members_asked(protocol: type) -> frozenset[str]:
    """The names a class must have to follow a protocol."""
    known = dynamic(protocol, "__protocol_attrs__")
    if isinstance(known, (set, frozenset)):
        return frozenset(known)
    found: set[str] = set()
    for base in mro(protocol):
        if base is protocol or (is_protocol(base) and text_of(base, "__module__") != "typing"):
            found.update(namespace(base), annotated(base))
    return frozenset(name for name in found if name not in _MACHINERY)


class _Empty(typing.Protocol):
    """Shows what a protocol that asks for nothing holds."""


_MACHINERY = frozenset(
    {*namespace(typing.Protocol), *namespace(_Empty), "_is_runtime_protocol", "__orig_bases__", "__annotations__"}
)


def matching(members: frozenset[str], known: Sequence[type]) -> Type | None:
    """The known classes that have all the members, if any."""
    if not members:
        return None
    found = [cls for cls in dict.fromkeys(known) if _follows(cls, members)]
    if int in found and bool in found:
        # a number is what is meant
        found.remove(bool)
    return one_of(tuple(map(Instance, found))) if found else None


def _follows(cls: type, members: frozenset[str]) -> bool:
    if is_protocol(cls) or (members <= _ORDER and cls in PLAIN and cls not in _ORDERED):
        return False
    return all(_has(cls, member) for member in members)


def _has(cls: type, member: str) -> bool:
    """Whether a class has a member that is not merely every object's, or its instances are given one when made."""
    for base in mro(cls)[:-1]:
        held = namespace(base)
        if member in held or member in annotated(base):
            return held.get(member, MISSING) is not None
    return any(member in _given(base) for base in mro(cls)[:-1])


@cache
def _given(cls: type) -> frozenset[str]:
    """The attributes that the initialiser of a class sets."""
    code = dynamic(namespace(cls).get("__init__"), "__code__")
    return attempt(
        lambda: frozenset(each.argval for each in dis.get_instructions(code) if each.opname == "STORE_ATTR"),
        frozenset(),
    )
