"""Operations outside the target that help to build arguments for it."""

from __future__ import annotations

import datetime
import functools
import importlib
import os
import pathlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

from caddis.discover import signatures
from caddis.discover.foreign import attempt, dynamic, namespace, text_of
from caddis.discover.members import Known, Members
from caddis.discover.met import ATOMS, LEFT_ALONE
from caddis.discover.types import Reader, mentioned
from caddis.model.api import Signature
from caddis.model.classes import mro
from caddis.model.operation import HAS_RECEIVER, Kind, Operation
from caddis.model.types import Instance

_NO_HELP_NEEDED = ATOMS | {list, dict, set, bytearray}
_ABSTRACT = ("collections.abc", "typing", "typing_extensions", "numbers", "abc", "contextlib")
_STAND_INS: dict[type, tuple[type, ...]] = {
    datetime.tzinfo: (datetime.timezone,),
    os.PathLike: (pathlib.PurePosixPath,),
    pathlib.PurePath: (pathlib.PurePosixPath,),
    re.Match: (re.Pattern,),
}
"""Classes that are not made themselves, and those that serve in their place."""

_FACTORIES: dict[type, tuple[Any, ...]] = {re.Pattern: (re.compile,)}
_HARMLESS: dict[type, type] = {pathlib.Path: pathlib.PurePath}
"""Classes that reach into the file system, and the bases that do not: of the former only what the latter have too.

To make an argument nobody needs to rename, delete or link files, nor to know where the home of the user is.
"""
_ROUNDS = 3
"""How far to follow what helpers themselves need."""


def helpers_for(
    targets: dict[Operation, Signature], ours: Iterable[type], reader: Reader
) -> dict[Operation, Signature]:
    """The operations of the classes that signatures speak of and that are not ours, the target's or its package's."""
    found: dict[Operation, Signature] = {}
    constructed = (known.returns for each, known in targets.items() if each.kind is Kind.CONSTRUCTOR)
    done = {*ours, *_NO_HELP_NEEDED}.union(*map(mentioned, constructed))
    latest: Iterable[Signature] = targets.values()
    for _ in range(_ROUNDS):
        spoken = {cls for signature in latest for known in signature.parameters for cls in mentioned(known)}
        spoken |= {stand_in for cls in spoken for stand_in in _STAND_INS.get(cls, ())}
        wanted = sorted(spoken - done, key=lambda cls: (text_of(cls, "__module__"), text_of(cls, "__qualname__")))
        done.update(wanted)
        added = dict(known for cls in wanted for known in _help(cls, reader))
        latest = [signature for operation, signature in added.items() if operation.kind not in HAS_RECEIVER]
        found |= added
    return found


def copies_of(targets: dict[Operation, Signature]) -> dict[Operation, Signature]:
    """The ways to copy what the constructors of a target make."""
    made = ((each, known.returns) for each, known in targets.items() if each.kind is Kind.CONSTRUCTOR)
    return dict(
        copied
        for each, known in made
        if isinstance(known, Instance)
        for copied in Members(known.cls, each.module, each.owner, Reader()).copies()
    )


def _help(cls: type, reader: Reader) -> Iterator[Known]:
    """The ways to make an instance of a class, then what can be done with it."""
    module = text_of(cls, "__module__")
    if module in _ABSTRACT or module.partition(".")[0] in LEFT_ALONE or issubclass(cls, BaseException):
        return
    importable = importable_from(cls)
    if importable is None:
        return
    members = Members(cls, importable, text_of(cls, "__qualname__"), reader, ours=lambda kind: kind is cls)
    yield from members.constructor()
    yield from members.constants()
    for factory in _FACTORIES.get(cls, ()):
        shape = signatures.of_function(factory, reader, factory.__name__)
        operation = Operation(Kind.FUNCTION, factory.__module__, "", factory.__name__, shape.parameters)
        yield operation, Signature(shape.types, Instance(cls))
    allowed = _harmless(cls)
    yield from (known for known in members.all() if allowed is None or known[0].name in allowed)


def _harmless(cls: type) -> frozenset[str] | None:
    """The members of a class that leave the file system alone; None where all do."""
    for reaching, base in _HARMLESS.items():
        if issubclass(cls, reaching):
            return frozenset(name for definer in mro(base) for name in namespace(definer))
    return None


def importable_from(cls: type) -> str | None:
    """The shortest public module a class can be imported from."""
    parts = text_of(cls, "__module__").split(".")
    path = text_of(cls, "__qualname__").split(".")
    if any(part.startswith("_") or not part.isidentifier() for part in path):
        return None
    names = [".".join(parts[: end + 1]) for end in range(len(parts))]
    for name in [*names, parts[0].lstrip("_")]:
        if any(part.startswith("_") for part in name.split(".")):
            continue
        thing: Any = attempt(functools.partial(importlib.import_module, name), None)
        for part in path:
            thing = dynamic(thing, part)
        if thing is cls:
            return name
    return None
