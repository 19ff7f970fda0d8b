"""The ways to ask an object for something: special methods, properties, and methods named like questions."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from caddis.judge.contracts.claims import Claims
from caddis.model.outcome import OutOfTime
from caddis.model.verdict import Confidence

MOST_GETTERS = 40
_ASKING = ("is_", "has_")
_GETTING = ("get_",)
_CALLED: dict[str, Callable[[Any], object]] = {
    "__len__": len,
    "__bool__": bool,
    "__str__": str,
    "__repr__": repr,
    "__hash__": hash,
}
_WAITS = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True, slots=True)
class Getter:
    """A way to ask an object for something."""

    name: str
    source: str
    """The expression that asks `{0}`."""
    ask: Callable[[Any], object]
    confidence: Confidence

    def answers(self, value: object) -> bool:
        """Whether asking returns."""
        return self.failure(value) is None

    def failure(self, value: object) -> Exception | None:
        """What asking raises, if anything."""
        try:
            self.ask(value)
        except OutOfTime:
            raise
        except Exception as exception:  # noqa: BLE001 - code of the target may raise anything
            return exception
        return None


def getters_of(cls: type, claims: Claims) -> Iterator[Getter]:
    """The ways to ask instances of a class that the target has written."""
    return islice(_getters(cls, claims), MOST_GETTERS)


def _getters(cls: type, claims: Claims) -> Iterator[Getter]:
    for name, question in _CALLED.items():
        if claims.own(cls, name):
            yield Getter(name, f"{name.strip('_')}({{0}})", question, Confidence.MEDIUM)
    for name, stored in claims.methods(cls):
        if isinstance(stored, property) and takes_nothing(stored.fget):
            yield Getter(name, f"{{0}}.{name}", _reading(name), Confidence.MEDIUM)
        elif name.startswith((*_ASKING, *_GETTING)) and takes_nothing(stored):
            sure = Confidence.LOW if name.startswith(_GETTING) else Confidence.MEDIUM
            yield Getter(name, f"{{0}}.{name}()", _calling(name), sure)


def _reading(name: str) -> Callable[[Any], object]:
    return lambda value: getattr(value, name)


def _calling(name: str) -> Callable[[Any], object]:
    return lambda value: getattr(value, name)()


def takes_nothing(stored: object) -> bool:
    """Whether a function of a class can be called with its receiver alone, and returns at once."""
    if not isinstance(stored, types.FunctionType) or stored.__code__.co_flags & _WAITS:
        return False
    try:
        parameters = list(inspect.signature(stored).parameters.values())[1:]
    except (TypeError, ValueError):
        return False
    free = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return all(one.default is not one.empty or one.kind in free for one in parameters)
