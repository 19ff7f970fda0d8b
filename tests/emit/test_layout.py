"""Statements are laid out over lines as `ruff format` would do it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from caddis.emit.layout import lay_out

RUFF = Path(sys.executable).with_name("ruff")


def formatted(source: str) -> list[str]:
    """The lines that ruff makes of some source."""
    command = [RUFF, "format", "--isolated", "-"]
    done = subprocess.run(command, input=f"{source}\n", text=True, capture_output=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.skipif(not RUFF.exists(), reason="ruff is not installed here")
@pytest.mark.parametrize(
    "source",
    [
        'tree = parse("{text}")',
        'assert parse("{text}", depth=1) == 1',
        'assert shown(tree) == "{text}"',
        'assert "{text}" in shown(tree)',
        'several = [1, ("{text}", 2)]',
        'with pytest.raises(ValueError, match="{text}"):\n    parse(1)',
    ],
)
@pytest.mark.parametrize(
    "text", ["a word or two " * 12, "the first line\\nthe second, which is longer\\n" * 3, "x" * 150]
)
def test_a_text_too_long_for_a_line_is_written_in_pieces(source: str, text: str) -> None:
    """The same text, in lines that `ruff format` leaves as they are."""
    written = source.replace("{text}", text)
    lines = lay_out(written, 0)

    assert max(map(len, lines)) <= 88
    assert ast.dump(ast.parse("\n".join(lines))) == ast.dump(ast.parse(written))
    assert formatted("\n".join(lines)) == lines
