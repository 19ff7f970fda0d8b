"""Strings made for regular expressions and date formats, and the relatives of atoms."""

from __future__ import annotations

import re
import warnings
from random import Random

import pytest

from caddis.generate.patterns import matching

PLAIN = [
    r"abc",
    r"a|bc|def",
    r"(\d{4})-(\d\d)-(\d\d)",
    r"^v?(0|[1-9]\d*)(\.\d+)*(-[0-9A-Za-z-]+)?$",
    r"[^\W\d_]+\s\S",
    r"[^a-z]{2,}?x*+(?>y|z)",
    r"(?P<quote>['\"])\w*(?P=quote)",
    r"(a)?(?(1)b|c)",
    r"\bword\b",
    r"(?=a)[a-z]\d",
    r"(?!a)[a-b]",
    r"(?<=@)?[\w.]+",
    r".{3}",
    r"(?i:yes|no)",
    r"(?x) \# comment   # not this",
    r"#[0-9a-f]{6}",
    r"",
]


@pytest.mark.parametrize("pattern", PLAIN)
def test_every_string_matches_as_a_whole(pattern: str) -> None:
    """Of all kinds of expression."""
    made = matching(pattern, 0, Random(0).random, 5)

    assert made
    assert [text for text in made if not re.fullmatch(pattern, text)] == []


def test_strings_differ() -> None:
    """As many as were asked for, if there are so many."""
    assert len(set(matching(r"[a-z]{3}", 0, Random(0).random, 10))) == 10
    assert sorted(matching(r"[ab]", 0, Random(0).random, 10)) == ["a", "b"]


def test_both_ends_of_a_range_are_met() -> None:
    """Mistakes are made there."""
    assert {"a", "z"} <= set(matching(r"[a-z]", 0, Random(0).random, 20))


def test_flags_are_heeded() -> None:
    """Spaces mean nothing in a verbose expression, and case in one that ignores it."""
    assert matching("a b", re.VERBOSE, Random(0).random, 1) == ["ab"]
    assert set(matching("a", re.IGNORECASE, Random(0).random, 2)) == {"a", "A"}


@pytest.mark.parametrize("pattern", [r"(?<=@)name", r"name(?=!)", r"(?<=a)b(?=c)"])
def test_what_must_stand_around(pattern: str) -> None:
    """Nothing matches such an expression as a whole, but it is found in the string."""
    made = matching(pattern, 0, Random(0).random, 3)

    assert made
    assert [text for text in made if not re.search(pattern, text)] == []


@pytest.mark.parametrize("pattern", [r"(", r"a(?!a|)", r"[^\s\S]", r"(?<=ab|c)d", r"(a)\2"])
def test_none_for_what_is_impossible_or_wrong(pattern: str) -> None:
    """And no exception."""
    assert matching(pattern, 0, Random(0).random, 3) == []


def test_large_repetitions_are_refused() -> None:
    """Nobody reads a test with a string of a million letters."""
    assert matching(r"a{1000000}", 0, Random(0).random, 3) == []


def test_half_a_pair_is_never_made() -> None:
    """Every string can be written into a file."""
    for text in matching("[\ud000-\uffff]{5}", 0, Random(0).random, 50):
        assert text.encode()


def test_the_way_an_expression_is_written_is_no_affair_of_ours() -> None:
    """Python warns of some; here nobody would read it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert matching("[[a]", 0, Random(0).random, 5)


def test_the_same_random_numbers_make_the_same_strings() -> None:
    """Nothing else decides."""
    assert matching(r"\w+@\w+", 0, Random(7).random, 9) == matching(r"\w+@\w+", 0, Random(7).random, 9)
