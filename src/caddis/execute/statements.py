"""Which lines were run, as far as probes show it: none of them needs a probe of its own.

A statement was run if the suite it begins was entered, or if the statement ahead of it was left: by one of its sides
that does not jump away. So each line has some probes, any of which shows that it was run. What raises in the midst of a
suite is not noticed: the rest of that suite counts as run, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import CodeType

Probes = frozenset[int] | None
"""Any of these shows that a place was come to; None where nothing leads to."""


class Statements:
    """Follows a module from statement to statement, as it is rewritten."""

    def __init__(self, plain: CodeType) -> None:
        """`plain` is the code of the module without probes: what is not in there is never run."""
        self._compiled = frozenset(_lines_of(plain))
        self._shown_by: dict[int, frozenset[int]] = {}
        self._breaks: list[Probes] = []
        self.now: Probes = None
        """What shows that we have come to where we are."""

    @property
    def shown_by(self) -> dict[int, tuple[int, ...]]:
        """For each line that coverage.py counts, the probes any of which shows that it was run."""
        return {line: tuple(sorted(probes)) for line, probes in self._shown_by.items()}

    def note(self, start: int, stop: int, probes: Probes) -> None:
        """A statement, or the head of one, stands on the lines from `start` to before `stop`."""
        if not self._compiled.isdisjoint(range(start, stop)):
            self._shown_by[start] = self._shown_by.get(start, frozenset()) | (probes or frozenset())

    def jump(self, statement: ast.stmt) -> None:
        """Nothing comes after a statement that jumps away; a `break` leads behind its loop."""
        if isinstance(statement, ast.Break) and self._breaks:
            self._breaks[-1] = joined((self._breaks[-1], self.now))
        self.now = None

    @contextmanager
    def apart(self, entry: int) -> Iterator[None]:
        """A function, which is run at another time."""
        now, self.now = self.now, frozenset({entry})
        breaks, self._breaks = self._breaks, []
        yield
        self.now, self._breaks = now, breaks

    @contextmanager
    def loop(self) -> Iterator[None]:
        """A loop: whatever breaks out of it goes on behind it."""
        self._breaks.append(None)
        yield
        self.now = joined((self.now, self._breaks.pop()))


def joined(several: Iterable[Probes]) -> Probes:
    """What shows that one of several places was come to."""
    found = [probes for probes in several if probes is not None]
    return frozenset().union(*found) if found else None


def _lines_of(code: CodeType) -> Iterator[int]:
    """The lines that code and the code inside it was made of."""
    for _, _, line in code.co_lines():
        if line is not None:
            yield line
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines_of(constant)
