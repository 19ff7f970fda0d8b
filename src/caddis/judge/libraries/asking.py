"""Asks the preconditions of an operation before it is called: what they refuse, the target need not answer for."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from types import FunctionType, MethodType
from typing import Any

from caddis.judge.libraries import of_deal, of_icontract
from caddis.model.classes import MOST_DECORATORS
from caddis.model.operation import HAS_RECEIVER, Kind, Operation
from caddis.model.outcome import OutOfTime
from caddis.model.sequence import Literal, Statement

Ask = Callable[[tuple[Any, ...], dict[str, Any]], str]
"""Tells what is wrong with the arguments of a call; nothing if they will do."""

_ASKING = (of_icontract, of_deal)
_ACCESS = {Kind.READ: "fget", Kind.WRITE: "fset", Kind.DELETE: "fdel"}


class Unknown(BaseException):
    """Raised where a condition asks for the object that the call is about to make."""


class _Unmade:
    """Stands for that object."""

    def __getattribute__(self, name: str) -> Any:
        raise Unknown


class Refusal:
    """Why a call was not made: what it would have raised, and what it is that does not hold."""

    __slots__ = ("raised", "said")

    def __init__(self, raised: str, said: str) -> None:
        self.raised = raised
        self.said = said


class Preconditions:
    """The preconditions of operations, looked up once for each."""

    def __init__(self) -> None:
        self._stated: dict[int, bool] = {}
        """By the codes of operations."""
        self._by_class: dict[tuple[type, Operation], tuple[tuple[str, Ask], ...]] = {}
        self._by_operation: dict[Operation, tuple[tuple[str, Ask], ...]] = {}

    def forget(self) -> None:
        """Let go of functions and classes: the names in operations now stand for others."""
        self._stated.clear()
        self._by_class.clear()
        self._by_operation.clear()

    def concern(self, operation: Operation) -> bool:
        """Whether an operation states any."""
        stated = self._stated.get(operation.code)
        if stated is None:
            stated = self._stated[operation.code] = self._is_stated(operation)
        return stated

    def refuse(self, statement: Statement, values: list[object]) -> Refusal | None:
        """What stands against a call on the values made so far."""
        asks, arguments, named = self._call(statement, values)
        if any(map(_is_used_up, (*arguments, *named.values()))):
            # to ask what an iterator gives would take it away
            return None
        for raised, ask in asks:
            try:
                said = ask(arguments, named)
            except (OutOfTime, Unknown) as exception:
                if isinstance(exception, OutOfTime):
                    raise
                continue
            except Exception as exception:  # noqa: BLE001 - a condition that has no answer lets no call through either
                return Refusal(type(exception).__name__, _text(exception))
            if said:
                return Refusal(raised, f"precondition: {said}")
        return None

    def _is_stated(self, operation: Operation) -> bool:
        if not any(library.NAME in sys.modules for library in _ASKING):
            return False
        if (
            operation.kind is Kind.DISPLAY
            or operation.kind is Kind.CONSTANT
            or operation.module in sys.stdlib_module_names
        ):
            return False
        try:
            found = attrgetter(operation.owner or operation.name)(importlib.import_module(operation.module))
        except Exception:  # noqa: BLE001 - code of the target may raise anything when it is asked for a name
            return False
        if operation.owner and isinstance(found, type):
            return any(_asks(function) for function, _ in _called(found, operation))
        return bool(_asks(found))

    def _call(
        self, statement: Statement, values: list[object]
    ) -> tuple[tuple[tuple[str, Ask], ...], tuple[Any, ...], dict[str, Any]]:
        """Who is to be asked, and the arguments as they would be passed."""
        operation = statement.operation
        positional, keywords = statement.call()
        end = len(values)
        arguments = tuple(a.value if isinstance(a, Literal) else values[end + a] for a in positional)
        named = {name: a.value if isinstance(a, Literal) else values[end + a] for name, a in keywords}
        if operation.kind in HAS_RECEIVER:
            return self._of_class(type(arguments[0]), operation), arguments, named
        return self._of_operation(operation), arguments, named

    def _of_class(self, cls: type, operation: Operation) -> tuple[tuple[str, Ask], ...]:
        found = self._by_class.get((cls, operation))
        if found is None:
            asked = [ask for function, leading in _called(cls, operation) for ask in _bound(_asks(function), leading)]
            found = self._by_class[cls, operation] = tuple(asked)
        return found

    def _of_operation(self, operation: Operation) -> tuple[tuple[str, Ask], ...]:
        found = self._by_operation.get(operation)
        if found is None:
            thing = attrgetter(operation.path)(importlib.import_module(operation.module))
            if operation.kind is Kind.CONSTRUCTOR:
                asked = [ask for f, leading in _called(thing, operation) for ask in _bound(_asks(f), leading)]
            elif isinstance(thing, MethodType):
                asked = list(_bound(_asks(thing.__func__), (thing.__self__,)))
            else:
                asked = list(_asks(thing))
            found = self._by_operation[operation] = tuple(asked)
        return found


def _called(cls: type, operation: Operation) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The functions of a class that an operation calls, each with the arguments that come before those given."""
    if operation.kind is Kind.CONSTRUCTOR:
        if type(cls).__call__ is type.__call__:
            yield inspect.getattr_static(cls, "__init__", None), (_Unmade(),)
        return
    stored = inspect.getattr_static(cls, operation.name, None)
    if isinstance(stored, property):
        yield getattr(stored, _ACCESS.get(operation.kind, "fget")), ()
    elif isinstance(stored, (staticmethod, classmethod)):
        leading = (cls,) if isinstance(stored, classmethod) else ()
        yield stored.__func__, leading
    elif operation.kind not in _ACCESS:
        yield stored, ()


def _bound(asks: tuple[tuple[str, Ask], ...], leading: tuple[Any, ...]) -> Iterator[tuple[str, Ask]]:
    for raised, ask in asks:
        yield raised, partial(_ask_with, ask, leading) if leading else ask


def _ask_with(ask: Ask, leading: tuple[Any, ...], arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
    return ask((*leading, *arguments), named)


def _asks(function: Any) -> tuple[tuple[str, Ask], ...]:
    """The preconditions of a function and of those it is a decorator of, and what each raises when broken."""
    found: list[tuple[str, Ask]] = []
    for _ in range(MOST_DECORATORS):
        if not isinstance(function, FunctionType):
            break
        for library, raised in zip(_ASKING, ("ViolationError", "PreContractError"), strict=True):
            ask = library.preconditions(function)
            if ask is not None:
                found.append((raised, ask))
        function = function.__dict__.get("__wrapped__")
    return tuple(found)


def _is_used_up(value: object) -> bool:
    return hasattr(type(value), "__next__") or hasattr(type(value), "__anext__")


def _text(exception: BaseException) -> str:
    try:
        return str(exception)[:200]
    except Exception:  # noqa: BLE001 - an exception of the target's, which may not even be shown
        return ""
