"""Which lines of the target a run goes through, and from which to which."""

from __future__ import annotations

from collections import Counter
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


MOST_IN_VAIN = 5_000
"""Lines that a function may run, one after the other, without a new one among them, before nobody looks any more."""


class Lines:
    """The lines that are run in files that are watched, by this thread: a loop costs no more for going on."""

    def __init__(self, is_watched: Callable[[str], bool]) -> None:
        self.run: dict[tuple[str, int], None] = {}
        """Each with its file, in the order in which they were run first."""
        self._is_watched = is_watched
        self._in_vain: Counter[tuple[str, int]] = Counter()
        """By the file and the first line of a function."""

    @contextmanager
    def following(self) -> Iterator[None]:
        """Look at what is run in here."""
        before = gettrace()
        settrace(self._enter)
        try:
            yield
        finally:
            settrace(before)

    def _enter(self, frame: FrameType, event: str, _argument: object) -> Any:
        code = frame.f_code
        if event != "call" or not self._is_watched(code.co_filename) or self._is_known(frame):
            return None
        return self._step

    def _step(self, frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            code, line = frame.f_code, (frame.f_code.co_filename, frame.f_lineno)
            function = (code.co_filename, code.co_firstlineno)
            if line not in self.run:
                self.run[line] = None
                self._in_vain[function] = 0
            else:
                self._in_vain[function] += 1
                frame.f_trace_lines = not self._is_known(frame)
        return self._step

    def _is_known(self, frame: FrameType) -> bool:
        return self._in_vain[frame.f_code.co_filename, frame.f_code.co_firstlineno] > MOST_IN_VAIN
