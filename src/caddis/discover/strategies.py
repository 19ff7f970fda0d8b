"""Values from strategies that somebody registered with Hypothesis, as sequences that build them.

Hypothesis is never imported here: if neither the target nor a plugin did, nothing is registered. The sequences, and so
the tests, know nothing of it.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

from caddis.discover.building import Builder
from caddis.discover.foreign import attempt, is_class, text_of
from caddis.discover.types import mentioned
from caddis.model.api import Api
from caddis.model.classes import mro
from caddis.model.operation import Kind
from caddis.model.sequence import Sequence
from caddis.model.types import Instance

DRAWN, KEPT = 20, 8
"""Values that are drawn for a type, and how many different ones of them are used."""
_REGISTRY = "hypothesis.strategies._internal.types"
_NOT_USERS = frozenset({"hypothesis", "typing_extensions", *sys.stdlib_module_names})
"""Packages for whose types Hypothesis itself has strategies."""


def drawn(api: Api, seed: int) -> tuple[Sequence, ...]:
    """For each class that operations speak of and a strategy is registered for, a few values, decided by the seed."""
    signatures = [*api.operations.values(), *api.helpers.values()]
    spoken = {cls for signature in signatures for known in signature.parameters for cls in mentioned(known)} - {object}
    wanted = [cls for cls in _registered() if not spoken.isdisjoint(mro(cls))]
    constructors = {
        signature.returns.cls: operation
        for operation, signature in {**api.helpers, **api.operations}.items()
        if operation.kind is Kind.CONSTRUCTOR and isinstance(signature.returns, Instance)
    }
    builder = Builder(api.modules, constructors)
    found: dict[Sequence, None] = {}
    for cls in wanted:
        several = (sequence for texts, value in _values(cls, seed) if (sequence := _built(builder, texts, value)))
        found.update(dict.fromkeys(list(dict.fromkeys(several))[:KEPT]))
    return tuple(found)


def _registered() -> list[type]:
    """The classes that users registered strategies for, in a steady order."""
    # there is no public way to list them
    lookup: Any = attempt(lambda: vars(sys.modules[_REGISTRY])["_global_type_lookup"], {})
    theirs = [cls for cls in lookup if is_class(cls) and text_of(cls, "__module__").partition(".")[0] not in _NOT_USERS]
    return sorted(theirs, key=lambda cls: (text_of(cls, "__module__"), text_of(cls, "__qualname__")))


def _values(cls: type, seed: int) -> list[tuple[list[str], object]]:
    """Values of a class, each with the ways it may be written; as far as there are any before something fails."""
    hypothesis: Any = sys.modules["hypothesis"]
    found: list[tuple[list[str], object]] = []

    def note(value: object) -> None:
        found.append((list(_texts(value)), value))

    def draw() -> None:
        given = hypothesis.given(hypothesis.strategies.from_type(cls))
        settings = hypothesis.settings(
            max_examples=DRAWN,
            database=None,
            deadline=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        hypothesis.seed(seed)(settings(given(note)))()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        attempt(draw, None)
    return found


def _texts(value: object) -> Iterator[str]:
    """How a value may be written: as Hypothesis has seen it made, as it shows itself, as made of what it shows."""
    for text in (attempt(partial(_printed, value), None), attempt(lambda: repr(value), None)):
        if isinstance(text, str):
            yield text
            yield f"{text_of(type(value), '__qualname__')}({text})"


def _printed(value: object) -> str:
    control: Any = importlib.import_module("hypothesis.control")
    pretty: Any = importlib.import_module("hypothesis.vendor.pretty")
    printer = pretty.RepresentationPrinter(context=control.current_build_context())
    printer.pretty(value)
    return str(printer.getvalue())


def _built(builder: Builder, texts: list[str], value: object) -> Sequence | None:
    return next((made for text in texts if (made := builder.build(text, value)) is not None), None)
