"""What `caddis diff` finds: behaviour that differs between two sides, and what their APIs do not have in common."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

RESULT = -1
"""The place of what the last call gave, among those of its arguments."""


class Weight(StrEnum):
    """How much a difference matters."""

    BEHAVIOUR = "behaviour"
    WORDS = "words"
    """Only what is said to people differs: messages, warnings, texts that show an object."""

    @property
    def rank(self) -> int:
        """The weightiest first."""
        return list(Weight).index(self)


class Manner(StrEnum):
    """In what way something differs."""

    ENDS = "ends"
    """One side ends or hangs its process."""
    RAISES = "raises"
    """One side raises, or both do and not the same class."""
    RESULT = "result"
    STATE = "state"
    """What a receiver or an argument shows afterwards."""
    TEXT = "text"
    """The same, but only in a text that shows an object."""
    MESSAGE = "message"
    WARNING = "warning"

    @property
    def weight(self) -> Weight:
        """How much it matters."""
        in_words = (Manner.TEXT, Manner.MESSAGE, Manner.WARNING)
        return Weight.WORDS if self in in_words else Weight.BEHAVIOUR


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is seen of a sequence, and is not the same on both sides."""

    manner: Manner
    place: int
    """Which value it is about: RESULT, or a place among the arguments of the last call."""
    template: str
    """How the value is looked at, as Python source with `{0}` for it; empty where it is not looked at."""
    old: str
    new: str
    where: str = ""
    """What raised, where one or both did: a function of the target, or the classes."""
    refused: bool = False
    """Whether the last call raised on both sides, and what differs is what it left behind."""
    evidence: tuple[str, str] = ("", "")
    """All that was seen on each side, of which `old` and `new` may show a part."""

    @property
    def is_copied(self) -> bool:
        """Whether it takes a copy to see it."""
        return self.template.startswith(("copy.", "pickle."))


@dataclass(frozen=True, slots=True)
class Example:
    """A program that shows a difference."""

    operation: str
    manner: Manner
    code: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Differences with one root cause, shown by the smallest example."""

    manner: Manner
    operation: str
    """The last one called."""
    headline: str
    code: str
    old: str
    new: str
    changed: tuple[str, ...]
    """The functions it goes through whose source is not the same on both sides."""
    occurrences: int
    also: tuple[Example, ...] = ()
    """The same cause seen in other ways."""

    @property
    def weight(self) -> Weight:
        """How much it matters."""
        return self.manner.weight


@dataclass(frozen=True, slots=True)
class ApiChanges:
    """What only one side has: no behaviour, since there is nothing to compare it with."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[tuple[str, str, str], ...] = ()
    """Operations whose parameters are others, as they were and as they are."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything a comparison came to."""

    old: str
    new: str
    target: str
    seed: int
    elapsed: float
    compared: int
    """Sequences that were run on both sides."""
    entries: tuple[Entry, ...]
    api: ApiChanges

    @property
    def behaviour(self) -> tuple[Entry, ...]:
        """What matters."""
        return tuple(entry for entry in self.entries if entry.weight is Weight.BEHAVIOUR)

    @property
    def words(self) -> tuple[Entry, ...]:
        """What differs only in what is said."""
        return tuple(entry for entry in self.entries if entry.weight is Weight.WORDS)
