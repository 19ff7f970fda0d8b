"""The clock interrupts a call of the target that takes too long, and nothing else."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator

import pytest

from caddis.execute.clock import Clock
from caddis.model.outcome import OutOfTime

LIMIT = 0.05
PATIENCE = 30.0
"""Seconds after which a test gives up; a clock that works is done long before."""


@pytest.fixture
def beat() -> memoryview:
    """What the loop advances."""
    return memoryview(bytearray(16)).cast("Q")


@pytest.fixture
def clock(beat: memoryview) -> Iterator[Clock]:
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


def test_an_endless_call_is_interrupted(clock: Clock, beat: memoryview) -> None:
    """While the beat is odd, code of the target runs."""
    beat[0] = 1

    with pytest.raises(OutOfTime):
        spin(lambda: False)
    assert clock.expired == 1


def test_code_that_catches_everything_is_interrupted_again(clock: Clock, beat: memoryview) -> None:
    """A bare except wins once, not for ever."""
    beat[0] = 1
    for _ in range(3):
        with pytest.raises(OutOfTime):
            spin(lambda: False)

    assert clock.expired == 3


def test_the_loop_itself_is_never_interrupted(clock: Clock, beat: memoryview) -> None:
    """While the beat is even, however long it takes."""
    beat[0] = 2
    end = time.monotonic() + 10 * LIMIT
    spin(lambda: time.monotonic() > end)

    assert clock.expired == 0


def test_calls_that_go_on_one_after_the_other_are_not_interrupted(clock: Clock, beat: memoryview) -> None:
    """The beat moves: no single call takes long, though all of them do."""
    beat[0] = 1
    end = time.monotonic() + 10 * LIMIT

    def next_call() -> bool:
        beat[0] += 2
        return time.monotonic() > end

    spin(next_call)

    assert clock.expired == 0


def test_a_stopped_clock_does_not_tick(clock: Clock, beat: memoryview) -> None:
    """Nothing is interrupted any more."""
    clock.stop()
    beat[0] = 1
    end = time.monotonic() + 5 * LIMIT
    spin(lambda: time.monotonic() > end)

    assert clock.expired == 0
