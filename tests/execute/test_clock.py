"""The clock interrupts a call of the target that takes too long, and nothing else."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator

import pytest

from caddis.execute.clock import Beat, Clock
from caddis.model.outcome import OutOfTime

LIMIT = 0.05
PATIENCE = 30.0
"""Seconds after which a test gives up; a clock that works is done long before."""


@pytest.fixture
def beat() -> Beat:
    """What the loop advances."""
    return Beat()


@pytest.fixture
def clock(beat: Beat) -> Iterator[Clock]:
    """A clock that ticks."""
    before = signal.getsignal(signal.SIGALRM)
    made = Clock(beat, LIMIT)
    made.start()
    yield made
    made.stop()
    signal.signal(signal.SIGALRM, before)


def spin(done: Callable[[], bool]) -> None:
    """A loop that ends by itself only when the test gives up."""
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise AssertionError("the clock did not tick")


def test_an_endless_call_is_interrupted(clock: Clock, beat: Beat) -> None:
    """While the beat is odd, code of the target runs."""
    beat.begin()

    with pytest.raises(OutOfTime):
        spin(lambda: False)
    assert clock.expired == 1


def test_code_that_catches_everything_is_interrupted_again(clock: Clock, beat: Beat) -> None:
    """A bare except wins once, not for ever."""
    beat.begin()
    for _ in range(3):
        with pytest.raises(OutOfTime):
            spin(lambda: False)

    assert clock.expired == 3


def test_the_loop_itself_is_never_interrupted(clock: Clock, beat: Beat) -> None:
    """While the beat is even, however long it takes."""
    beat.begin()
    beat.end()
    end = time.monotonic() + 10 * LIMIT
    spin(lambda: time.monotonic() > end)

    assert clock.expired == 0


def test_calls_that_go_on_one_after_the_other_are_not_interrupted(clock: Clock, beat: Beat) -> None:
    """The beat moves: no single call takes long, though all of them do."""
    beat.begin()
    end = time.monotonic() + 10 * LIMIT

    def next_call() -> bool:
        beat.go_on()
        return time.monotonic() > end

    spin(next_call)

    assert clock.expired == 0


def test_a_stopped_clock_does_not_tick(clock: Clock, beat: Beat) -> None:
    """Nothing is interrupted any more."""
    clock.stop()
    beat.begin()
    end = time.monotonic() + 5 * LIMIT
    spin(lambda: time.monotonic() > end)

    assert clock.expired == 0


def test_what_a_fork_does_is_its_own(clock: Clock, beat: Beat) -> None:
    """A process that waits for another is not interrupted for what takes that one too long."""
    forked = Beat(beat.words)
    forked.detach()
    forked.begin()
    end = time.monotonic() + 5 * LIMIT
    spin(lambda: time.monotonic() > end)

    assert clock.expired == 0
