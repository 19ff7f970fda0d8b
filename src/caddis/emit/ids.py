"""Ids of the rows of a merged test: those that pytest makes itself where they read well, and others where not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from collections.abc import Sequence as Listing

from caddis.emit.merging import Table
from caddis.emit.words import UNKNOWN, evaluated, kind

LONGEST_OWN = 40
LONGEST_ID = 28
LONGEST_PART = 20
_READABLE = re.compile(r"[A-Za-z0-9._+<>=!~^*,@%-]+")
_SEVERAL = 3
"""Items that are spelled out; of more, the number is told."""


def row_ids(table: Table) -> tuple[list[str], bool]:
    """An id for each row, and whether pytest would make the same by itself."""
    columns = [[evaluated(value) for value in column.values] for column in table.columns]
    inputs = [
        values for column, values in zip(table.columns, columns, strict=True) if not column.name.startswith("expected")
    ]
    rows = list(zip(*columns, strict=True))
    own = [_own(row) for row in rows]
    if all(own) and _distinct(own):
        return own, True
    short = list(zip(*(inputs or columns), strict=True))
    ids: list[str] = []
    for several, typed in ((short, False), (short, True), (rows, True)):
        ids = [_id(row, typed) for row in several]
        if all(ids) and _distinct(ids):
            return ids, False
    return _apart([one or "row" for one in ids]), False


def _distinct(ids: Listing[str]) -> bool:
    return len(set(ids)) == len(ids)


def _own(row: Iterable[object]) -> str:
    """What pytest calls a row of plain values; empty if that is hard to read, or the row has others."""
    values = list(row)
    if not all(value is None or isinstance(value, str | int | float) for value in values):
        return ""
    texts = list(map(str, values))
    identity = "-".join(texts)
    return identity if all(map(_READABLE.fullmatch, texts)) and len(identity) <= LONGEST_OWN else ""


def _id(row: Iterable[object], typed: bool) -> str:
    """A short spelling of a row, told from others by types or not."""
    parts = [part for value in row if value is not UNKNOWN and (part := _part(value, typed))]
    return "-".join(parts)[:LONGEST_ID].rstrip("-_")


def _part(value: object, typed: bool) -> str:
    special = kind(value)
    prefix = f"{type(value).__name__}-" if typed and isinstance(value, bytes | list | tuple | set | dict) else ""
    match value:
        case str() | bytes() if special not in ("empty", "blank"):
            text = value if isinstance(value, str) else value.decode("latin-1")
            plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
            return prefix + re.sub(r"[^A-Za-z0-9._+<>=!~^*,@%]+", "-", plain).strip("-")[:LONGEST_PART] or special
        case list() | tuple() if value:
            parts = [_part(item, typed) for item in value[: _SEVERAL + 1]]
            if len(parts) <= _SEVERAL and all(parts) and len("-".join(parts)) <= LONGEST_PART:
                return prefix + "-".join(parts)
            return f"{prefix}{len(value)}-items"
        case set() | frozenset() | dict() if value:
            return f"{prefix}{len(value)}-item{'s' * (len(value) != 1)}"
        case None | bool() | int() | float():
            return str(value) if len(str(value)) <= LONGEST_PART else special or "number"
        case _:
            return prefix + special


def _apart(ids: Listing[str]) -> list[str]:
    """The same ids, with numbers where one comes again."""
    seen: dict[str, None] = {}
    for one in ids:
        number, chosen = 2, one
        while chosen in seen:
            chosen, number = f"{one}-{number}", number + 1
        seen[chosen] = None
    return list(seen)
