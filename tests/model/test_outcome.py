"""Outcomes hold what happened, and no more of it than is of use."""

from __future__ import annotations

import weakref

from caddis.model.outcome import Outcome


class Held:
    """Something large."""


class Odd(Exception):
    """Answers no question."""

    def __getattribute__(self, name: str) -> object:
        raise RuntimeError(name)

    def __bool__(self) -> bool:
        raise RuntimeError


def test_what_was_judged_lets_go_of_the_frames_it_came_through() -> None:
    """Those of the exception that was raised first, too, whatever their classes do; no collector is needed."""
    alive: list[weakref.ref[Held]] = []

    def fail() -> None:
        held = Held()
        alive.append(weakref.ref(held))
        try:
            raise Odd
        except Odd:
            raise Odd from None

    try:
        fail()
    except Odd as exception:
        outcome = Outcome([], exception)
    assert alive[0]() is not None
    outcome.let_go()

    assert alive[0]() is None
