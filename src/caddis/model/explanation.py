"""What became of each operation of a target, and why, as the user will read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

OF_THE_WRONG_KIND = frozenset({"TypeError", "AttributeError"})
"""Exceptions that tell of arguments of the wrong kind."""


class State(StrEnum):
    """How far a run has come with an operation, the worst first."""

    LEFT_OUT = "left out"
    NEVER_CALLED = "never called"
    NEVER_SUCCEEDED = "never succeeded"
    SUCCEEDED = "succeeded"


class End(StrEnum):
    """How a call may end."""

    RETURNED = "returned"
    RAISED = "raised"
    BROKE = "broke"
    """It returned, and broke a contract."""
    RUINED = "ruined"
    """It took too long, or all memory, or its process."""
    DENIED = "denied"
    UNSEEN = "unseen"
    """What it gave could not be looked at."""
    UNREPEATABLE = "unrepeatable"
    """What it was to be called on could not be made once more."""


Fate = tuple[End, str]
"""How calls end, and by what: the class of the exception, the contract, what was refused."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one source tells of a parameter: the type as one would write it."""

    source: str
    type: str


@dataclass(frozen=True, slots=True)
class KnownParameter:
    """What is known of a parameter, the most trusted source first."""

    name: str
    required: bool
    type: str
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """An operation, how far the run has come with it, and why no further."""

    operation: str
    kind: str
    group: str
    """The class it belongs to, or its module."""
    state: State
    reason: str
    calls: int = 0
    successes: int = 0
    ends: tuple[tuple[str, int], ...] = ()
    """How its calls ended, in words, and how often."""
    parameters: tuple[KnownParameter, ...] = ()
    example: str = ""
    """The shortest program that worked."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a run tells of the operations of its targets, the failing ones first."""

    targets: tuple[str, ...]
    seed: int
    elapsed: float
    python: str
    operations: tuple[Explained, ...]
