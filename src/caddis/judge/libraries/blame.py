"""Whom a broken contract is to be blamed on (Klein, Flatt and Findler, section 2).

A precondition is the caller's duty, so it is broken by whoever called: by us, when we called the function ourselves,
and then it only tells that the input was no good; or by the target, which is a bug. What a function promises, its
postconditions, its invariants, the exceptions it declares, it breaks itself.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import CodeType, FrameType, TracebackType
from typing import Any, Final

from caddis.judge.asserts import leading_asserts
from caddis.judge.libraries import of_deal, of_icontract
from caddis.judge.libraries.broken import Broken, Part, Trace, trace
from caddis.judge.tracebacks import Owned, line_of
from caddis.model.classes import innermost
from caddis.model.explanation import OF_THE_WRONG_KIND
from caddis.model.operation import Kind
from caddis.model.sequence import Statement
from caddis.model.verdict import Confidence, Location, Violation


class Misuse:
    """The answer that a contract was broken by our own call."""


MISUSE: Final = Misuse()

_READERS = {of_icontract.NAME: of_icontract.broken, of_deal.NAME: of_deal.broken}
_MAKERS = frozenset({"__init__", "__new__", "__post_init__"})
_BY_US = frozenset({Kind.WRITE, Kind.DELETE})


def judge_stated(
    statements: tuple[Statement, ...], exception: BaseException, owned: Owned
) -> Violation | Misuse | None:
    """What an exception tells of the contracts that the target states; None if it does not speak of them."""
    libraries = tuple(name for name in _READERS if name in sys.modules)
    if libraries:
        seen = trace(exception, lambda frame: _library(frame) in libraries)
        if seen is not None:
            found = _READERS[_library(seen.checking[0])](seen)
            if found is not None:
                return _judged(found, seen, statements, owned)
    if isinstance(exception, AssertionError):
        return _judged_assert(exception, owned)
    return None


def admitted_by(exception: BaseException, owned: Owned) -> str:
    """The innermost function of the target's on the way of an exception that states preconditions, all of them met."""
    found, before, traceback = "", None, exception.__traceback__
    if of_icontract.NAME not in sys.modules:
        return found
    while traceback is not None:
        frame = traceback.tb_frame
        checked = before is not None and _library(before) == of_icontract.NAME and of_icontract.has_admitted(before)
        if checked and owned(_module(frame)):
            found = _name_of_frame(frame)
        before, traceback = frame, traceback.tb_next
    return found


def _library(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _judged(broken: Broken, seen: Trace, statements: tuple[Statement, ...], owned: Owned) -> Violation | Misuse | None:
    before = seen.entries[: seen.start]
    match broken.part:
        case Part.PRECONDITION:
            if broken.raised:
                # a question without an answer is ours if we asked it, and else an exception like any other
                return MISUSE if _caller(before, _called_of(broken), owned) is None else None
            return _of_caller(broken, seen.exception, before, owned)
        case Part.INVARIANT if broken.before:
            # somebody reached into the object between two calls, and no frame tells who
            return MISUSE
        case Part.INVARIANT if isinstance(broken.callee, type) and statements[-1].operation.kind in _BY_US:
            # no code of the target's may have stood between us and the attribute
            if _caller(before, _called_of(broken), owned) is None:
                return MISUSE
    return _of_callee(broken, seen, statements, owned)


def _of_caller(
    broken: Broken, exception: BaseException, before: tuple[TracebackType, ...], owned: Owned
) -> Violation | Misuse:
    entry = _caller(before, _called_of(broken), owned)
    if entry is None:
        return MISUSE
    caller, callee = _name_of_frame(entry.tb_frame), _name(broken.callee)
    return Violation(
        broken.part.value,
        f"precondition of {callee} broken by its caller {caller}{_said(broken.text)}",
        exception=type(exception).__name__,
        location=_at(entry),
        why=f"{caller} itself makes the call, and a precondition is for the caller to keep.",
        blame=caller,
    )


def _of_callee(
    broken: Broken, seen: Trace, statements: tuple[Statement, ...], owned: Owned
) -> Violation | Misuse | None:
    callee = broken.callee
    if isinstance(callee, type):
        # checked when an attribute was set: the code that sets it is what breaks the invariant
        entry = next((e for e in reversed(seen.entries[: seen.start]) if owned(_module(e.tb_frame))), None)
        name = _name_of_frame(entry.tb_frame) if entry is not None else _name(callee)
        where = _at(entry) if entry is not None else None
    else:
        name, where = _name(callee), _definition(broken)
    if not owned(name) and not owned(str(getattr(callee, "__module__", ""))):
        # a fault of another package's, met on the way
        return MISUSE
    cause = seen.exception.__cause__ if broken.part is Part.RAISES else None
    if cause is not None:
        where = _innermost(cause, owned) or where
    confidence, why = _confidence(broken, seen.exception, cause, name, statements)
    return Violation(
        broken.part.value,
        _message(broken, name, cause),
        exception=type(seen.exception).__name__,
        location=where,
        confidence=confidence,
        why=why,
        blame=name,
    )


def _message(broken: Broken, name: str, cause: BaseException | None) -> str:
    text = _said(broken.text)
    match broken.part:
        case Part.POSTCONDITION:
            return f"postcondition broken by {name}{text}"
        case Part.INVARIANT:
            return f"invariant broken by {name}{text}"
        case Part.RAISES:
            raised = type(cause).__name__ if cause is not None else "an exception"
            return f"{raised} raised by {name}, which does not declare it"
        case Part.REASON:
            return f"exception raised by {name} for another reason than it declares{text}"
        case _:
            return f"effect of {name} that it declares not to have{text}"


def _confidence(
    broken: Broken,
    exception: BaseException,
    cause: BaseException | None,
    name: str,
    statements: tuple[Statement, ...],
) -> tuple[Confidence, str]:
    """How sure it is that the callee is at fault, and why."""
    told = exception if broken.raised else cause
    if told is not None and type(told).__name__ in OF_THE_WRONG_KIND:
        return Confidence.LOW, f"It may be that {name} was given something of a type it is not made for."
    last = statements[-1]
    if broken.part is Part.INVARIANT and last.operation.kind is Kind.CONSTRUCTOR and any(_given(last)):
        why = (
            f"{name} states no precondition that these arguments break, but makes an object that breaks its invariant."
        )
        return Confidence.MEDIUM, why
    if broken.raised:
        return Confidence.MEDIUM, f"The condition that {name} states raises an exception where it should hold."
    return Confidence.HIGH, f"No precondition of {name} was broken, so what it promises is for it to keep."


def _given(statement: Statement) -> list[bool]:
    return [argument is not None for argument in statement.arguments]


def _judged_assert(exception: AssertionError, owned: Owned) -> Violation | Misuse | None:
    """An assert at the top of a function is its precondition."""
    entries: list[TracebackType] = []
    traceback = exception.__traceback__
    while traceback is not None:
        entries.append(traceback)
        traceback = traceback.tb_next
    frame = entries[-1].tb_frame if entries else None
    if frame is None or not owned(_module(frame)) or entries[-1].tb_lineno not in leading_asserts(frame.f_code):
        return None
    entry = _caller(tuple(entries[:-1]), _called_in(frame), owned)
    if entry is None:
        return MISUSE
    caller, callee = _name_of_frame(entry.tb_frame), _name_of_frame(frame)
    return Violation(
        Part.PRECONDITION.value,
        f"first assertion of {callee} broken by its caller {caller}",
        exception=type(exception).__name__,
        location=_at(entry),
        confidence=Confidence.MEDIUM,
        why=f"{caller} itself makes the call, and what a function asserts first is for the caller to keep.",
        blame=caller,
    )


def _caller(before: tuple[TracebackType, ...], called: _Called, owned: Owned) -> TracebackType | None:
    """The nearest of the target's own calls that led to what was called; None if that was ours.

    A decorator calls nothing of its own accord, nor does a constructor that calls the one of its base; and where a
    private helper asserts, it does so for the function that calls it.
    """
    for entry in reversed(before):
        frame = entry.tb_frame
        if not owned(_module(frame)):
            continue
        makes = frame.f_code.co_name in _MAKERS and called.name in _MAKERS and _first(frame) is called.first
        if makes or _closes_over(frame, called.code):
            continue
        if called.asserts and called.is_private:
            called = _called_in(frame)
            continue
        return entry
    return None


@dataclass(frozen=True, slots=True)
class _Called:
    """A function that was called, and its first argument."""

    name: str
    code: CodeType | None
    first: Any
    asserts: bool = False

    @property
    def is_private(self) -> bool:
        return self.name.startswith("_") and not self.name.endswith("__")


def _called_of(broken: Broken) -> _Called:
    function = innermost(broken.callee)
    return _Called(getattr(function, "__name__", ""), getattr(function, "__code__", None), broken.first)


def _called_in(frame: FrameType) -> _Called:
    return _Called(frame.f_code.co_name, frame.f_code, _first(frame), asserts=True)


def _first(frame: FrameType) -> Any:
    code = frame.f_code
    return frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None


def _closes_over(frame: FrameType, code: CodeType | None) -> bool:
    """Whether a frame is that of a function made around another: a decorator's."""
    held = frame.f_locals
    inner = (innermost(held.get(name)) for name in frame.f_code.co_freevars)
    return code is not None and any(getattr(each, "__code__", None) is code for each in inner)


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _name_of_frame(frame: FrameType) -> str:
    return f"{_module(frame)}.{frame.f_code.co_qualname}"


def _name(thing: Any) -> str:
    thing = innermost(thing)
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', type(thing).__name__)}"


def _at(entry: TracebackType) -> Location:
    code = entry.tb_frame.f_code
    return Location(code.co_filename, line_of(entry), code.co_qualname)


def _definition(broken: Broken) -> Location | None:
    """The line of the condition, since a function may state several; that of the function if there is none."""
    code = getattr(innermost(broken.callee), "__code__", None)
    condition = getattr(broken.condition, "__code__", None)
    if code is None:
        return None
    shown = condition if condition is not None else code
    return Location(shown.co_filename, shown.co_firstlineno, code.co_qualname)


def _innermost(exception: BaseException, owned: Owned) -> Location | None:
    found, traceback = None, exception.__traceback__
    while traceback is not None:
        if owned(_module(traceback.tb_frame)):
            found = _at(traceback)
        traceback = traceback.tb_next
    return found


def _said(text: str) -> str:
    return f": {text}" if text else ""
