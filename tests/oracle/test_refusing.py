"""What is expected of a call that refuses."""

from __future__ import annotations

import pytest

from caddis.model.classes import public_name
from caddis.model.finding import Refusal
from caddis.oracle.holding import refuses
from caddis.oracle.refusing import refusal
from caddis.oracle.texts import telling


class _Private(ValueError):
    """Not for others to name."""


class _Broad(Exception):
    """Nor is this, and there is nothing behind it."""


def test_an_exception_is_expected_by_its_class_and_what_it_says() -> None:
    """Builtin ones need no import."""
    assert refusal(ValueError("no such thing"), public_name) == Refusal("builtins", "ValueError", "no such thing")


def test_a_private_class_is_expected_by_its_public_base() -> None:
    """One that says no more than that something failed is not expected at all."""
    assert refusal(_Private("no"), public_name) == Refusal("builtins", "ValueError", "no")
    assert refusal(_Broad("no"), public_name) is None


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ("", ""),
        ("pop from empty stack.", "pop from empty stack"),
        ("'abc' is not valid", "'abc' is not valid"),
        ("1.2 is not a valid version (see above)", "is not a valid version"),
        ("[x]", "[x]"),
        ("no such key: 'a', but (of all things) there is one", "no such key: 'a', but"),
        ("<Stack object at 0x7f12ab34cd56> is empty", "is empty"),
        ("first line\nsecond line", "first line"),
        (
            "no more than a few words of all that is said here are of interest",
            "no more than a few words of all that is said",
        ),
        ("one of {'a', 'b'} is wanted here", "is wanted here"),
    ],
)
def test_the_steady_part_of_a_message_is_expected(message: str, part: str) -> None:
    """Without addresses, the order of sets and, if it can be, what a pattern would have to escape."""
    assert telling(message) == part


def test_a_refusal_is_known_again() -> None:
    """By a subclass, too, but not by one that says something else, or none at all."""
    expected = Refusal("builtins", "ValueError", "no such thing")

    assert refuses(expected, _Private("there is no such thing"))
    assert not refuses(expected, ValueError("no"))
    assert not refuses(expected, KeyError("no such thing"))
    assert not refuses(expected, None)
