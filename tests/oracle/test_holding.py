"""Whether an assertion holds of live values."""

from __future__ import annotations

import pytest

from caddis.model.finding import Assertion
from caddis.oracle.holding import holds


class Loud:
    """Raises when looked at."""

    @property
    def size(self) -> int:
        raise ValueError


@pytest.mark.parametrize(
    ("template", "expected", "value", "is_true"),
    [
        ("{0}", "3", 3, True),
        ("{0}", "3", 4, False),
        ("{0}", "True", 1, False),
        ("{0}", "None", None, True),
        ("len({0})", "2", [1, 2], True),
        ("{0}.size", "2", Loud(), False),
        ("type({0}).__name__", "'Loud'", Loud(), True),
    ],
)
def test_an_assertion_is_asked_of_its_subject(template: str, expected: str, value: object, is_true: bool) -> None:
    """As the test would ask."""
    assert holds(Assertion(1, template, expected, 1), [None, value]) is is_true
