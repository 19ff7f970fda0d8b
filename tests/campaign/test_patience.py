"""Patience runs out when nothing new comes for long."""

from __future__ import annotations

from functools import partial

import pytest

from caddis.campaign.patience import Patience


class Clock:
    """Tells the time it is set to."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.time


@pytest.mark.parametrize(
    ("seconds", "found", "expected"),
    [
        (5.0, [1, 1, 1], [True, True, False]),
        (5.0, [1, 2, 2], [True, True, True]),
        (5.0, [1, 2, 2, 2], [True, True, True, False]),
        (0.0, [1, 1, 1, 1], [True, True, True, True]),
    ],
)
def test_it_lasts_as_long_as_something_new_comes(seconds: float, found: list[int], expected: list[bool]) -> None:
    """Asked every three seconds."""
    clock = Clock()
    patience = Patience(seconds, clock)
    left = []
    for count in found:
        left.append(patience.left(partial(int, count)))
        clock.time += 3
    assert left == expected
