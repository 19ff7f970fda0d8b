"""An explanation as JSON and back, and no longer than can be read."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.console import Console

from caddis.model.explanation import Explained, Explanation, KnownParameter, State, Told
from caddis.report.explaining import MOST_NAMES, MOST_SHOWN, from_json, show_many, to_json

FAILING = Explained(
    "shop.Stack.pop",
    "method",
    "shop.Stack",
    State.NEVER_SUCCEEDED,
    "always raises [KeyError]",
    3,
    0,
    (("KeyError", 3),),
    (KnownParameter("x", True, "int", (Told("annotation", "int"),)),),
)


def shown(*operations: Explained, everything: bool = False) -> list[str]:
    """The lines a person reads."""
    console = Console(file=io.StringIO(), width=40)
    show_many(console, operations, everything=everything)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_an_explanation_is_the_same_after_json() -> None:
    """Nothing that is shown gets lost."""
    whole = Explanation(("shop",), 3, 1.5, "3.11.7", (FAILING, replace(FAILING, example="x = 1")))

    assert from_json(to_json(whole), "file") == whole


def test_operations_of_a_class_with_one_reason_share_a_line() -> None:
    """A few are named; brackets in a reason are no markup, and a narrow terminal cuts nothing."""
    alike = [replace(FAILING, operation=f"shop.Stack.pop{number}") for number in range(MOST_NAMES + 2)]
    names = ", ".join(f"pop{number}" for number in range(MOST_NAMES - 1))

    assert f"    {names}, 3 more: always raises [KeyError]" in shown(*alike)


def test_no_more_is_shown_than_can_be_read() -> None:
    """The rest is counted, and shown if asked."""
    many = [replace(FAILING, reason=str(number)) for number in range(MOST_SHOWN + 5)]

    assert "  ... and 5 more (--all shows them)" in shown(*many)
    assert f"    pop: {MOST_SHOWN}" not in shown(*many)
    assert f"    pop: {MOST_SHOWN + 4}" in shown(*many, everything=True)
