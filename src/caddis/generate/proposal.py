"""What is tried: a sequence that is known to run, and what is called next."""

from __future__ import annotations

import re
from dataclasses import dataclass

from caddis.generate.draft import Choice, Draft, Lesson
from caddis.model.component import Shape
from caddis.model.sequence import Literal, Statement, code_of

UNKNOWN = -1
"""No number of statements."""
_WORD = re.compile(r"\w+")
_OF_NUMBER = re.compile(r"\b(?:expected|takes|missing)\b.*\barguments?\b")


@dataclass(slots=True, repr=False)
class Proposal:
    """A sequence to try: a prefix that is known to run, and new calls to append one after the other.

    Nobody changes it; to have Python see to that would take longer than all else that is done to make one.
    """

    prefix: tuple[Statement, ...]
    calls: tuple[Statement, ...]
    shapes: tuple[Shape | None, ...]
    prints: tuple[int | None, ...]
    lessons: tuple[tuple[Lesson, Choice], ...] = ()
    """Who wants to know what comes of it, each with the value it chose."""
    blemished: bool = False
    """Whether a value in it breaks a law, as is known already."""
    whole: bool = False
    """Whether it is a whole program, none of which was tried before."""
    code: int = UNKNOWN
    """The number of all statements."""

    def __post_init__(self) -> None:
        if self.code == UNKNOWN:
            self.code = code_of(self.prefix + self.calls)


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
