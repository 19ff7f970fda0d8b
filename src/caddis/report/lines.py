"""Lines on a terminal, or in a file that its user will search."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text


def printable(text: str) -> str:
    """What the target says must not move cursors."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def print_line(console: Console, line: Text) -> None:
    """Print a line as it is, however long."""
    line.rstrip()
    console.print(line, soft_wrap=True, highlight=False)


def counted(number: int, noun: str, plural: str = "s") -> str:
    """So many of something."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}{plural}"
