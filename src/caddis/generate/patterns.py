"""Texts that match a regular expression."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

# the parser of `re` is not public; without it there are merely no samples
_parse: Callable[[str], Any] = getattr(sys.modules.get("re._parser"), "parse", lambda _pattern: ())

_CATEGORIES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}
_LETTERS = "aZ0 _-.,\n!é"
_WAYS = 4
"""How many ways through a pattern are tried."""


@cache
def samples(pattern: str) -> tuple[str, ...]:
    """A few texts the pattern matches; none if it is too involved, or no pattern at all."""
    try:
        compiled = re.compile(pattern)
        tokens = _parse(pattern)
        found = [_written(tokens, way, {}) for way in range(_WAYS)]
    except (re.error, KeyError, ValueError, OverflowError, RecursionError):
        return ()
    return tuple(text for text in dict.fromkeys(found) if compiled.search(text))


def _written(tokens: Iterable[tuple[Any, Any]], way: int, groups: dict[int, str]) -> str:
    return "".join(_piece(str(kind), value, way, groups) for kind, value in tokens)


def _piece(kind: str, value: Any, way: int, groups: dict[int, str]) -> str:
    """What one token matches; `way` tells alternatives apart."""
    match kind:
        case "LITERAL":
            return chr(value)
        case "NOT_LITERAL":
            return next(letter for letter in _LETTERS if ord(letter) != value)
        case "ANY":
            return "a"
        case "IN":
            return _member(value, way)
        case "BRANCH":
            return _written(value[1][way % len(value[1])], way, groups)
        case "SUBPATTERN":
            text = _written(value[3], way, groups)
            groups[value[0]] = text
            return text
        case "ATOMIC_GROUP":
            return _written(value, way, groups)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, repeated = value
            times = min(int(most), int(least) + way)
            return "".join(_written(repeated, way + each, groups) for each in range(times))
        case "GROUPREF":
            return groups[value]
        case _:
            return ""


def _member(choices: list[tuple[Any, Any]], way: int) -> str:
    """One of the characters of a set."""
    if str(choices[0][0]) == "NEGATE":
        return next(letter for letter in _LETTERS if not any(_holds(choice, letter) for choice in choices[1:]))
    kind, value = choices[way % len(choices)]
    match str(kind):
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return chr(min(value[0] + way, value[1]))
        case _:
            return _CATEGORIES.get(str(value), "-")


def _holds(choice: tuple[Any, Any], letter: str) -> bool:
    kind, value = str(choice[0]), choice[1]
    if kind == "LITERAL":
        return ord(letter) == int(value)
    if kind == "RANGE":
        return int(value[0]) <= ord(letter) <= int(value[1])
    escapes = {"CATEGORY_DIGIT": r"\d", "CATEGORY_SPACE": r"\s", "CATEGORY_WORD": r"\w"}
    negated = {f"CATEGORY_NOT_{name.partition('_')[2]}": escape.upper() for name, escape in escapes.items()}
    return re.match((escapes | negated)[str(value)], letter) is not None
