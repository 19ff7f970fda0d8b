"""Only `@check` finds both bugs of SumStack, and takes the fewest lines."""

from __future__ import annotations

import pytest
from benchmarks.side_by_side import ROOT, WAYS, lines_of, tried

FOUND = {
    "hypothesis write": (),
    "from_type": (),
    "a state machine": ("pop",),
    "@check": ("pop", "get_data"),
}


@pytest.mark.parametrize("name", WAYS)
def test_what_each_way_finds(name: str) -> None:
    """As the table in the documentation has it."""
    assert tried(ROOT / "examples" / "side_by_side" / WAYS[name]).bugs == FOUND[name]


def test_what_each_way_takes() -> None:
    """As many lines as `from_type` for `@check`, and four times as many for a state machine."""
    lines = {name: lines_of(ROOT / "examples" / "side_by_side" / file) for name, file in WAYS.items()}

    assert lines["@check"] == lines["from_type"] == 3
    assert lines["a state machine"] > 4 * lines["@check"]
