"""The file of accepted findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.campaign.baseline import HEADER, NAME, Baseline, baseline_of, read_baseline
from caddis.errors import UnreadableBaseline
from caddis.model.events import Reported
from caddis.model.verdict import Confidence


def reported(identity: str, kind: str, operation: str) -> Reported:
    """A finding with what the baseline keeps of it."""
    return Reported(
        id=identity,
        kind=kind,
        operation=operation,
        exception=None,
        message="",
        headline="",
        expected="",
        blame="",
        confidence=Confidence.HIGH,
        why="",
        location=None,
        occurrences=1,
        entry_points=(),
        statements=1,
        code="",
        examples=(),
        silencers=(),
        test=None,
    )


ONE = reported("0123456789", "equals_itself", "shop.Stack")
OTHER = reported("abcdef0123", "no_index_error", "shop.Basket.peek")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """In the order of the operations, below a line that says what it is."""
    made = Baseline(tmp_path / NAME).including([ONE, OTHER])
    made.write()

    assert made.text.splitlines() == [
        *HEADER,
        "abcdef0123 no_index_error shop.Basket.peek",
        "0123456789 equals_itself shop.Stack",
    ]
    assert read_baseline(tmp_path / NAME).ids == {"0123456789", "abcdef0123"}
    assert read_baseline(tmp_path / NAME).text == made.text


def test_comments_stay_where_they_are(tmp_path: Path) -> None:
    """Above the line they are about, beside it, and at the end."""
    path = tmp_path / NAME
    path.write_text("# ours\n0123456789 equals_itself shop.Stack  # NaN\n\n# the end\n")

    assert read_baseline(path).including([ONE, OTHER]).text.splitlines() == [
        "abcdef0123 no_index_error shop.Basket.peek",
        "# ours",
        "0123456789 equals_itself shop.Stack  # NaN",
        "",
        "# the end",
    ]


def test_nothing_accepted_is_lost(tmp_path: Path) -> None:
    """A run may well miss what another has found."""
    before = Baseline(tmp_path / NAME).including([ONE])

    assert before.including([OTHER]).ids == {ONE.id, OTHER.id}
    assert before.including([ONE]) == before


@pytest.mark.parametrize("line", ["0123456789", "0123 a b", "0123456789 a b c", "x"])
def test_a_line_that_is_none_is_named(tmp_path: Path, line: str) -> None:
    """By its number."""
    path = tmp_path / NAME
    path.write_text(f"# fine\n{line}\n")

    with pytest.raises(UnreadableBaseline, match="line 2 is not an id, a contract and an operation"):
        read_baseline(path)


def test_it_lies_in_the_working_directory_or_beside_pyproject(tmp_path: Path) -> None:
    """And need not be there, unless it is named; a new one goes beside pyproject.toml."""
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "pyproject.toml").touch()

    assert baseline_of(below, None) == Baseline(tmp_path / NAME)
    Baseline(tmp_path / NAME).including([ONE]).write()
    assert baseline_of(below, None).ids == {ONE.id}
    Baseline(below / NAME).including([OTHER]).write()
    assert baseline_of(below, None).ids == {OTHER.id}
    assert baseline_of(below, "../caddis.baseline").ids == {ONE.id}
    assert baseline_of(below, "none", may_be_missing=True) == Baseline(below / "none")
    with pytest.raises(UnreadableBaseline, match="No such file"):
        baseline_of(below, "none")
