"""The page of results holds what each benchmark printed when it was last run."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.page import HEAD, MISSED, renewed

from benchmarks import page


def test_a_section_is_renewed_and_the_others_stay() -> None:
    """In the order in which they were first written."""
    first = renewed(HEAD, "python -m one", "2026-01-01", "speed 1\n")
    both = renewed(first, "python -m two", "2026-01-02", "speed 2\n")
    again = renewed(both, "python -m one", "2026-01-03", "# speed 3\n")

    assert again == both.replace("2026-01-01", "2026-01-03").replace("speed 1", "# speed 3")
    assert renewed(again, "python -m two", "2026-01-02", "speed 2\n") == again
    assert again.startswith(HEAD)


@pytest.mark.parametrize(("status", "written"), [(0, True), (MISSED, True), (1, False)])
def test_what_a_benchmark_prints_is_written_unless_it_breaks_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, written: bool
) -> None:
    """Whatever it printed before that; also if it is less than is wanted."""
    code = f"print('a figure')\nraise SystemExit({status})"
    (tmp_path / "measuring.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    assert page.main(["measuring"]) == status
    assert (tmp_path / "page.md").exists() is written
    assert not written or "```\na figure\n```" in (tmp_path / "page.md").read_text(encoding="utf-8")
