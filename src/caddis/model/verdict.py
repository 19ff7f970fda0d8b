"""The judgement on an outcome."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What a new sequence is good for; with VIOLATION comes a Violation, which says why."""

    USEFUL = "useful"
    REDUNDANT = "redundant"
    ILLEGAL = "illegal"
    VIOLATION = "violation"


RETURNED = (Verdict.USEFUL, Verdict.REDUNDANT)
"""The verdicts on what ran to its end and broke nothing."""


class Confidence(StrEnum):
    """How sure it is that a violation is a bug of the target's, the surest first."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    def reaches(self, line: Confidence) -> bool:
        """Whether it is at least as sure as that."""
        return self is line or self.rank <= line.rank

    @property
    def rank(self) -> int:
        """0 for the surest."""
        return _RANKS[self]

    def lowered(self, steps: int) -> Confidence:
        """So many steps less sure, as far as there are any."""
        order = list(Confidence)
        return order[min(self.rank + steps, len(order) - 1)]


_RANKS = {confidence: place for place, confidence in enumerate(Confidence)}


@dataclass(frozen=True, slots=True)
class Location:
    """A line of the user's source."""

    file: str
    line: int
    function: str
    text: str = ""
    """What stands there, once somebody has looked."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken contract.

    `claim` are the lines of Python that state the contract, with `{0}`, `{1}` for the values at `subjects`; it is
    empty when the last call itself must not raise what it raised.
    """

    contract: str
    message: str
    subjects: tuple[int, ...] = ()
    claim: tuple[str, ...] = ()
    exception: str | None = None
    location: Location | None = None
    confidence: Confidence = Confidence.HIGH
    why: str = ""
    """Why this is taken for a bug, in one sentence."""
    blame: str = ""
    """The function at fault, by its dotted name, where that is known."""
    culprit: str = ""
    """Of a property, the operation after which it does not hold any more, where that was looked for."""
    inside: bool = False
    """Whether a key was missed by a function that the test defines, while the target was at work."""

    @property
    def is_plain(self) -> bool:
        """Whether a claim was seen to be false, and did not merely fail to be asked."""
        return self.exception in (None, "AssertionError", "Failed")
