"""What is another in the next process or on the next machine: addresses, hashes, places, the order of sets."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

_ADDRESS = re.compile(r"<[^<>]* at 0x[0-9a-fA-F]+>|0x[0-9a-fA-F]{6,}")
_SET = re.compile(r"\{[^:{}]*,[^:{}]*\}")
"""The display of a set of several members."""
_SMALL = 1 << 16
_SHORTEST = 4
"""Names of places that are shorter stand in too many texts."""
DEEPEST, MOST_LOOKED_AT = 3, 100
_ORDERED = (list, tuple, str, bytes)
_CONTENTS: dict[type, Any] = {list: list.__iter__, tuple: tuple.__iter__, dict: dict.values}
_NUMBERS = (int, float, complex, bool, type(None))


class Wavering:
    """Knows what must not be asserted of the values of one sequence."""

    def __init__(self, values: Iterable[object]) -> None:
        self._values = tuple(values)
        self._accidental = {os.getpid(), *map(id, self._values), *map(object.__hash__, self._values)}
        self._accidental.update(
            hash(each) for value in self._values for each in _atoms(value) if type(each) in (str, bytes)
        )
        self._unordered = any(type(value) in (set, frozenset) and len(value) > 1 for value in self._values)  # type: ignore[arg-type]

    def concerns(self, answer: object, *, of: object = None, shown: bool = False) -> bool:
        """Whether an answer hangs on what is another each time.

        `of` is the object that was asked, and `shown` says that the answer is how that shows itself.
        """
        if self._unordered and isinstance(answer, _ORDERED) and len(answer) > 0:
            # the order of a set is another in each process, and so may be whatever was made from it in order
            return True
        if (shown or (type(answer) in (list, tuple) and len(answer) > 1)) and _holds_set(of, DEEPEST):  # type: ignore[arg-type]
            return True
        return any(map(self._is_accidental, _atoms(answer)))

    def _is_accidental(self, atom: object) -> bool:
        if isinstance(atom, int):
            return abs(atom) > _SMALL and atom in self._accidental
        return isinstance(atom, str) and unsteady(atom)


def unsteady(text: str) -> bool:
    """Whether a text has something in it that is another each time."""
    return bool(_ADDRESS.search(text) or _SET.search(text)) or any(place in text for place in _places())


def steady_parts(text: str) -> list[str]:
    """What is left of a text without all that."""
    places = sorted(_places(), key=len, reverse=True)
    pattern = "|".join([_ADDRESS.pattern, _SET.pattern, *map(re.escape, places)])
    return re.split(pattern, text)


@cache
def _places() -> tuple[str, ...]:
    """The names that this process, its user and its machine go by."""
    found = [os.getcwd(), tempfile.gettempdir(), os.path.expanduser("~"), sys.prefix, sys.base_prefix, sys.executable]
    found += [os.environ.get(name, "") for name in ("USER", "LOGNAME", "HOSTNAME")]
    found += [os.uname().nodename] if hasattr(os, "uname") else []
    found += [path for path in sys.path if os.path.isabs(path)]
    return tuple(dict.fromkeys(each for each in found if len(each) >= _SHORTEST))


def _atoms(value: object, depth: int = DEEPEST) -> Iterator[object]:
    """The atoms in a value, itself perhaps, and in the containers in it."""
    if type(value) in (list, tuple, set, frozenset, dict) and depth:
        parts: list[Any] = list(islice(value, MOST_LOOKED_AT))  # type: ignore[call-overload]
        if isinstance(value, dict):
            parts += list(islice(value.values(), MOST_LOOKED_AT))
        for part in parts:
            yield from _atoms(part, depth - 1)
    else:
        yield value


def _holds_set(value: object, depth: int) -> bool:
    """Whether a set whose order is another in each process lies somewhere in an object."""
    if isinstance(value, (set, frozenset)):
        return len(value) > 1 and not all(isinstance(item, _NUMBERS) for item in value)
    if not depth or isinstance(value, (str, bytes, *_NUMBERS, type)):
        return False
    parts: list[object] = []
    for base, contents in _CONTENTS.items():
        if isinstance(value, base):
            parts += islice(contents(value), MOST_LOOKED_AT)
    with suppress(AttributeError):
        parts += islice(object.__getattribute__(value, "__dict__").values(), MOST_LOOKED_AT)
    return any(_holds_set(part, depth - 1) for part in parts)
