"""What checking a property has shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from caddis.model.finding import Finding


class Ended(StrEnum):
    """Why no more inputs were tried."""

    ENOUGH = "enough"
    TIME = "time"
    """The time limit was reached."""
    INPUTS = "inputs"
    """There seem to be no others."""
    DISCARDS = "discards"
    """Nearly all of them were discarded."""
    STOPPED = "stopped"
    """The user wants no more after the first failure."""
    DIED = "died"
    """An input has ended the process, or has held it up."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Inputs of which a property does not hold for one reason: the smallest program, and what it raises in the end."""

    finding: Finding
    said: str


@dataclass(frozen=True, slots=True)
class Tested:
    """What came of checking one property."""

    __test__: ClassVar[bool] = False

    name: str
    passed: int = 0
    failed: int = 0
    discarded: int = 0
    labels: tuple[tuple[str, int], ...] = ()
    """What inputs were classified as, the most frequent first, and how many."""
    collected: tuple[tuple[str, int], ...] = ()
    """What was collected of inputs, in its order, and of how many."""
    failures: tuple[Failure, ...] = ()
    ended: Ended = Ended.ENOUGH
    notes: tuple[str, ...] = ()
    """What is to be known about the inputs: what a pass is worth depends on it."""
    complaint: str | None = None
    """Why it could not be checked, if it could not."""
    seconds: float = 0.0

    @property
    def total(self) -> int:
        """The inputs that count."""
        return self.passed + self.failed

    @property
    def holds(self) -> bool:
        """Whether it was checked, and nothing was found against it."""
        return self.complaint is None and not self.failed and bool(self.passed)
