"""Whose code it is that a traceback goes through, and which instruction raised."""

from __future__ import annotations

import opcode
from collections.abc import Callable
from types import TracebackType

from caddis.judge.asserts import leading_asserts

Owned = Callable[[str], bool]
"""Whether a module, by name, belongs to the target."""

RAISE = opcode.opmap["RAISE_VARARGS"]


def opcode_of(entry: TracebackType) -> int:
    """The instruction that a frame was at."""
    return entry.tb_frame.f_code.co_code[entry.tb_lasti]


def raised_on_purpose(exception: BaseException) -> bool:
    """Whether the instruction that raised is a `raise` or an `assert`, not the interpreter on its way."""
    traceback = exception.__traceback__
    if traceback is None:
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return opcode_of(traceback) == RAISE


def refused_at(exception: BaseException, owned: Owned) -> str:
    """The line of the target's at which it refused something on purpose: by `raise`, or by an `assert` at the very top.

    Empty if it was anything else: the interpreter, the code of others, an inner check, what is not written yet.
    """
    traceback = exception.__traceback__
    if traceback is None or not isinstance(exception, Exception) or isinstance(exception, NotImplementedError):
        return ""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    code = traceback.tb_frame.f_code
    if opcode_of(traceback) != RAISE or not owned(traceback.tb_frame.f_globals.get("__name__", "")):
        return ""
    if isinstance(exception, AssertionError) and traceback.tb_lineno not in leading_asserts(code):
        return ""
    return f"{code.co_filename}:{traceback.tb_lineno}"


def line_of(traceback: TracebackType) -> int:
    """The line that a traceback stands at; that of the function where an instruction belongs to none."""
    line: int | None = traceback.tb_lineno
    return traceback.tb_frame.f_code.co_firstlineno if line is None else line
