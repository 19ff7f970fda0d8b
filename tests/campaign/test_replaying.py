"""Rows of merged tests are found by their ids, and what stands in for pytest where there is none."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from caddis.campaign.standing_in import Failed, rows, stand_in
from caddis.emit.module import TestFile, regression_source
from caddis.model.finding import Assertion, Case
from emit.making import function, sequence


def measured(*values: object) -> TestFile:
    """A test for each value, all of them rows of one: `len` of it is 3."""
    size = function("len", "of", "builtins")
    return regression_source(
        "shop", [Case(sequence((size, value)), (Assertion(0, "{0}", "3", 0),), ("",)) for value in values]
    )


@pytest.mark.parametrize("module", [pytest, stand_in()], ids=["pytest", "stand-in"])
@pytest.mark.parametrize("values", [("abc", "abcd", "xyz"), (b"abc", "a\n", "a b")], ids=["own", "given"])
def test_each_row_is_run_by_itself(
    module: ModuleType, values: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the one that does not hold fails."""
    file = measured(*values)
    monkeypatch.setitem(__import__("sys").modules, "pytest", module)
    space: dict[str, Any] = {}
    exec(file.source, space)
    [entry] = file.entries
    failed = []
    for number, row in enumerate(rows(space[entry.name])):
        try:
            row()
        except AssertionError:
            failed.append(number)

    assert len(entry.drafts) == 3
    assert failed == [
        position for position, draft in enumerate(entry.drafts) if "abcd" in draft.source or "\\n" in draft.source
    ]


STANDING_IN: Any = stand_in()


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
