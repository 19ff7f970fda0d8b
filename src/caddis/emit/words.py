"""Words for values: what kind of value one is, and a short spelling of it, for names of tests and ids of rows."""

from __future__ import annotations

import ast
import math
import re
import unicodedata
from collections.abc import Collection

LONGEST_WORD = 24
MOST = 10**9
"""Numbers from here on are not spelled."""
UNKNOWN = object()
"""Stands for the value of source that is no literal."""


def evaluated(source: str) -> object:
    """The value of a literal in Python source, or `UNKNOWN`."""
    try:
        return ast.literal_eval(source)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        found = re.fullmatch(r"""float\(["'](-?inf|nan)["']\)""", source.strip())
        return float(found[1]) if found else set() if source.strip() == "set()" else UNKNOWN


def kind(value: object) -> str:
    """What is special about a value: `empty`, `negative`, `none`; nothing for most."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int() | float() if value == 0:
            return "zero"
        case float() if math.isnan(value):
            return "nan"
        case float() if math.isinf(value):
            return "infinity" if value > 0 else "negative_infinity"
        case int() | float() if value < 0:
            return "negative"
        case str() | bytes() | list() | tuple() | dict() | set() | frozenset() if not value:
            return "empty"
        case str() | bytes() if not value.strip():
            return "blank"
        case str() if not value.isascii():
            return "non_ascii"
        case _:
            return ""


def spelled(value: object) -> str:
    """A short spelling of a value in lower-case letters, digits and underscores; empty if there is none."""
    match value:
        case bool() | None:
            return str(value).lower()
        case int() | float():
            return _number(value)
        case str() | bytes() if kind(value) not in ("empty", "blank"):
            return _text(value)
        case list() | tuple() if value:
            several = list(map(spelled, value))
            joined = "_".join(several)
            return joined if all(several) and len(joined) <= LONGEST_WORD else _counted(value)
        case set() | frozenset() | dict() if value:
            return _counted(value)
        case _:
            return kind(value)


def _counted(several: Collection[object]) -> str:
    return f"{len(several)}_item{'s' * (len(several) != 1)}"


def _number(value: float) -> str:
    if not math.isfinite(value):
        return kind(value)
    text = f"{value}" if isinstance(value, float) or abs(value) < MOST else ""
    return text.replace("-", "minus_").replace(".", "_").replace("+", "")


def _text(value: str | bytes) -> str:
    """The letters and digits of a text, as far as they are short."""
    text = value if isinstance(value, str) else value.decode("latin-1")
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    joined = "_".join(re.findall(r"[a-z0-9]+", plain.lower()))
    return joined if len(joined) <= LONGEST_WORD else joined[:LONGEST_WORD].rpartition("_")[0] or joined[:LONGEST_WORD]
