"""What an explorer sees of the code it calls."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from caddis.model.code import Lines
from caddis.model.types import Compared


class Sight(Protocol):
    """What tells whether a call reached anything new."""

    fresh: int
    revisited: dict[int, None]
    """What was armed again and has been reached since; whoever wants to know takes it from here."""

    def covered(self) -> list[int]:
        """The numbers of what was reached, in order."""

    def latest(self, count: int) -> tuple[int, ...]:
        """The last so many of them."""

    def unreached(self, lines: Lines) -> list[int]:
        """The numbers of what at some lines was not reached yet."""

    def taken(self) -> tuple[Compared, ...]:
        """What was compared since this was last asked, and might lead further."""

    def absorb(self, numbers: list[int]) -> None:
        """Take as reached what another process has reached."""

    def arm_again(self, numbers: Collection[int]) -> None:
        """Have it told, too, when something is reached the next time that was reached before."""

    def reaches_again(self, numbers: Collection[int], run: Callable[[], object]) -> bool:
        """Whether to run something reaches all of what was reached before."""


class Blind:
    """Never sees anything new: the code under test is as it is, without probes."""

    fresh = 0

    def __init__(self) -> None:
        self.revisited: dict[int, None] = {}

    def covered(self) -> list[int]:
        """Nothing."""
        return []

    def latest(self, count: int) -> tuple[int, ...]:
        """Nothing."""
        return ()

    def unreached(self, lines: Lines) -> list[int]:
        """Nothing, either."""
        return []

    def taken(self) -> tuple[Compared, ...]:
        """Nothing, either."""
        return ()

    def absorb(self, numbers: list[int]) -> None:
        """Let others see."""

    def arm_again(self, numbers: Collection[int]) -> None:
        """Nobody would see."""

    def reaches_again(self, numbers: Collection[int], run: Callable[[], object]) -> bool:
        """Not that it could tell."""
        return False
