"""The docstring of a finding's test: what happened, what was expected, where, why it matters, how to silence it."""

from __future__ import annotations

import textwrap

from caddis.emit.printer import INDENT, WIDTH, width
from caddis.model.finding import Finding

MOST_NAMED = 5
"""Entry points that are named."""
MOST_PRINTED = 10
"""Lines of output that are shown."""
PRINTED_WIDTH = 100
"""The column that no shown line of output goes beyond."""


def docstring(finding: Finding) -> list[str]:
    """Lines that need no more formatting, between three double quotes."""
    violation = finding.violation
    location = violation.location
    paragraphs = [_wrap(_sentence(finding.headline, code=finding.operation.path))]
    told = []
    if finding.expected not in finding.headline:
        told.append(f"Expected: {finding.expected}")
    if location:
        told.append(f"At {location.file}:{location.line}, in {location.function}")
    if violation.blame:
        told.append(f"To blame: {violation.blame}")
    if violation.why:
        told.append(f"Why it is taken for a bug: {violation.why}")
    if others := finding.entry_points[1:]:
        told.append(f"Also reached by {_listed(others)}")
    if told:
        paragraphs.append([line for one in told for line in _wrap(_sentence(one))])
    if printed := _printed(finding.output):
        paragraphs += [["It printed:"], printed]
    paragraphs.append(["Not a bug? Under [tool.caddis] in pyproject.toml:", *_silencing(finding)])
    first, *rest = [line for paragraph in paragraphs for line in ["", *paragraph]][1:]
    return [f'"""{first}', *rest, '"""']


def _silencing(finding: Finding) -> list[str]:
    entries = ", ".join(f'"{entry}"' for entry in finding.silencers)
    return [" " * INDENT + "".join(map(_character, f"ignore = [{entries}]"))]


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown


def _wrap(text: str) -> list[str]:
    columns = WIDTH - INDENT - 6
    return textwrap.wrap(text, columns, break_long_words=False, break_on_hyphens=False)


def _sentence(text: str, code: str | None = None) -> str:
    """Text that can stand between three double quotes as it is; if it begins with code, that stays as it is."""
    shown = "".join(map(_character, _without_quotes(" ".join(text.split()))))
    is_code = code is not None and text.startswith(code)
    started = shown[:1].upper() + shown[1:] if shown[:1].islower() and " " in shown and not is_code else shown
    spaced = f" {started}" if started.startswith('"') else started
    return spaced if spaced.endswith((".", "!", "?")) else f"{spaced}."


def _printed(output: str) -> list[str]:
    """The last lines of output, each cut where it gets too wide."""
    lines = [line.expandtabs().rstrip() for line in output.splitlines() if line.strip()]
    # a line of a megabyte is not worth looking at as a whole
    last = textwrap.dedent("\n".join(line[: 2 * PRINTED_WIDTH] for line in lines[-MOST_PRINTED:])).split("\n")
    return [" " * INDENT + _cut(line, PRINTED_WIDTH - 2 * INDENT) for line in last if line]


def _cut(line: str, columns: int) -> str:
    pieces = list(map(_character, _without_quotes(line)))
    if width("".join(pieces)) <= columns:
        return "".join(pieces)
    while width("".join(pieces)) >= columns:
        pieces.pop()
    return "".join(pieces) + "…"


def _without_quotes(text: str) -> str:
    return text.replace('"""', "'''")


def _character(character: str) -> str:
    """A character, or the escape it is known by, for the reader of the source and of the docstring alike."""
    if character == "\\":
        return "\\\\"
    # not the character itself: since 3.13 a docstring with half a surrogate pair does not compile
    return character if character.isprintable() else "\\" + character.encode("unicode_escape").decode()
