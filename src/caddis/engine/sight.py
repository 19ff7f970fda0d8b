"""What an explorer sees of the code it calls."""

from __future__ import annotations

from typing import Protocol

from caddis.model.code import Lines
from caddis.model.sequence import Atom


class Sight(Protocol):
    """What tells whether a call reached anything new."""

    fresh: int

    def covered(self) -> list[int]:
        """The numbers of what was reached, in order."""

    def unreached(self, lines: Lines) -> list[int]:
        """The numbers of what at some lines was not reached yet."""

    def taken(self) -> tuple[Atom, ...]:
        """What was compared since this was last asked, and might lead further."""

    def absorb(self, numbers: list[int]) -> None:
        """Take as reached what another process has reached."""


class Blind:
    """Never sees anything new: the code under test is as it is, without probes."""

    fresh = 0

    def covered(self) -> list[int]:
        """Nothing."""
        return []

    def unreached(self, lines: Lines) -> list[int]:
        """Nothing, either."""
        return []

    def taken(self) -> tuple[Atom, ...]:
        """Nothing, either."""
        return ()

    def absorb(self, numbers: list[int]) -> None:
        """Let others see."""
