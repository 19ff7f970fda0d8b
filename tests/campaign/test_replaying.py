"""Rows of merged tests are found by their ids, with pytest or without."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from caddis.campaign.replaying import _found, _stand_in
from caddis.emit.module import TestFile, regression_source
from caddis.model.finding import Assertion, Case
from emit.making import function, sequence


def measured(*values: object) -> TestFile:
    """A test for each value, all of them rows of one: `len` of it is 3."""
    size = function("len", "of", "builtins")
    return regression_source(
        "shop", [Case(sequence((size, value)), (Assertion(0, "{0}", "3", 0),), ("",)) for value in values]
    )


@pytest.mark.parametrize("module", [pytest, _stand_in()], ids=["pytest", "stand-in"])
@pytest.mark.parametrize(
    ("values", "failing"),
    [(("abc", "abcd", "xyz"), "test_len[abcd]"), ((b"abc", "a b", "a\n"), "test_len[a]")],
    ids=["own", "given"],
)
def test_each_row_is_run_by_itself(
    module: ModuleType, values: tuple[object, ...], failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the one that does not hold fails."""
    file = measured(*values)
    monkeypatch.setitem(__import__("sys").modules, "pytest", module)
    space: dict[str, Any] = {}
    exec(file.source, space)
    failed = []
    for name, _ in file.tests:
        try:
            _found(space, name)()
        except AssertionError:
            failed.append(name)

    assert len(file.tests) == 3
    assert failed == [failing]
