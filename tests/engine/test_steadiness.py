"""Answers that are the same under other circumstances."""

from __future__ import annotations

from caddis.engine.steadiness import ENOUGH, Steadiness
from caddis.model.finding import Assertion
from caddis.model.sequence import Sequence
from emit.making import Ref, function, method, sequence

CLOCK = function("clock")
READ = method("Clock.read")
NAME = method("Clock.name")
READING = sequence((CLOCK,), (READ, Ref(0)))


def wavering(*operations: object) -> Steadiness:
    """One to which the answers of these operations, and of what is called after them, differ otherwise."""

    def here(made: Sequence) -> list[Assertion]:
        return [Assertion(0, "{0}", "1", 0)]

    def otherwise(made: Sequence) -> list[Assertion]:
        touched = any(statement.operation in operations for statement in made)
        return [Assertion(0, "{0}", "2" if touched else "1", 0)]

    return Steadiness(here, otherwise)


def test_what_differs_is_dropped() -> None:
    """And what does not is kept."""
    steady, other = Assertion(0, "{0}.name", "'x'", 0), Assertion(0, "{0}.time", "1", 0)
    steadiness = Steadiness(lambda _: [steady, other], lambda _: [steady, Assertion(0, "{0}.time", "2", 0)])

    assert [steady] == steadiness.steady(READING, [steady, other])


def test_what_raises_otherwise_is_dropped() -> None:
    """There is nothing to compare."""
    steadiness = Steadiness(lambda _: [], lambda _: None)

    assert steadiness.steady(READING, [Assertion(0, "{0}", "1", 0)]) == []


def test_the_operation_by_which_it_came_in_is_tried_no_more() -> None:
    """Not the one called last, and not before it was seen often enough."""
    steadiness = wavering(CLOCK)
    naming, alone = sequence((CLOCK,), (NAME, Ref(0))), sequence((READ, 1))

    for _ in range(ENOUGH):
        assert not steadiness.is_hopeless(naming)
        steadiness.steady(READING, [Assertion(0, "{0}", "1", 0)])

    assert steadiness.is_hopeless(naming)
    assert not steadiness.is_hopeless(alone)


def test_an_operation_that_was_steady_once_is_tried_again() -> None:
    """It depends on what it is given."""
    steadiness = wavering(READ)
    steadiness.steady(sequence((CLOCK,)), [Assertion(0, "{0}", "1", 0)])
    for _ in range(ENOUGH):
        steadiness.steady(READING, [Assertion(0, "{0}", "1", 0)])

    assert steadiness.is_hopeless(READING)
    assert not steadiness.is_hopeless(sequence((CLOCK,)))
