"""A machine that, once armed, never ends in C code that no signal interrupts."""

from __future__ import annotations

import itertools


class Machine:
    """Runs well until it is armed."""

    def __init__(self) -> None:
        self._armed = False

    def arm(self) -> None:
        """From now on it is dangerous."""
        self._armed = True

    def run(self, turns: int) -> int:
        """Do some turns."""
        if not self._armed:
            return turns + 1
        print("the machine is running hot")
        return sum(itertools.repeat(turns))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1
