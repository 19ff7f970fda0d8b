"""What is said of properties: lists 8, 9, 14 and 16 of the ArbitCheck paper."""

from __future__ import annotations

import json

import pytest

from caddis.model.tested import Ended, Tested
from caddis.report.properties import details, headline, histogram, remarks, to_json


@pytest.mark.parametrize(
    ("tested", "line"),
    [
        (Tested("p", passed=1000), "p: OK, passed 1000 tests."),
        (Tested("p", passed=1), "p: OK, passed 1 test."),
        (Tested("p", passed=990, failed=10), "p: Failed 10 tests out of 1000 tests."),
        (Tested("p", passed=65, failed=35, discarded=2000), "p: Failed 35 tests out of 100 tests; 2,000 discarded."),
        (Tested("p", passed=100, labels=(("trivial", 35),)), "p: OK, passed 100 tests (35% trivial)."),
        (Tested("p", passed=1000, labels=(("a, b", 4),)), "p: OK, passed 1000 tests (<1% a, b)."),
        (Tested("p", discarded=50), "p: Nothing was tested: all 50 inputs were discarded."),
        (Tested("p", complaint="no such thing"), "p: not checked: no such thing"),
    ],
)
def test_one_line(tested: Tested, line: str) -> None:
    """For each property."""
    assert headline(tested) == line


def test_what_holds() -> None:
    """Only what was tried, and never failed."""
    assert Tested("p", passed=1).holds
    assert not Tested("p").holds
    assert not Tested("p", passed=9, failed=1).holds
    assert not Tested("p", passed=9, complaint="refused").holds


def test_a_histogram_of_numbers_is_in_their_order() -> None:
    """With a bar for each, the longest for the most frequent."""
    lines = list(histogram((("1", 25), ("0", 50), ("10", 25)), 100))

    assert lines == [f" 50% {'█' * 24} 0", f" 25% {'█' * 12}{' ' * 12} 1", f" 25% {'█' * 12}{' ' * 12} 10"]


def test_many_numbers_are_ranges() -> None:
    """Of equal width, gaps included."""
    lines = list(histogram(tuple((str(number), 1) for number in [*range(20), 47]), 21))

    assert [line.split(None, 1)[1].lstrip("█ ") for line in lines] == [f"{low} to {low + 3}" for low in range(0, 48, 4)]


def test_other_values_are_ordered_by_how_many() -> None:
    """And the rest is one line."""
    lines = list(histogram(tuple((f"v{number:02}", 20 - number) for number in range(14)), 100))

    assert lines[0].endswith(" v00")
    assert lines[-1].endswith("2 other values")


@pytest.mark.parametrize(
    ("tested", "said"),
    [
        (Tested("p", passed=9), []),
        (Tested("p", passed=2, ended=Ended.INPUTS), ["no other inputs were found"]),
        (Tested("p", passed=2, ended=Ended.TIME, seconds=3.04), ["stopped at the time limit, after 3.0 s"]),
        (Tested("p", passed=2, discarded=9000, ended=Ended.DISCARDS), ["given up: nearly every input is discarded"]),
        (
            Tested("p", passed=50, discarded=950),
            ["only 5% of the inputs were not discarded: the property says little"],
        ),
        (Tested("p", passed=50, notes=("stack was always empty",)), ["stack was always empty"]),
    ],
)
def test_what_a_pass_is_worth_is_said(tested: Tested, said: list[str]) -> None:
    """Where it is worth little."""
    assert list(remarks(tested)) == said


def test_labels_of_what_fails_are_shown_too() -> None:
    """One a line."""
    assert list(details(Tested("p", passed=1, failed=1, labels=(("large", 1),)))) == ["50% large"]


def test_all_of_it_for_programs() -> None:
    """As JSON."""
    data = json.loads(to_json([Tested("p", passed=2, collected=(("1", 2),))]))

    assert data["version"] == 1
    assert data["properties"][0]["collected"] == {"1": 2}
