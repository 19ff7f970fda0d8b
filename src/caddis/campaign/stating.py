"""Properties as the jobs of workers know them."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from caddis.errors import BadConfiguration
from caddis.judge.properties import Stated
from caddis.model.api import Api
from caddis.model.operation import Operation

if TYPE_CHECKING:
    from caddis.discover.checked import Property


def stated_by(properties: Iterable[Property]) -> dict[Operation, Stated]:
    """The properties that can be run, by the operation that calls each."""
    return {
        one.operation: Stated(one.check, one.signature)
        for one in properties
        if one.operation is not None and one.signature is not None
    }


def stated_of(api: Api) -> dict[Operation, Stated]:
    """Those that the modules of an API state."""
    # it takes long to import, and not every job needs it
    from caddis.discover.checked import stated_in

    return stated_by(stated_in(api.modules))


def discarding(names: Iterable[str]) -> tuple[type[BaseException], ...]:
    """The exceptions that the configuration says discard the input of a property."""
    found: list[type[BaseException]] = []
    for name in names:
        module, _, path = name.replace(":", ".").rpartition(".")
        try:
            cls = getattr(importlib.import_module(module or "builtins"), path)
        except (ImportError, AttributeError):
            cls = None
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            raise BadConfiguration("[tool.caddis.properties] discards", f"{name} is no exception class")
        found.append(cls)
    return tuple(found)
