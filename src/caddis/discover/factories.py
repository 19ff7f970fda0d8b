"""Factories a user names: functions that make what nothing else can."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from caddis.discover import signatures
from caddis.discover.foreign import MISSING, dynamic
from caddis.discover.knowledge import Knowledge
from caddis.errors import BadFactory
from caddis.model.api import Signature
from caddis.model.operation import Kind, Operation


def made_by(names: Iterable[str]) -> dict[Operation, Signature]:
    """The calls of the factories with these names, each `module:function`."""
    found: dict[Operation, Signature] = {}
    reader = Knowledge()
    for name in dict.fromkeys(names):
        module, _, path = name.partition(":")
        try:
            thing = importlib.import_module(module)
        except Exception as error:  # noqa: BLE001 - whatever importing it raises, the user is told
            raise BadFactory(name, f"{type(error).__name__}: {error}") from None
        function = dynamic(thing, path) if path else MISSING
        if not callable(function):
            raise BadFactory(name, "there is no such function; write module:function")
        parameters, signature = signatures.of_function(function, reader, path).alone()
        found[Operation(Kind.FUNCTION, module, "", path, parameters)] = signature
    return found
