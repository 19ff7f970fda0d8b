"""A printer of documents with optional line breaks, after the one inside `ruff format`.

A group is printed on one line if it fits, and otherwise with every line break of its own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, assert_never

WIDTH = 88
INDENT = 4


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """A place to break; `flat` is what stands there otherwise."""

    flat: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Indent:
    """Content whose lines are indented once more; with `when`, only if that group broke."""

    content: Document
    when: Group | None = None


@dataclass(eq=False, slots=True)
class Group:
    """Content that is on one line, or broken at each of its own places; with `when`, only if that group broke."""

    content: Document
    when: Group | None = None
    broken: bool = False
    """The printer's note to itself, read by the parts that ask about this group."""


@dataclass(frozen=True, eq=False, slots=True)
class IfBroken:
    """Content that shows only when the group (the nearest one, if none is named) broke."""

    broken: Document
    flat: Document = ""
    group: Group | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Expandable:
    """Content that may be broken and still lets `group` count as being on one line."""

    content: Document
    group: Group


Document: TypeAlias = "str | Line | Indent | Group | IfBroken | Expandable | list[Document]"


class _Piece(NamedTuple):
    indent: int
    broken: bool
    document: Document
    expanded: bool = False


def width(text: str) -> int:
    """How many columns a line takes."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def flat(document: Document) -> str:
    """The document on one line."""
    match document:
        case str():
            return document
        case list():
            return "".join(map(flat, document))
        case Line(flat=text):
            return text
        case IfBroken(flat=content) | Indent(content=content) | Group(content=content) | Expandable(content=content):
            return flat(content)
    assert_never(document)


def bracketed(opening: str, content: Document, closing: str) -> Group:
    """Content that moves to lines of its own when it does not fit between its brackets."""
    return Group([opening, Indent([Line(), content]), Line(), closing])


def listed(items: list[Document]) -> Document:
    """Items with commas between them, and one behind when each has its own line."""
    content: list[Document] = []
    for item in items:
        content += [",", Line(" "), item] if content else [item]
    return [content, IfBroken(",")]


def render(document: Document, indent: int) -> list[str]:
    """The lines of a document; `indent` is the column it stands at, and is not part of the lines."""
    text: list[str] = []
    column = indent
    stack = [_Piece(indent, True, document)]
    while stack:
        piece = stack.pop()
        content = piece.document
        match content:
            case str():
                text.append(content)
                column += width(content)
            case Line(flat=between) if piece.broken:
                text.append("\n" + " " * (piece.indent - indent))
                column = piece.indent
            case Line(flat=between):
                text.append(between)
                column += len(between)
            case Group(when=condition) if condition is None or condition.broken:
                content.broken = False
                if piece.broken:
                    content.broken = not _fits([*stack, _Piece(piece.indent, False, content.content)], column)
                stack.append(_Piece(piece.indent, content.broken, content.content))
            case Expandable(content=inner, group=group) if not group.broken:
                stack.append(_Piece(piece.indent, True, inner))
            case _:
                stack.extend(_inside(piece))
    return [line.rstrip() for line in "".join(text).split("\n")]


def _fits(stack: list[_Piece], column: int) -> bool:
    """Whether the topmost piece, and what follows it up to the next line break, stays within the width."""
    first_line = True
    while stack:
        piece = stack.pop()
        content = piece.document
        match content:
            case str():
                column += width(content)
                if column > WIDTH and (first_line or not piece.expanded):
                    return False
            case Line() if piece.broken and not piece.expanded:
                return True
            case Line(flat=between):
                column = piece.indent if piece.broken else column + len(between)
                first_line = first_line and not piece.broken
            case Expandable(content=inner, group=group) if not group.broken:
                stack.append(_Piece(piece.indent, True, inner, expanded=True))
            case _:
                stack.extend(_inside(piece))
    return True


def _inside(piece: _Piece) -> Iterator[_Piece]:
    """What a piece is made of, last part first."""
    content = piece.document
    match content:
        case list():
            for part in reversed(content):
                yield piece._replace(document=part)
        case Indent(content=inner, when=group):
            deeper = INDENT if group is None or group.broken else 0
            yield piece._replace(indent=piece.indent + deeper, document=inner)
        case IfBroken(broken=shown, flat=otherwise, group=group):
            broken = piece.broken if group is None else group.broken
            yield piece._replace(document=shown if broken else otherwise)
        case Group(content=inner) | Expandable(content=inner):
            yield piece._replace(document=inner)
