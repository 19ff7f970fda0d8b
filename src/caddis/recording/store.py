"""A recording on disk: one SQLite file, described in docs/reference/recording.md. Reading one runs no code."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caddis.errors import BadRecording
from caddis.recording.session import journals_beside, leftovers
from caddis.recording.values import Recorded, encode

APPLICATION = 0xCADD15
VERSION = 1
_PLAIN = frozenset({type(None), bool, int, str})
_SCHEMA = """
CREATE TABLE process (id INTEGER PRIMARY KEY, observed INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0);
CREATE TABLE track (process INTEGER NOT NULL, number INTEGER NOT NULL, thread TEXT NOT NULL, task INTEGER NOT NULL,
    PRIMARY KEY (process, number)) WITHOUT ROWID;
CREATE TABLE class (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, bases TEXT NOT NULL);
CREATE TABLE function (id INTEGER PRIMARY KEY, module TEXT NOT NULL, path TEXT NOT NULL, sort TEXT NOT NULL,
    parameters TEXT NOT NULL, UNIQUE (module, path, sort, parameters));
CREATE TABLE value (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE);
CREATE TABLE object (id INTEGER PRIMARY KEY, class INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE call (id INTEGER PRIMARY KEY, process INTEGER NOT NULL, parent INTEGER, function INTEGER NOT NULL,
    track INTEGER NOT NULL, arguments TEXT NOT NULL, result INTEGER, exception TEXT, compared INTEGER NOT NULL,
    changed INTEGER NOT NULL, born INTEGER, class INTEGER);
"""


@dataclass(frozen=True, slots=True)
class FunctionRow:
    """A function of which calls are recorded."""

    module: str
    path: str
    sort: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallRow:
    """A recorded call; calls come in the order in which they began."""

    id: int
    parent: int | None
    function: FunctionRow
    track: tuple[int, int]
    """The process, and the thread or task in it."""
    arguments: tuple[int, ...]
    """By the numbers of the values."""
    result: int | None
    exception: str | None
    """The class of what was raised, or `unfinished`."""
    compared: int
    """The arguments whose state was compared before and after, as bits."""
    changed: int
    born: int | None
    """The object that this constructor made."""
    cls: str | None
    """The class of that object."""


@contextmanager
def opened(file: Path, *, create: bool = False) -> Iterator[sqlite3.Connection]:
    """A recording, checked to be one that this version can read."""
    if not create and not file.is_file():
        raise BadRecording(file, "there is no such file")
    try:
        with closing(sqlite3.connect(file, timeout=30)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if create and not tables and not application:
                connection.executescript(_SCHEMA)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
            elif application != APPLICATION:
                raise BadRecording(file, "it is not a recording of Caddis")
            elif version > VERSION:
                raise BadRecording(
                    file, f"it was made by a newer Caddis (format {version}, this one reads {VERSION}); update Caddis"
                )
            yield connection
            connection.commit()
    except sqlite3.Error as error:
        raise BadRecording(file, f"it is no recording, or damaged ({error})") from None


def check(file: Path) -> None:
    """Complain if a file that will be added to is no recording."""
    if file.exists():
        with opened(file):
            pass


def absorb(file: Path) -> int:
    """Take the journals beside a recording into it; how many calls they held."""
    journals = leftovers(file)
    total = 0
    if journals:
        with opened(file, create=True) as connection:
            for journal in journals:
                total += _Absorbing(connection).take(journal)
            connection.commit()
    for journal in journals:
        journal.unlink(missing_ok=True)
    folder = journals_beside(file)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return total


class _Absorbing:
    """Takes the journal of one process into a recording, with numbers of its own."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._functions: dict[int, int] = {}
        self._classes: dict[int, int] = {}
        self._values: dict[object, int] = {}
        self._calls: dict[int, int] = {}
        self._process = 0
        self._first_object = largest(connection, "object")
        self._next = largest(connection, "call")

    def take(self, journal: Path) -> int:
        """Take all lines of a journal; the last one may be cut off."""
        self._process = self._inserted("INSERT INTO process DEFAULT VALUES")
        lines = []
        for text in journal.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                lines.append(json.loads(text))
            except ValueError:
                continue
        # calls are told of as they end, and numbered as they began
        for number in sorted({line[1] for line in lines if line[0] in ("call", "begin")}):
            self._next += 1
            self._calls[number] = self._next
        ended = {line[1] for line in lines if line[0] == "call"}
        for line in lines:
            self._line(line, ended)
        return len(self._calls)

    def _line(self, line: list[Any], ended: set[int]) -> None:
        match line:
            case ["function", number, module, path, sort, names]:
                described = (module, path, sort, json.dumps(names))
                self._functions[number] = self._known(
                    "function", "module = ? AND path = ? AND sort = ? AND parameters = ?", described
                )
            case ["class", number, name, bases]:
                self._db.execute("INSERT OR IGNORE INTO class (name, bases) VALUES (?, ?)", (name, json.dumps(bases)))
                self._classes[number] = self._db.execute("SELECT id FROM class WHERE name = ?", (name,)).fetchone()[0]
            case ["object", number, cls]:
                self._db.execute("INSERT INTO object VALUES (?, ?, 0)", (self._object(number), self._classes[cls]))
            case ["closed", number]:
                self._db.execute("UPDATE object SET closed = 1 WHERE id = ?", (self._object(number),))
            case ["track", number, thread, task]:
                self._db.execute("INSERT INTO track VALUES (?, ?, ?, ?)", (self._process, number, thread, int(task)))
            case ["observed", observed, failures]:
                self._db.execute(
                    "UPDATE process SET observed = ?, failures = ? WHERE id = ?", (observed, failures, self._process)
                )
            case ["begin", number, parent, function, track, written, born, cls] if number not in ended:
                self._call(number, parent, function, track, written, None, "unfinished", 0, 0, born, cls)
            case ["call", *rest]:
                self._call(*rest)
            case _:
                pass

    def _call(  # noqa: PLR0917 (a line of the journal, in its order)
        self,
        number: int,
        parent: int,
        function: int,
        track: int,
        written: list[Recorded],
        result: Recorded,
        raised: str | None,
        compared: int,
        changed: int,
        born: int,
        cls: int,
    ) -> None:
        arguments = " ".join(str(self._value(each)) for each in written)
        self._db.execute(
            "INSERT OR REPLACE INTO call VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._calls[number],
                self._process,
                self._calls.get(parent),
                self._functions[function],
                track,
                arguments,
                None if result is None else self._value(result),
                raised,
                compared,
                changed,
                self._object(born) if born else None,
                self._classes[cls] if cls else None,
            ),
        )

    def _value(self, value: Recorded) -> int:
        key = _key(value)
        number = self._values.get(key)
        if number is None:
            number = self._values[key] = self._known("value", "json = ?", (encode(renumbered(value, self._object)),))
        return number

    def _object(self, number: int) -> int:
        return self._first_object + number

    def _known(self, table: str, condition: str, columns: tuple[Any, ...]) -> int:
        found = self._db.execute(f"SELECT id FROM {table} WHERE {condition}", columns).fetchone()
        if found is not None:
            return int(found[0])
        places = ", ".join("?" * len(columns))
        return self._inserted(f"INSERT INTO {table} VALUES (NULL, {places})", columns)

    def _inserted(self, statement: str, columns: tuple[Any, ...] = ()) -> int:
        number = self._db.execute(statement, columns).lastrowid
        assert number is not None
        return number


def _key(value: Recorded) -> object:
    """What a value is known by: most are atoms or objects, and need not be encoded to be told apart."""
    if type(value) is list and len(value) == 2 and type(value[1]) in _PLAIN:
        return (value[0], type(value[1]), value[1])
    # 0.0 and -0.0 are equal, and are not the same
    return (type(value), value) if type(value) in _PLAIN else encode(value)


def renumbered(value: Recorded, number_of: Callable[[int], int]) -> Recorded:
    """A recorded value whose objects have other numbers."""
    match value:
        case ["object", number]:
            return ["object", number_of(number)]
        case ["dict", pairs]:
            return ["dict", [[renumbered(key, number_of), renumbered(each, number_of)] for key, each in pairs]]
        case ["list" | "tuple" | "set" | "frozenset" as kind, items]:
            return [kind, [renumbered(each, number_of) for each in items]]
        case _:
            return value


def largest(connection: sqlite3.Connection, table: str) -> int:
    """The largest number in a table."""
    return int(connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])


class Recording:
    """What a recording holds, read as it is asked for."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self.classes: dict[int, str] = dict(connection.execute("SELECT id, name FROM class"))
        self.bases: dict[str, tuple[str, ...]] = {
            name: tuple(json.loads(bases)) for name, bases in connection.execute("SELECT name, bases FROM class")
        }
        self.objects: dict[int, str] = {
            number: self.classes[cls] for number, cls in connection.execute("SELECT id, class FROM object")
        }
        self.functions: dict[int, FunctionRow] = {
            number: FunctionRow(module, path, sort, tuple(json.loads(parameters)))
            for number, module, path, sort, parameters in connection.execute("SELECT * FROM function")
        }
        self.values: dict[int, Recorded] = {
            number: json.loads(text) for number, text in connection.execute("SELECT id, json FROM value")
        }

        self._inside: dict[int, tuple[int, ...]] = {}

    def inside(self, value: int) -> tuple[int, ...]:
        """The objects in a value."""
        found = self._inside.get(value)
        if found is None:
            found = self._inside[value] = tuple(dict.fromkeys(_objects_in(self.values[value])))
        return found

    @property
    def observed(self) -> int:
        """Calls that were heard of, recorded or not."""
        return int(self._db.execute("SELECT coalesce(sum(observed), 0) FROM process").fetchone()[0])

    @property
    def failures(self) -> int:
        """How often recording failed, which the program did not notice."""
        return int(self._db.execute("SELECT coalesce(sum(failures), 0) FROM process").fetchone()[0])

    def calls(self) -> Iterator[CallRow]:
        """All calls, in the order in which they began."""
        for row in self._db.execute("SELECT * FROM call ORDER BY id"):
            number, process, parent, function, track, arguments, result, raised, compared, changed, born, cls = row
            yield CallRow(
                number,
                # a call began after the one it was made in, or else the file is damaged
                parent if parent is not None and parent < number else None,
                self.functions[function],
                (process, track),
                tuple(map(int, arguments.split())),
                result,
                raised,
                compared,
                changed,
                born,
                None if cls is None else self.classes[cls],
            )


def _objects_in(value: Recorded) -> Iterator[int]:
    match value:
        case ["object", number]:
            yield number
        case ["dict", pairs]:
            for pair in pairs:
                yield from (number for each in pair for number in _objects_in(each))
        case ["list" | "tuple" | "set" | "frozenset", items]:
            yield from (number for each in items for number in _objects_in(each))
        case _:
            return


@contextmanager
def reading(file: Path) -> Iterator[Recording]:
    """A recording to read, with what unfinished runs have left beside it."""
    if file.is_file() or not leftovers(file):
        check_exists(file)
    absorb(file)
    with opened(file) as connection:
        yield Recording(connection)


def check_exists(file: Path) -> None:
    """Complain if there is no recording."""
    if not file.is_file():
        raise BadRecording(file, "there is no such file; `caddis trace` makes one")
