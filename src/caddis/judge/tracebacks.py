"""Whose code it is that a traceback goes through, and which instruction raised."""

from __future__ import annotations

import opcode
import os
import traceback
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
    entry = exception.__traceback__
    if entry is None:
        return False
    while entry.tb_next is not None:
        entry = entry.tb_next
    return opcode_of(entry) == RAISE


def refused_at(exception: BaseException, owned: Owned) -> str:
    """The line of the target's at which it refused something on purpose: by `raise`, or by an `assert` at the very top.

    Empty if it was anything else: the interpreter, the code of others, an inner check, what is not written yet.
    """
    entry = exception.__traceback__
    if entry is None or not isinstance(exception, Exception) or isinstance(exception, NotImplementedError):
        return ""
    while entry.tb_next is not None:
        entry = entry.tb_next
    code = entry.tb_frame.f_code
    if opcode_of(entry) != RAISE or not owned(entry.tb_frame.f_globals.get("__name__", "")):
        return ""
    if isinstance(exception, AssertionError) and entry.tb_lineno not in leading_asserts(code):
        return ""
    return f"{code.co_filename}:{entry.tb_lineno}"


def line_of(entry: TracebackType) -> int:
    """The line that a traceback stands at; that of the function where an instruction belongs to none."""
    line: int | None = entry.tb_lineno
    return entry.tb_frame.f_code.co_firstlineno if line is None else line


MOST_LINES, MOST_FRAMES = 12, 6
"""How much is told of an exception."""


def in_lines(exception: BaseException) -> str:
    """What an exception says, and the lines it came through, the innermost last; without any of ours."""
    said = "".join(traceback.format_exception_only(exception)).rstrip().splitlines()
    frames = [
        f"  at {entry.filename}:{entry.lineno}, in {entry.name}: {entry.line}"
        for entry in traceback.extract_tb(exception.__traceback__)
        if not entry.filename.startswith(_OURS)
    ]
    return "\n".join([*said[:MOST_LINES], *frames[-MOST_FRAMES:]])


_OURS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
