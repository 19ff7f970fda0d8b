"""What is tried: a sequence that is known to run, and what is called next."""

from __future__ import annotations

import re
from collections.abc import Iterable

from caddis.generate.draft import Choice, Draft, Lesson
from caddis.model.component import Shape
from caddis.model.sequence import Literal, Statement, code_of

_WORD = re.compile(r"\w+")
_OF_NUMBER = re.compile(r"\b(?:expected|takes|missing)\b.*\barguments?\b")


class Proposal:
    """A sequence to try: a prefix that is known to run, and new calls to append one after the other.

    Nobody changes it; to have Python see to that would take longer than all else that is done to make one.
    """

    __slots__ = ("blemished", "calls", "code", "lessons", "prefix", "prints", "shapes", "statements", "whole")

    def __init__(
        self,
        prefix: tuple[Statement, ...],
        calls: tuple[Statement, ...],
        shapes: tuple[Shape | None, ...],
        prints: tuple[int | None, ...],
        *,
        lessons: Iterable[tuple[Lesson, Choice]] = (),
        blemished: bool = False,
        whole: bool = False,
        code: int | None = None,
    ) -> None:
        """`code` is the number of all statements, where somebody knows it already."""
        self.prefix = prefix
        self.calls = calls
        self.statements = prefix + calls
        self.shapes = shapes
        self.prints = prints
        self.lessons = lessons
        """Who wants to know what comes of it, each with the value it chose."""
        self.blemished = blemished
        """Whether a value in it breaks a law, as is known already."""
        self.whole = whole
        """Whether it is a whole program, none of which was tried before."""
        self.code = code_of(self.statements) if code is None else code


def unknown(statements: tuple[Statement, ...]) -> Proposal:
    """A proposal of which no state is known."""
    nothing: tuple[None, ...] = (None,) * (len(statements) - 1)
    return Proposal(statements[:-1], statements[-1:], nothing, nothing)


def from_draft(draft: Draft, *, whole: bool = False) -> Proposal:
    """A draft, the last statement of which is the call."""
    prefix, calls = draft.statements[:-1], draft.statements[-1:]
    return Proposal(prefix, calls, draft.shapes[:-1], draft.prints[:-1], whole=whole)


def blamed_by(proposal: Proposal, said: str) -> frozenset[str]:
    """The classes of values passed that an exception names, as in `'int' object is not iterable`."""
    end = len(proposal.prefix)
    passed = [end + each if isinstance(each, int) else each for each in proposal.calls[0].arguments]
    return frozenset(_WORD.findall(said)).intersection([class_name(proposal, each) for each in passed])


def is_of_number(said: str) -> bool:
    """Whether an exception says that there were too few arguments or too many, which says nothing of what they are."""
    return _OF_NUMBER.search(said) is not None


def class_name(proposal: Proposal, choice: Choice) -> str:
    """What the class of a value is called, if it is known."""
    if isinstance(choice, Literal):
        return type(choice.value).__name__
    shape = proposal.shapes[choice] if choice is not None and choice < len(proposal.shapes) else None
    return shape[0].__name__ if shape else ""
