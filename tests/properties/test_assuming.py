"""Which exceptions discard an input."""

from __future__ import annotations

import unittest
from collections.abc import Callable

import hypothesis
import pytest

from caddis import assume
from caddis.properties.assuming import discards


def raised(function: Callable[[], object]) -> BaseException:
    """What a function raises."""
    try:
        function()
    except BaseException as exception:  # noqa: BLE001 - that of pytest is no Exception
        return exception
    raise AssertionError("nothing was raised")


def test_an_assumption_that_holds_lets_pass() -> None:
    """Whatever is true."""
    assume([1])


@pytest.mark.parametrize(
    "discarding",
    [
        lambda: assume(0),
        lambda: pytest.skip("not this one"),
        hypothesis.reject,
        lambda: hypothesis.assume(False),
    ],
    ids=["assume", "skip", "reject", "assume of Hypothesis"],
)
@pytest.mark.filterwarnings("ignore")
def test_these_discard(discarding: Callable[[], object]) -> None:
    """Recognised without importing anything."""
    assert discards(raised(discarding), ())


def test_so_does_unittest() -> None:
    """By its own exception."""
    assert discards(unittest.SkipTest("no"), ())


def test_others_do_not_unless_the_user_says_so() -> None:
    """Nor do their bases."""
    assert not discards(KeyError("x"), ())
    assert not discards(raised(lambda: pytest.fail("yes")), ())
    assert discards(KeyError("x"), (LookupError,))
