"""Takes one recording into another: numbers are given anew, what both describe is described once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from caddis.errors import BadRecording
from caddis.recording.store import absorb, largest, opened, renumbered
from caddis.recording.values import encode

Row = tuple[Any, ...]


def merge(into: Path, other: Path) -> int:
    """Take a recording into another; how many calls it held."""
    if into.resolve() == other.resolve():
        raise BadRecording(other, "it cannot be taken into itself")
    absorb(other)
    with opened(into) as mine, opened(other) as theirs:
        return _Merging(mine, theirs).merge()


class _Merging:
    """The way of one recording into another."""

    def __init__(self, mine: sqlite3.Connection, theirs: sqlite3.Connection) -> None:
        self._mine = mine
        self._theirs = theirs

    def merge(self) -> int:
        """Take over all tables, those first that others refer to."""
        process, thing, call = (largest(self._mine, table) for table in ("process", "object", "call"))
        self._copy("process", lambda row: (row[0] + process, *row[1:]))
        self._copy("track", lambda row: (row[0] + process, *row[1:]))
        classes = self._known("class", ("name", "bases"), lambda row: row[1:])
        functions = self._known("function", ("module", "path", "sort", "parameters"), lambda row: row[1:])
        values = self._known("value", ("json",), lambda row: (_moved(row[1], thing),))
        self._copy("object", lambda row: (row[0] + thing, classes[row[1]], row[2]))
        return self._copy(
            "call",
            lambda row: (
                row[0] + call,
                row[1] + process,
                None if row[2] is None else row[2] + call,
                functions[row[3]],
                row[4],
                " ".join(str(values[int(each)]) for each in row[5].split()),
                None if row[6] is None else values[row[6]],
                *row[7:10],
                None if row[10] is None else row[10] + thing,
                None if row[11] is None else classes[row[11]],
            ),
        )

    def _copy(self, table: str, changed: Callable[[Row], Row]) -> int:
        rows = [changed(row) for row in self._theirs.execute(f"SELECT * FROM {table}")]
        if rows:
            places = ", ".join("?" * len(rows[0]))
            self._mine.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
        return len(rows)

    def _known(
        self,
        table: str,
        columns: tuple[str, ...],
        changed: Callable[[Row], Row],
    ) -> dict[int, int]:
        """Take over what is described; for each number there the number here."""
        named, places = ", ".join(columns), ", ".join("?" * len(columns))
        condition = " AND ".join(f"{column} = ?" for column in columns[: 1 if table == "class" else None])
        numbers: dict[int, int] = {}
        for row in self._theirs.execute(f"SELECT id, {named} FROM {table}"):
            described = changed(row)
            self._mine.execute(f"INSERT OR IGNORE INTO {table} ({named}) VALUES ({places})", described)
            key = described[: 1 if table == "class" else None]
            numbers[row[0]] = self._mine.execute(f"SELECT id FROM {table} WHERE {condition}", key).fetchone()[0]
        return numbers


def _moved(text: str, offset: int) -> str:
    value = renumbered(json.loads(text), lambda number: number + offset)
    return encode(value)
