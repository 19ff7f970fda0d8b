"""Tests as functions: what stands around their statements, and several that differ only in values as one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from collections.abc import Sequence as Listing
from dataclasses import dataclass, replace

from caddis.emit.ids import row_ids
from caddis.emit.imports import Import
from caddis.emit.layout import defines
from caddis.emit.leaves import Code
from caddis.emit.merging import NEEDED, Table, tabulated
from caddis.emit.printer import INDENT, Document, Group, bracketed, listed, render
from caddis.model.finding import Case

SCENARIO = "scenario"
"""The name of the coroutine function inside a test that waits."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the statements of a test."""

    first: tuple[str, ...] = ()
    """Lines before them."""
    fixtures: tuple[str, ...] = ()
    waits: bool = False
    marks: tuple[str, ...] = ()
    """Those of a test that waits, which is then left to a plugin of pytest."""

    @property
    def indent(self) -> int:
        """How far from the left the statements stand."""
        return 2 * INDENT if self.waits and not self.marks else INDENT

    def function(
        self, name: str, statements: Iterable[str], parameters: Iterable[str] = (), decorator: Iterable[str] = ()
    ) -> str:
        """The whole test, ending with a line break; fixtures come first, as pytest fills them in by name."""
        lines = [*self.first]
        if self.waits and not self.marks:
            lines += [*([""] if self.first else []), *in_loop(statements)]
        else:
            statements = list(statements)
            lines += [*([""] if self.first and defines(statements) else []), *statements]
        marks = [f"@{mark}" for mark in self.marks] if self.waits else []
        above = "".join(f"{line}\n" for line in [*decorator, *marks])
        keyword = "async def" if marks else "def"
        indented = "".join(f"{' ' * INDENT}{line}\n" if line else "\n" for line in lines or ["pass"])
        taken: list[Document] = [*self.fixtures, *parameters]
        head: Document = bracketed("(", Group(listed(taken)), ")") if taken else "()"
        return above + "".join(f"{line}\n" for line in render([f"{keyword} {name}", head, ":"], 0)) + indented


def in_loop(lines: Iterable[str], apart: int = 1) -> list[str]:
    """Lines that wait, and, so many empty lines apart, how they are run."""
    indented = [" " * INDENT + line if line else "" for line in lines]
    return [f"async def {SCENARIO}():", *indented, *[""] * apart, f"asyncio.run({SCENARIO}())"]


@dataclass(frozen=True)
class Draft:
    """One test: its statements, what stands around them, and the imports it needs."""

    name: str
    statements: tuple[str, ...]
    needs: frozenset[Import]
    frame: Frame = Frame()
    signatures: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The names of positional parameters, by what is called."""
    shows: Case | None = None
    """The case it shows, unless that is not known."""
    text: str = ""
    """The whole test as it stands in a file that was read, perhaps with rows of its own; "" for one that is new."""
    rows: int = 1

    @property
    def source(self) -> str:
        """The test by itself."""
        return self.text or self.frame.function(self.name, self.statements)

    def renamed(self, name: str) -> Draft:
        """The same under another name."""
        text = re.sub(rf"^((?:async )?def ){re.escape(self.name)}\(", rf"\g<1>{name}(", self.text, count=1, flags=re.M)
        return replace(self, name=name, text=text)

    @property
    def code(self) -> Code:
        """Its statements, taken apart."""
        return Code("\n".join(self.statements), dict(self.signatures))


@dataclass(frozen=True)
class Entry:
    """One function of a test file: a test, or several that differ only in values, each of them a row with an id."""

    name: str
    drafts: tuple[Draft, ...]
    ids: tuple[str, ...] = ()
    given: bool = False
    """Whether the ids are written down; otherwise pytest makes the same."""
    reserved: frozenset[str] = frozenset()
    """The names that no parameter may have."""
    heading: str = ""
    """The class it belongs to, as a heading says it."""

    @property
    def tests(self) -> tuple[tuple[str, str], ...]:
        """What pytest would call each test, with its source as a test by itself."""
        if len(self.drafts) == 1:
            return ((self.drafts[0].name, self.drafts[0].source),)
        return tuple(
            (f"{self.name}[{identity}]", draft.source) for identity, draft in zip(self.ids, self.drafts, strict=True)
        )

    @property
    def source(self) -> str:
        """The function."""
        if len(self.drafts) == 1:
            return self.drafts[0].source
        table = self._table()
        decorator = table.decorator(self.ids if self.given else None)
        return self.drafts[0].frame.function(self.name, table.lines, table.parameters, decorator)

    @property
    def rows(self) -> int:
        """How often pytest runs it."""
        return sum(draft.rows for draft in self.drafts)

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases that its rows show."""
        return tuple(draft.shows for draft in self.drafts if draft.shows is not None)

    def renamed(self, name: str) -> Entry:
        """The same under another name."""
        drafts = (self.drafts[0].renamed(name),) if len(self.drafts) == 1 else self.drafts
        return replace(self, name=name, drafts=drafts)

    @property
    def needs(self) -> frozenset[Import]:
        """The imports it needs."""
        needed = frozenset(one for draft in self.drafts for one in draft.needs)
        return needed | {NEEDED} if len(self.drafts) > 1 else needed

    def only(self, names: Collection[str]) -> Entry | None:
        """With some of its tests, or with all if it is named itself; None if none is left."""
        if self.name in names:
            return self
        kept = [place for place, (name, _) in enumerate(self.tests) if name in names]
        if not kept:
            return None
        ids = tuple(self.ids[place] for place in kept) if self.ids else ()
        return replace(self, drafts=tuple(self.drafts[place] for place in kept), ids=ids)

    def _table(self) -> Table:
        first = self.drafts[0]
        reserved = self.reserved.union(first.frame.fixtures)
        return tabulated([draft.code for draft in self.drafts], reserved, first.frame.indent)


def single(draft: Draft, heading: str = "") -> Entry:
    """A test that stays by itself."""
    return Entry(draft.name, (draft,), heading=heading)


def merged(name: str, drafts: Listing[Draft], reserved: frozenset[str], heading: str = "") -> Entry:
    """Several tests that differ only in values, as one."""
    entry = Entry(name, tuple(drafts), reserved=reserved, heading=heading)
    ids, own = row_ids(entry._table())
    return replace(entry, ids=tuple(ids), given=not own)
