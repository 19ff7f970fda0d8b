"""A finding as it is shown in a terminal and in a pipe."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

from rich.console import Console

from caddis.model.events import Reported
from caddis.model.verdict import Confidence, Location
from caddis.report.findings import show_finding

FOUND = Reported(
    id="0123456789",
    kind="no_index_error",
    operation="shop.Stack.pop",
    exception="IndexError",
    message="IndexError: list index out of range",
    headline="Stack.pop raised IndexError: list index out of range",
    expected="no index error",
    blame="shop._take",
    confidence=Confidence.HIGH,
    why="the interpreter raised it, and every argument was of the type that its annotation asks for",
    location=Location("shop/stack.py", 24, "_take", "return self._items[place]"),
    occurrences=1234,
    entry_points=("shop.Stack.pop", "shop.Stack.peek", "shop.Stack.drop", "shop.Stack.dup", "shop.Stack.nip"),
    statements=2,
    code="stack = Stack()\nstack.pop()",
    examples=(),
    silencers=("shop._take:no_index_error",),
    test="caddis-findings/test_shop_findings.py::test_stack_pop_no_index_error",
)


def shown(finding: Reported, *, terminal: bool) -> list[str]:
    """The lines of a finding, 80 columns wide where width means something."""
    stream = StringIO()
    console = Console(file=stream, width=80 if terminal else 160, force_terminal=terminal, color_system=None)
    show_finding(console, 1, finding)
    return stream.getvalue().splitlines()


def test_a_finding_is_a_small_block_that_fits_a_terminal() -> None:
    """What happened, what was wanted, where, whose fault, why, how often; the code; its test and how to silence it."""
    assert shown(FOUND, terminal=True) == [
        "1  Stack.pop raised IndexError: list index out of range",
        "   wanted  no index error",
        "   at      shop/stack.py:24, in _take: return self._items[place]",
        "   blame   shop._take",
        "   why     the interpreter raised it, and every argument was of the type that",
        "           its annotation asks for",
        "   seen    1,234 times, also by shop.Stack.peek, shop.Stack.drop, shop.Stack.dup",
        "           and 1 more; no_index_error, high confidence",
        "",
        "        stack = Stack()",
        "        stack.pop()",
        "",
        "   test    caddis-findings/test_shop_findings.py::test_stack_pop_no_index_error",
        '   no bug? ignore = ["shop._take:no_index_error"]',
        "",
    ]


def test_in_a_pipe_nothing_is_wrapped() -> None:
    """So that it can be searched."""
    long = replace(FOUND, why="because " * 50)

    assert any(line.endswith("because " * 49 + "because") for line in shown(long, terminal=False))


def test_markup_in_what_the_target_says_is_text() -> None:
    """Neither colours nor errors come of it."""
    nasty = replace(FOUND, headline="Stack.pop raised [/red] [bold]\x1b", output="[/x]\nlast words")

    assert shown(nasty, terminal=False)[0] == "1  Stack.pop raised [/red] [bold]\\x1b"
    assert "   printed last words" in shown(nasty, terminal=False)
