"""What a library's checker tells of a contract that was broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import FrameType, TracebackType
from typing import Any

from caddis.judge.sources import text_of_lambda


class Part(StrEnum):
    """What of a contract was broken; also how findings and configuration name it."""

    PRECONDITION = "precondition"
    POSTCONDITION = "postcondition"
    INVARIANT = "invariant"
    RAISES = "declared_exceptions"
    REASON = "declared_reason"
    EFFECTS = "declared_effects"


@dataclass(frozen=True, slots=True)
class Broken:
    """A broken contract: which part, whose it is, the condition and what its author says of it."""

    part: Part
    callee: Any
    """The function, or for an invariant the class, that the contract is stated of."""
    condition: Any = None
    description: str = ""
    raised: bool = False
    """Whether the condition had no answer but an exception."""
    before: bool = False
    """Whether an invariant was broken already when the call began."""
    first: Any = None
    """The first argument of the call: the receiver, if it is a method."""

    @property
    def text(self) -> str:
        """The condition in words, or as it is written."""
        code = getattr(self.condition, "__code__", None)
        written = text_of_lambda(code) if code is not None else ""
        return self.description or written or str(getattr(self.condition, "__name__", ""))


@dataclass(frozen=True, slots=True)
class Trace:
    """The entries of a traceback, outermost first, and which of them run code of a contract library."""

    entries: tuple[TracebackType, ...]
    exception: BaseException
    start: int
    """The first of the library's entries that lead to the innermost of them without any other in between."""
    end: int
    """The entry after that innermost one: its condition, or the body of a function."""

    @property
    def checking(self) -> list[FrameType]:
        """The frames of the library that were at work last, the innermost first."""
        return [entry.tb_frame for entry in reversed(self.entries[self.start : self.end])]

    @property
    def within(self) -> Any:
        """The code that the library was calling when it was raised, if any."""
        return self.entries[self.end].tb_frame.f_code if self.end < len(self.entries) else None


def trace(exception: BaseException, is_library: Callable[[FrameType], bool]) -> Trace | None:
    """The traceback of an exception, if code of a library is in it."""
    entries: list[TracebackType] = []
    traceback = exception.__traceback__
    end = 0
    while traceback is not None:
        entries.append(traceback)
        if is_library(traceback.tb_frame):
            end = len(entries)
        traceback = traceback.tb_next
    if not end:
        return None
    start = end - 1
    while start and is_library(entries[start - 1].tb_frame):
        start -= 1
    return Trace(tuple(entries), exception, start, end)


def code_of(condition: Any) -> Any:
    """The code that runs when a condition is asked, if it is a Python function."""
    return getattr(condition, "__code__", None)


def first_of(frame: FrameType) -> Any:
    """The first of the positional arguments that a checker was given for the function it checks."""
    arguments = frame.f_locals.get("args")
    return arguments[0] if isinstance(arguments, tuple) and arguments else None
