"""A machine that, once armed, ends its process."""

from __future__ import annotations

import os


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
        os._exit(3)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1
