"""A new sequence in the making."""

from __future__ import annotations

from typing import Protocol

from caddis.model.component import Component, Entry, Shape
from caddis.model.operation import Operation
from caddis.model.sequence import Argument, Literal, Statement, joined

Choice = int | Literal | None
"""The position of a value in the draft, a literal, or None when nothing could be found."""


class Lesson(Protocol):
    """Somebody who learns from what comes of a sequence."""

    def note(self, accepted: float) -> None:
        """Told 1 if the call went well, 0 if it was refused for what it was called with."""


class Draft:
    """Components joined one after the other, and the statements added to them."""

    __slots__ = (
        "blemished",
        "chosen",
        "code",
        "depth",
        "lessons",
        "limit",
        "operation",
        "prints",
        "shapes",
        "statements",
    )

    def __init__(self, limit: int, depth: int = 0) -> None:
        self.statements: tuple[Statement, ...] = ()
        self.code = 0
        """The number of the statements, as long as they were added here."""
        self.shapes: tuple[Shape | None, ...] = ()
        self.prints: tuple[int | None, ...] = ()
        self.limit = limit
        self.blemished = False
        self.depth = depth
        """How many definitions it stands in."""
        self.operation: Operation | None = None
        self.chosen: list[Choice] = []
        """What is about to be called, and what was chosen so far to call it with."""
        self.lessons: list[tuple[Lesson, Choice]] = []
        """Who wants to know what comes of it, each with the value it chose."""

    def learning(self, lesson: Lesson, choice: Choice) -> Choice:
        """A choice, of which somebody wants to know what comes of it."""
        self.lessons.append((lesson, choice))
        return choice

    def place(self, entry: Entry) -> int | None:
        """Append the component of an entry; the position of the value, or None when it would grow too long."""
        component: Component = entry[0]
        start, length = len(self.statements), len(component.shapes)
        if start + length >= self.limit:
            return None
        if start == 0:
            self.statements, self.code = component.sequence.statements, component.sequence.code
            self.shapes, self.prints, self.blemished = component.shapes, component.prints, component.blemished
            return entry[1]
        self.statements += component.sequence.statements
        self.code = joined(self.code, component.sequence.code, length)
        self.shapes += component.shapes
        self.prints += component.prints
        self.blemished = self.blemished or component.blemished
        return start + entry[1]

    def relative(self, chosen: list[int | Literal | None]) -> tuple[Argument, ...]:
        """Choices by absolute position as arguments of the next statement of this draft."""
        end = len(self.statements)
        return tuple([c - end if type(c) is int else c for c in chosen])

    def add(self, operation: Operation, chosen: list[int | Literal | None], shape: Shape | None = None) -> int:
        """Append a call whose value is wanted as an argument, and of which the shape may be known; its position."""
        statement = Statement(operation, self.relative(chosen))
        self.statements = (*self.statements, statement)
        self.code = joined(self.code, statement.code, 1)
        self.shapes = (*self.shapes, shape)
        self.prints = (*self.prints, None)
        return len(self.statements) - 1
