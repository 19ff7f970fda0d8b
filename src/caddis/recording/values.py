"""Values as they are recorded: atoms by value, containers by structure, objects by identity. Nothing of theirs is run.

A recorded value is what JSON can hold: None, a bool, an int, a finite float or a text stands for itself; anything else
is a list that begins with a word: `["list", [...]]`, `["object", 3]`.
"""

from __future__ import annotations

import enum
import json
import math
import types
from collections.abc import Callable
from typing import Any

from caddis.recording.privacy import Privacy
from caddis.recording.sites import OMITTED

Recorded = Any
"""What JSON can hold."""

LONGEST = 1_000
"""Characters of a text that are recorded."""
MOST_ITEMS = 40
DEEPEST = 4
LARGEST = 2**256
_ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes})
_CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)
UNKNOWN: Recorded = ["unknown"]
DEFAULT: Recorded = ["default"]
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A recorded value as it is written."""


def class_name(cls: type) -> str:
    """Where a class was defined, and its name there; read without asking the class."""
    module, path = type.__getattribute__(cls, "__module__"), type.__getattribute__(cls, "__qualname__")
    return f"{module if isinstance(module, str) else '?'}:{path}"


class Values:
    """Writes values down."""

    def __init__(self, privacy: Privacy, identify: Callable[[object], Recorded | None]) -> None:
        """`identify` gives an object that is known by identity, as recorded."""
        self._privacy = privacy
        self._identify = identify

    def of(self, value: object, name: str = "", depth: int = 0) -> Recorded:
        """What is recorded of a value; `name` is that of the parameter or attribute, or the key, that holds it."""
        cls = type(value)
        if cls in _ATOMS:
            return self._atom(value, cls, name)
        if value is OMITTED:
            return UNKNOWN
        known = self._identify(value)
        if known is not None:
            return known
        if cls in _CONTAINERS:
            return self._container(value, cls, depth, name)
        # never isinstance: it asks the value for its `__class__`, which may run anything
        if issubclass(type(cls), enum.EnumType):
            member = object.__getattribute__(value, "__dict__").get("_name_")
            return ["name", f"{class_name(cls)}.{member}"] if isinstance(member, str) else ["other", class_name(cls)]
        if issubclass(cls, type):
            itself: Any = value
            return ["name", class_name(itself)]
        if cls in _FUNCTIONS:
            return _function(value)
        return ["other", class_name(cls)]

    def _atom(self, value: Any, cls: type, name: str) -> Recorded:
        if cls in (str, bytes):
            if self._privacy.hides(name, value):
                return ["secret", cls.__name__]
            if len(value) > LONGEST:
                return ["cut", cls.__name__, len(value)]
            if cls is bytes:
                return ["bytes", value.hex()]
            # what JSON in UTF-8 cannot hold
            return value if value.isascii() or _is_encodable(value) else ["cut", "str", len(value)]
        if cls is float:
            return value if math.isfinite(value) else ["float", repr(value)]
        if cls is complex:
            return ["complex", repr(value.real), repr(value.imag)]
        if cls is int and not -LARGEST < value < LARGEST:
            return ["cut", "int", value.bit_length()]
        return value

    def _container(self, value: Any, cls: type, depth: int, name: str) -> Recorded:
        if depth >= DEEPEST or len(value) > MOST_ITEMS:
            return ["cut", cls.__name__, len(value)]
        if cls is dict:
            # a copy, since another thread may change it meanwhile
            pairs = [
                [self.of(key, "", depth + 1), self.of(each, key if type(key) is str else name, depth + 1)]
                for key, each in list(value.items())
            ]
            return ["dict", pairs]
        return [cls.__name__, [self.of(each, name, depth + 1) for each in list(value)]]


def _function(value: Any) -> Recorded:
    module, path = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(path, str) or "<" in path:
        return ["other", class_name(type(value))]
    return ["name", f"{module}:{path}"]


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
