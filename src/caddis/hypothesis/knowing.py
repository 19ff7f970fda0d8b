"""What it takes to make objects of a class: the operations of its package, chosen as for a property of it."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType

from caddis.discover import describe
from caddis.discover.foreign import attempt, text_of
from caddis.discover.helpers import helpers_for
from caddis.discover.selection import selected
from caddis.discover.sources import collector_at_rest
from caddis.discover.walk import surveyed
from caddis.model.api import Signature
from caddis.model.classes import mro
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Parameter, Waiting
from caddis.model.types import ANYTHING, Instance

Known = tuple[Operation, Signature]


class Makers:
    """The operations that make objects, and those that are called on them."""

    def __init__(self, operations: dict[Operation, Signature]) -> None:
        self._operations = operations
        self._of: dict[type, list[Known]] = {}
        self._on: dict[type, list[Known]] = {}

    def of(self, cls: type) -> list[Known]:
        """Those that make an instance of a class, the constructors first."""
        if cls not in self._of:
            found = [
                (operation, signature)
                for operation, signature in self._operations.items()
                if operation.kind not in HAS_RECEIVER
                and isinstance(signature.returns, Instance)
                and is_below(signature.returns.cls, cls)
            ]
            self._of[cls] = sorted(found, key=lambda known: (known[0].kind is not Kind.CONSTRUCTOR, str(known[0])))
        return self._of[cls]

    def on(self, cls: type) -> list[Known]:
        """Those that are called on instances of a class."""
        if cls not in self._on:
            own = [
                (operation, signature)
                for operation, signature in self._operations.items()
                if operation.kind in HAS_RECEIVER
                and isinstance(signature.parameters[0], Instance)
                and signature.parameters[0].cls in mro(cls)
            ]
            met = [known for known in describe(cls).items() if known[0].waiting is Waiting.PLAIN] if not own else []
            self._on[cls] = own or met
        return self._on[cls]


def is_below(cls: type, other: type) -> bool:
    """Whether a class is another or below it, as far as it can be asked."""
    return attempt(lambda: issubclass(cls, other), False)


@cache
def makers_of(cls: type) -> Makers:
    """What makes objects of a class: what is public in its package, as far as it helps."""
    root = text_of(cls, "__module__").partition(".")[0]
    modules = {
        name: module
        for name, module in sorted(sys.modules.items())
        if type(module) is ModuleType and name.partition(".")[0] == root
    }
    asked = {
        Operation(Kind.FUNCTION, "", "", "asked", (Parameter("for_"),)): Signature((Instance(cls),), ANYTHING),
    }
    with collector_at_rest():
        reader, classes, known = surveyed(modules, frozenset({text_of(cls, "__module__")}), ())
        chosen = selected(asked, known)
        helping = helpers_for({**asked, **chosen}, classes, reader)
    made = {operation: signature for operation, signature in helping.items() if operation.kind not in HAS_RECEIVER}
    return Makers({each: known for each, known in {**chosen, **made}.items() if each.waiting is Waiting.PLAIN})
