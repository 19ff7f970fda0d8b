"""What stands in for pytest where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from caddis.campaign.replaying import Failed, _stand_in

STANDING_IN: Any = _stand_in()


def test_an_expected_exception_is_swallowed() -> None:
    """If it is the one, and says so."""
    with STANDING_IN.raises(ValueError, match="no such"):
        raise ValueError("there is no such thing")


def test_another_exception_goes_on() -> None:
    """The test fails by it."""
    with pytest.raises(KeyError), STANDING_IN.raises(ValueError):
        raise KeyError


def test_an_exception_that_says_something_else_fails() -> None:
    """As an assertion does."""
    with pytest.raises(AssertionError, match="does not match"), STANDING_IN.raises(ValueError, match="no such"):
        raise ValueError("other")


def test_an_exception_that_never_comes_fails() -> None:
    """As with pytest."""
    with pytest.raises(Failed, match="DID NOT RAISE"), STANDING_IN.raises(ValueError):
        pass


def test_floats_are_compared_as_pytest_does() -> None:
    """Alone and in containers."""
    near, far = 0.1 + 0.2, 0.30001

    for compare in (STANDING_IN.approx, pytest.approx):
        assert near == compare(0.3)
        assert far != compare(0.3)
        assert [near, 1] == compare([0.3, 1])
        assert {"a": near} == {"a": compare(0.3)}
        assert [near] != compare([0.3, 1])
