"""Texts are made as the code itself would write them."""

from __future__ import annotations

import datetime

import pytest

from caddis.generate.formats import dated, filled


def test_dates_of_a_format() -> None:
    """Two, which the format reads back."""
    made = dated("%Y-%m-%d %H:%M:%S")

    assert len(made) == 2
    for text in made:
        assert datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S")
    assert dated("no date") == ["no date"]


@pytest.mark.parametrize(
    ("text_format", "made"),
    [
        ("{}-{}", ["1-2", "a-b", "10-0", "abc-1"]),
        ("<{name!r:>3}|{other.part[0]:02d}>", ["<  1|02>", "<  a|02>", "< 10|00>", "<abc|02>"]),
        ("{{{0}}}", ["{1}", "{a}", "{10}", "{abc}"]),
        ("{:{width}};", ["1;", "a;", "10;", "abc;"]),
        ("%d:%02d", ["1:02", "10:00"]),
        ("%(key)s=%5.1f%%", ["1=  2.0%", "a=  2.0%", "10=  0.0%", "abc=  2.0%"]),
        ("#%-*d.", ["#1.", "#10."]),
    ],
)
def test_a_format_is_filled(text_format: str, made: list[str]) -> None:
    """With numbers, and with words where they can be put."""
    assert filled(text_format) == made


@pytest.mark.parametrize("text_format", ["", "{}", "%s", "{} {}", "100%", "plain", "{", "%z%", "a{{b}}"])
def test_a_format_that_says_nothing(text_format: str) -> None:
    """Without places, or with nothing around them."""
    assert filled(text_format) == []
