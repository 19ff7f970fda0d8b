"""How sure it is that what ends or hangs a process is a bug of the target's, from what was given alone."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from caddis.judge.exceptions.inputs import HUGE
from caddis.model.sequence import Literal, Statement
from caddis.model.verdict import Confidence

_ENDLESS = frozenset({"itertools.count", "itertools.cycle", "itertools.repeat"})
"""What gives iterators that never end."""
_MANY_DIGITS = re.compile(rf"\d{{{len(str(HUGE))},}}")
MANY = 20
"""A call made so often is one that we repeated to see what becomes of it."""
_WHY = {
    "hang": "it does not come to an end though nothing large was given",
    "memory": "it takes all memory though nothing large was given",
    "crash": "a signal ended the process, which no Python code should bring about",
    "exit": "it ends the process of its caller",
}


def is_large(value: object) -> bool:
    """Whether to work through a value may take long: a large number, something long, an iterator."""
    match value:
        case int() | float():
            return not math.isfinite(value) or abs(value) >= HUGE
        case str() | bytes() if _spells_large(value):
            return True
        case str() | bytes() | list() | tuple() | dict() | set() | frozenset() | range():
            return len(value) >= HUGE
    return hasattr(type(value), "__next__")


def _spells_large(text: str | bytes) -> bool:
    """Whether a text holds a large number in digits."""
    return _MANY_DIGITS.search(text if isinstance(text, str) else text.decode("latin-1")) is not None


def ending(
    kind: str, statements: Iterable[Statement], large_ones: Iterable[int] = (), *, wrong: bool = False
) -> tuple[Confidence, str]:
    """How sure it is that the end of a process is a bug, and why, in one sentence.

    `large_ones` are the positions of the values that are known to be large; `wrong` says that something was given that
    is not what is asked for.
    """
    several = tuple(statements)
    large = next(filter(None, (_large(statement) for statement in several)), "")
    if not large and {len(several) - 1 + back for back in several[-1].references} & {*large_ones}:
        large = "a large number, something long, or an iterator that may never end"
    if not large and len({statement.operation for statement in several}) * MANY < len(several):
        large = "the same call many times over"
    if kind == "crash":
        return Confidence.HIGH, _WHY[kind]
    if large and kind in ("hang", "memory"):
        return Confidence.LOW, f"it was given {large}, which takes its time or its room"
    if wrong and kind in ("hang", "memory"):
        return Confidence.LOW, "something was given that is not what the code says it takes"
    return Confidence.MEDIUM, _WHY.get(kind, "it ends or hangs the process of its caller")


def _large(statement: Statement) -> str:
    """What of an unusual size a statement gives, in words."""
    if str(statement.operation) in _ENDLESS:
        return "an iterator that never ends"
    for argument in statement.arguments:
        if isinstance(argument, Literal) and is_large(argument.value):
            return "a very large number" if isinstance(argument.value, (int, float)) else "a very long text"
    return ""
