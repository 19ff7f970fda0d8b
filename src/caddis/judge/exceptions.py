"""What an exception of the code under test tells: where it came from, and whether the code raised it on purpose."""

from __future__ import annotations

import opcode
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, TracebackType

from caddis.model.operation import Kind
from caddis.model.sequence import Literal, Statement
from caddis.model.verdict import Location, Violation

_RAISE = opcode.opmap["RAISE_VARARGS"]
_INDEXING = frozenset({"__getitem__", "__setitem__", "__delitem__"})

Owned = Callable[[str], bool]
"""Whether a module, by name, belongs to the target."""


def judge_exception(
    statements: tuple[Statement, ...], values: list[object], exception: BaseException, owned: Owned
) -> Violation | None:
    """The broken contract an exception shows, if any: the method contracts of Figure 4 carried to Python."""
    entries = list(_entries(exception.__traceback__))
    if not entries or not owned(entries[-1][0].f_globals.get("__name__", "")):
        return None
    frame, position = entries[-1]
    contract = _broken(statements, values, exception, on_purpose=_on_purpose(frame.f_code, position))
    if contract is None:
        return None
    return Violation(
        contract,
        describe(exception),
        exception=type(exception).__name__,
        location=location(exception, owned),
    )


def _broken(
    statements: tuple[Statement, ...], values: list[object], exception: BaseException, *, on_purpose: bool
) -> str | None:
    match exception:
        case AssertionError():
            return "no_assertion_error"
        case IndexError() if not on_purpose and not _is_indexing(statements[-1]):
            return "no_index_error"
        case AttributeError() | TypeError() if not on_purpose and "NoneType" in str(exception):
            return None if _was_given_none(statements, values) else "no_none_error"
    return None


def _is_indexing(statement: Statement) -> bool:
    # `x[i]` answers a wrong index with IndexError: that is the protocol
    return statement.operation.kind is Kind.OPERATOR and statement.operation.name in _INDEXING


def _was_given_none(statements: tuple[Statement, ...], values: list[object]) -> bool:
    """Whether a None went into the call, also inside a container, or into an earlier one that may have kept it."""
    if any(isinstance(a, Literal) and a.value is None for statement in statements for a in statement.arguments):
        return True
    inputs = [values[len(values) + back] for back in statements[-1].references]
    return any(value is None or _holds_none(value) for value in inputs)


def _holds_none(value: object) -> bool:
    match value:
        case list() | tuple() | set() | frozenset():
            return any(item is None for item in value)
        case dict():
            return any(item is None for pair in value.items() for item in pair)
    return False


def _on_purpose(code: CodeType, position: int) -> bool:
    """Whether the instruction that raised is a `raise` or an `assert`, not the interpreter on its way."""
    return code.co_code[position] == _RAISE


def _entries(traceback: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """The frames of a traceback below our own interpreter, outermost first."""
    first = True
    while traceback is not None:
        if not first:
            yield traceback.tb_frame, traceback.tb_lasti
        first = False
        traceback = traceback.tb_next


def location(exception: BaseException, owned: Owned) -> Location | None:
    """The innermost line of the target's own code that an exception passed through."""
    found = None
    traceback = exception.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if owned(frame.f_globals.get("__name__", "")):
            code = frame.f_code
            found = Location(code.co_filename, traceback.tb_lineno, code.co_qualname)
        traceback = traceback.tb_next
    return found


def describe(exception: BaseException) -> str:
    """The exception in one line."""
    try:
        text = str(exception).split("\n")[0][:200]
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        text = ""
    return f"{type(exception).__name__}: {text}" if text else type(exception).__name__
