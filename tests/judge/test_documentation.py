"""The page of contracts tells the truth."""

from __future__ import annotations

from pathlib import Path

from caddis.judge.contracts import CLOSE, EVERY

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "contracts.md"


def test_the_table_lists_every_contract_as_it_is() -> None:
    """Name, what it says, when it is asked, and how sure it is."""
    said = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]

    assert said == [
        f"| `{law.name}` | {law.about} | {when} | {law.confidence} |"
        for when, laws in (("after each call", EVERY), ("closely", CLOSE))
        for law in laws
    ]
