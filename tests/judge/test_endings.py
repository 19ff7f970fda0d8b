"""How sure it is that the end of a process is a bug."""

from __future__ import annotations

import pytest

from caddis.judge.exceptions import ending, is_large
from caddis.model.verdict import Confidence
from emit.making import Ref, function, method, sequence

SPIN = function("spin", "times=")
TURN = method("Wheel.turn", "")


@pytest.mark.parametrize("kind", ["hang", "memory"])
@pytest.mark.parametrize("number", [2**31, -(2**63), float("inf")])
def test_what_is_given_something_large_may_take_long(kind: str, number: float) -> None:
    """Our doing, most likely."""
    assert ending(kind, sequence((SPIN, number)))[0] is Confidence.LOW
    assert ending(kind, sequence((SPIN, 3)))[0] is Confidence.MEDIUM


def test_what_is_given_an_iterator_may_never_end() -> None:
    """Whoever made it."""
    made = sequence((function("naturals"),), (SPIN, Ref(0)))

    assert ending("hang", made)[0] is Confidence.MEDIUM
    assert ending("hang", made, large_ones=[0])[0] is Confidence.LOW
    assert ending("hang", sequence((function("count", module="itertools"),), (SPIN, Ref(0))))[0] is Confidence.LOW


def test_what_was_repeated_many_times_may_take_long() -> None:
    """Nobody turns a wheel as often."""
    wheel = (function("wheel"),)

    assert ending("hang", sequence(wheel, *[(TURN, Ref(0))] * 100))[0] is Confidence.LOW
    assert ending("hang", sequence(wheel, *[(TURN, Ref(0))] * 3))[0] is Confidence.MEDIUM


@pytest.mark.parametrize("kind", ["hang", "memory"])
def test_what_is_given_something_wrong_may_do_anything(kind: str) -> None:
    """Short of ending the process by a signal."""
    assert ending(kind, sequence((SPIN, 3)), wrong=True)[0] is Confidence.LOW
    assert ending("crash", sequence((SPIN, 3)), wrong=True)[0] is Confidence.HIGH


@pytest.mark.parametrize("value", [2**20, float("nan"), "a" * 20_000, "1-100000", range(10**6), iter(())])
def test_large_is_what_takes_long_to_work_through(value: object) -> None:
    """Whatever it is."""
    assert is_large(value)
    assert not is_large(3)
    assert not is_large("abc")


def test_a_signal_is_no_misuse() -> None:
    """Whatever was given."""
    assert ending("crash", sequence((SPIN, 2**63)))[0] is Confidence.HIGH


@pytest.mark.parametrize("kind", ["hang", "memory", "crash", "exit"])
def test_each_says_why(kind: str) -> None:
    """In a sentence."""
    assert ending(kind, sequence((SPIN, 1)))[1]
