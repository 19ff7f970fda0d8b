"""Whose code it is that a traceback goes through, and which instruction raised."""

from __future__ import annotations

import opcode
from collections.abc import Callable
from types import TracebackType

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
