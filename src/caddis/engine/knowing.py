"""What is known of operations, for whoever judges their calls."""

from __future__ import annotations

import sys
from functools import cache
from operator import attrgetter

from caddis.discover import describe
from caddis.discover.docstrings import described
from caddis.model.api import Api, Signature
from caddis.model.operation import HAS_RECEIVER, Operation


class Knowing:
    """The signatures of an API, and of the classes that are met only at run time."""

    def __init__(self, api: Api | None = None) -> None:
        self._known: dict[Operation, Signature | None] = {**api.helpers, **api.operations} if api is not None else {}

    def __call__(self, operation: Operation) -> Signature | None:
        """What is known of an operation, if anything is."""
        if operation not in self._known:
            self._known[operation] = None
            self._known.update(_met(operation))
        return self._known[operation]


def _met(operation: Operation) -> dict[Operation, Signature]:
    """The operations of the class that an operation belongs to."""
    if operation.kind not in HAS_RECEIVER:
        return {}
    try:
        cls = attrgetter(operation.owner)(sys.modules[operation.module])
    except (AttributeError, KeyError):
        return {}
    return describe(cls) if isinstance(cls, type) else {}


@cache
def spoken(docstring: str) -> tuple[str, ...]:
    """The names of the exceptions that a docstring speaks of."""
    return described(docstring).raises if docstring else ()
