"""Which lines of the target a run goes through, and from which to which."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sys import gettrace, settrace  # bound here: the target may replace what its module holds
from types import FrameType
from typing import Any

Arc = tuple[str, int, int]
"""A file, a line, and the line run after it. The first of a function comes after minus the line of its definition, and
so does that after its last, unless this raises."""


@contextmanager
def traced(is_watched: Callable[[str], bool]) -> Iterator[set[Arc]]:
    """The arcs of whatever is run in here by this thread, in files that are watched."""
    arcs: set[Arc] = set()

    def enter(frame: FrameType, event: str, _argument: object) -> Any:
        code = frame.f_code
        file = code.co_filename
        if event != "call" or not is_watched(file):
            return None
        outside = last = -code.co_firstlineno
        raising = False

        def step(frame: FrameType, event: str, _argument: object) -> Any:
            nonlocal last, raising
            if event == "line":
                line = frame.f_lineno
                arcs.add((file, last, line))
                last = line
            elif event == "return" and not raising:
                arcs.add((file, last, outside))
            # a return that comes right after is none
            raising = event == "exception"
            return step

        return step

    before = gettrace()
    settrace(enter)
    try:
        yield arcs
    finally:
        settrace(before)
