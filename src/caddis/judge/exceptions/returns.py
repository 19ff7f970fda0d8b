"""A result that is not what the code says it is: a violation of the kind `documentation`."""

from __future__ import annotations

import inspect
import sys
from operator import attrgetter

from caddis.judge.exceptions.fitting import is_subclass
from caddis.judge.exceptions.inputs import Inputs
from caddis.judge.exceptions.trusting import Expectations, Known, Trust
from caddis.model.api import Clue, Source
from caddis.model.operation import HAS_RECEIVER, Operation
from caddis.model.sequence import Literal, Statement
from caddis.model.types import Anything, ClassOf, Exactly, Function, Instance, OneOf, Record, Type, Within
from caddis.model.verdict import Confidence, Location, Violation

DOCUMENTATION = "documentation"
_NONE = type(None)
_ALSO = {float: (int,), complex: (int, float), bytes: (bytearray, memoryview)}
_NOT_ANSWERED = type(NotImplemented)


class Returns:
    """Holds results against what is promised of them, by their class; each class of results once an operation."""

    def __init__(self, known: Known, expectations: Expectations, line: Confidence) -> None:
        self._known = known
        self._line = line
        self._expectations = expectations
        self._promises: dict[int, tuple[Clue, tuple[type, ...]] | None] = {}
        self._kept: dict[tuple[int, type], bool] = {}
        """Both by the codes of operations."""

    def forget(self) -> None:
        """Let go of classes that have been made anew."""
        self._promises.clear()
        self._kept.clear()

    def judge(self, statements: tuple[Statement, ...], values: list[object]) -> Violation | None:
        """The violation that the last value is, if it is not what was promised and nothing wrong was given."""
        operation = statements[-1].operation
        code = operation.code
        promise = self._promises[code] if code in self._promises else self._read(operation)
        if promise is None or len(statements) != len(values):
            return None
        value = values[-1]
        key = (code, type(value))
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = any(is_subclass(type(value), cls) is not False for cls in promise[1])
        return None if kept else self._broken(statements, values, *promise)

    def _read(self, operation: Operation) -> tuple[Clue, tuple[type, ...]] | None:
        signature = self._known(operation)
        promised = None if signature is None else signature.promised
        classes = None if promised is None else _classes(promised.known)
        found = None
        if promised is not None and classes and object not in classes:
            found = (promised, (*dict.fromkeys(classes), _NOT_ANSWERED))
        self._promises[operation.code] = found
        return found

    def _broken(
        self, statements: tuple[Statement, ...], values: list[object], clue: Clue, classes: tuple[type, ...]
    ) -> Violation | None:
        inputs = Inputs(statements, values, self._expectations, returned=True)
        trust = inputs.trust
        if trust < Trust.GUESSED or inputs.gives_function:
            return None
        by_annotation = clue.source is not Source.DOCSTRING
        sure = Confidence.HIGH if by_annotation and trust is Trust.STATED else Confidence.MEDIUM
        if not by_annotation and trust < Trust.DOCUMENTED:
            sure = Confidence.LOW
        if not sure.reaches(self._line):
            return None
        named = [cls for cls in classes if cls is not _NOT_ANSWERED]
        said = " or ".join("None" if cls is _NONE else cls.__name__ for cls in named)
        who = "annotated" if by_annotation else "documented"
        given = type(values[-1]).__name__.replace("NoneType", "None")
        operation = statements[-1].operation
        return Violation(
            DOCUMENTATION,
            f"returned {given} where {said} is {who}",
            (len(values) - 1,),
            _claim(named),
            location=_definition(operation, next((value for _, value in inputs.given(len(statements) - 1)), None)),
            confidence=sure,
            why=f"the result is {who} as {said}, and the arguments are what is said of them",
            blame=str(operation),
        )


def _classes(known: Type) -> list[type] | None:
    """The classes one of which a value of the type has; None where that is not all there is to say."""
    match known:
        case Instance(cls=cls):
            return [cls, *_ALSO.get(cls, ())]
        case OneOf(options=options):
            several = [_classes(option) for option in options]
            return None if any(each is None for each in several) else [cls for each in several for cls in each or ()]
        case Within(base=base):
            return _classes(base)
        case Exactly(values=values) if all(isinstance(value, Literal) for value in values):
            return [type(value.value) for value in values if isinstance(value, Literal)]
        case ClassOf():
            return [type]
        case Record(cls=cls):
            return [cls]
        case Anything() | Function() | Exactly():
            return None


def _definition(operation: Operation, receiver: object) -> Location | None:
    """Where an operation is defined."""
    try:
        if operation.kind in HAS_RECEIVER:
            found = inspect.getattr_static(type(receiver), operation.name)
        else:
            found = attrgetter(operation.path)(sys.modules[operation.module])
        code = inspect.unwrap(getattr(found, "fget", getattr(found, "func", found))).__code__
        return Location(code.co_filename, code.co_firstlineno, code.co_qualname)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _claim(classes: list[type]) -> tuple[str, ...]:
    """The lines of a test that state of `{0}` that it is of one of the classes."""
    plain = [cls for cls in classes if cls is not _NONE]
    lines = sorted({f"from {cls.__module__} import {_outermost(cls)}" for cls in plain if cls.__module__ != "builtins"})
    parts = ["{0} is None"] if _NONE in classes else []
    if plain:
        names = ", ".join(cls.__qualname__ for cls in plain)
        parts.append(f"isinstance({{0}}, {names if len(plain) == 1 else f'({names})'})")
    return (*lines, f"assert {' or '.join(parts)}")


def _outermost(cls: type) -> str:
    return cls.__qualname__.partition(".")[0]
