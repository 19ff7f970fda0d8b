"""How coverage.py reads a module: what it leaves out by default, and which lines belong together."""

from __future__ import annotations

import ast
import re
from typing import Any

Loop = ast.For | ast.AsyncFor | ast.While

_UNCOUNTED = re.compile(
    r"^(?!\s*#).*#\s*(?:pragma|PRAGMA)[:\s]?\s*(?:no|NO)\s*(?:cover|COVER)"
    r"|^\s*if (?:typing\.)?TYPE_CHECKING:"
    r"|^\s*(?:(?:(?:async )?def .*?)?[\])]+(?:\s*->.*?)?:\s*)?\.\.\.\s*(?:#|$)",
    re.MULTILINE,
)
"""The lines coverage.py leaves out by default: they, and the suite they open, count no branches."""

_WAIVED = re.compile(r"^(?!\s*#).*#\s*(?:pragma|PRAGMA)[:\s]?\s*(?:no|NO)\s*(?:branch|BRANCH)", re.MULTILINE)
"""The lines of which coverage.py takes every branch as covered."""


class Text:
    """The text of a module, as coverage.py reads it."""

    def __init__(self, text: str) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines = text.split("\n")
        self._uncounted = _matching_lines(_UNCOUNTED, text)
        self._waived = _matching_lines(_WAIVED, text)

    def leaves_out(self, node: ast.AST) -> bool:
        """Whether coverage.py leaves out a simple statement, or what opens the suite of a compound one."""
        if not self._uncounted:
            return False
        start, stop = head_of(node)
        body = getattr(node, "body", None)
        if isinstance(body, list) and self.is_inline(body):
            stop = max(stop, body[0].lineno + 1)
        return any(line in self._uncounted for line in range(start, stop))

    def leaves_out_else(self, node: ast.If | Loop) -> bool:
        """Whether coverage.py leaves out the `else:` of a statement; an `elif` speaks for itself."""
        if not self._uncounted or not node.orelse:
            return False
        start = (node.body[-1].end_lineno or 0) + 1
        return any(line in self._uncounted for line in range(start, node.orelse[0].lineno))

    def leaves_out_sides(self, node: ast.If | Loop, following: ast.stmt | None) -> bool:
        """Whether coverage.py leaves out where either side leads: behind the statement comes the `following` one."""
        otherwise = node.orelse[0] if node.orelse else following
        return self.leaves_out(node.body[0]) or (otherwise is not None and self.leaves_out(otherwise))

    def waives(self, node: ast.stmt | ast.pattern) -> bool:
        """Whether coverage.py takes where a statement or a case leads as covered, wherever that is."""
        return node.lineno in self._waived

    def leaves_out_case(self, case: ast.match_case) -> bool:
        """Whether coverage.py leaves out a case, or what it always leads to."""
        certain = case.guard is None and is_irrefutable(case.pattern)
        return self.leaves_out(case) or (certain and self.leaves_out(case.body[0]))

    def is_inline(self, body: list[ast.stmt]) -> bool:
        """Whether a suite stands on the line that opens it."""
        start = body[0]
        return self.lines[start.lineno - 1][: start.col_offset].strip() != ""


def head_of(node: Any) -> tuple[int, int]:
    """The lines, from and before, of a simple statement or of what opens the suite of a compound one."""
    if isinstance(node, ast.match_case):
        start = opening = node.pattern.lineno
    else:
        decorators = getattr(node, "decorator_list", None)
        start, opening = decorators[0].lineno if decorators else node.lineno, node.lineno
    if isinstance(node, ast.Match):
        stop = node.cases[0].pattern.lineno
    else:
        body = getattr(node, "body", None)
        stop = body[0].lineno if body else node.end_lineno + 1
    return start, max(stop, opening + 1)


def is_irrefutable(pattern: ast.pattern) -> bool:
    """Whether a pattern matches everything: a name, `_`, or an alternative that ends in one."""
    match pattern:
        case ast.MatchAs(pattern=inner):
            return inner is None or is_irrefutable(inner)
        case ast.MatchOr(patterns=patterns):
            return is_irrefutable(patterns[-1])
        case _:
            return False


def _matching_lines(expression: re.Pattern[str], text: str) -> frozenset[int]:
    """All lines that matches stretch over, the empty ones around them, too."""
    found: set[int] = set()
    line, reached = 1, 0
    for match in expression.finditer(text):
        first = line + text.count("\n", reached, match.start())
        line, reached = first + match.group().count("\n"), match.end()
        found.update(range(first, line + 1))
    return frozenset(found)
