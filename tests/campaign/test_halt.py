"""A run ends when its time is over, or soon after the user wants it to."""

from __future__ import annotations

import os
import signal
import time

import pytest

from caddis.campaign.halt import WRAPPING_UP, Halt, heeding_signals


def test_a_wish_to_stop_leaves_time_to_write() -> None:
    """But no more than a few seconds."""
    halt = Halt(None)
    assert (halt.asked, halt.end) == (False, None)

    halt.ask()

    assert halt.asked
    assert halt.end is not None
    assert halt.end <= time.monotonic() + WRAPPING_UP


def test_a_wish_to_stop_prolongs_nothing() -> None:
    """The end may be nearer than the time to write."""
    soon = time.monotonic() + 1
    halt = Halt(soon)
    halt.ask()

    assert halt.end == soon


def test_a_second_wish_is_an_order() -> None:
    """It cannot wait."""
    halt = Halt(None)
    halt.ask()
    halt.obey()
    halt.ask()

    with pytest.raises(KeyboardInterrupt):
        halt.obey()


def test_a_third_wish_interrupts_whatever_it_meets() -> None:
    """Something must have gone wrong."""
    halt = Halt(None)
    halt.ask()
    halt.ask()

    with pytest.raises(KeyboardInterrupt):
        halt.ask()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_are_wishes(number: signal.Signals) -> None:
    """An interrupt and a request to end alike; afterwards they are what they were."""
    before = signal.getsignal(number)
    halt = Halt(None)
    with heeding_signals(halt):
        os.kill(os.getpid(), number)

    assert halt.asked
    assert signal.getsignal(number) == before
