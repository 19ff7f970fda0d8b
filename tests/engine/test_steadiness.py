"""Answers that are the same under other circumstances."""

from __future__ import annotations

from caddis.engine.observing import Sight
from caddis.engine.steadiness import ENOUGH, PROVED, Steadiness
from caddis.model.finding import Assertion
from caddis.model.sequence import Sequence
from emit.making import Ref, function, method, sequence

CLOCK = function("clock")
READ = method("Clock.read")
NAME = method("Clock.name")
READING = sequence((CLOCK,), (READ, Ref(0)))


def seeing(*answers: tuple[str, str]) -> Sight:
    """What there is to see."""
    return Sight([], [Assertion(0, template, expected, 0) for template, expected in answers])


def wavering(*operations: object) -> Steadiness:
    """One to which the answers of these operations, and of what is called after them, differ otherwise."""

    def otherwise(made: Sequence) -> Sight:
        touched = any(statement.operation in operations for statement in made)
        return seeing(("{0}", "2" if touched else "1"))

    return Steadiness(lambda _: seeing(("{0}", "1")), otherwise)


def test_what_differs_is_dropped() -> None:
    """And what does not is kept."""
    name, time = ("{0}.name", "'x'"), ("{0}.time", "1")
    steadiness = Steadiness(lambda _: seeing(name, time), lambda _: seeing(name, ("{0}.time", "2")))

    assert seeing(name) == steadiness.look(READING)


def test_what_raises_otherwise_is_dropped() -> None:
    """There is nothing to compare."""
    steadiness = Steadiness(lambda _: seeing(("{0}", "1")), lambda _: None)

    assert steadiness.look(READING) is None


def test_the_operation_by_which_it_came_in_is_tried_no_more() -> None:
    """Not the one called last, and not before it was seen often enough."""
    steadiness = wavering(CLOCK)
    naming, alone = sequence((CLOCK,), (NAME, Ref(0))), sequence((READ, 1))

    for _ in range(ENOUGH):
        assert not steadiness.is_hopeless(naming)
        steadiness.look(READING)

    assert steadiness.is_hopeless(naming)
    assert not steadiness.is_hopeless(alone)


def test_an_operation_that_was_steady_once_is_tried_again() -> None:
    """It depends on what it is given."""
    steadiness = wavering(READ)
    steadiness.look(sequence((CLOCK,)))
    for _ in range(ENOUGH):
        steadiness.look(READING)

    assert steadiness.is_hopeless(READING)
    assert not steadiness.is_hopeless(sequence((CLOCK,)))


def test_what_was_steady_often_is_trusted_if_replays_are_to_show_the_rest() -> None:
    """It is not looked at otherwise any more; unless something came of one of its operations that wavered."""
    looks: list[object] = []
    seen = seeing(("{0}", "1"))

    def otherwise(looked_at: object) -> Sight:
        looks.append(looked_at)
        return seen

    trusting, doubting = Steadiness(lambda _: seen, otherwise, trusting=True), Steadiness(lambda _: seen, otherwise)

    assert all(trusting.look(READING) is not None for _ in range(2 * PROVED))
    assert len(looks) == PROVED
    assert all(doubting.look(READING) is not None for _ in range(2 * PROVED))
    assert len(looks) == 3 * PROVED
