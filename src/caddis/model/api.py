"""What discovery found: operations with what is known of their types."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from caddis.model.operation import Operation
from caddis.model.sequence import Atom, Sequence
from caddis.model.types import Type


class Source(StrEnum):
    """Where something is known from, the most trusted first."""

    ANNOTATION = "annotation"
    STUB = "stub"
    OVERLOADS = "overloads"
    """Several signatures, of which each speaks for itself: what one says of a parameter, another may not."""
    SHARED = "type variable"
    """What two parameters share: what one of them takes hangs on what the other was given."""
    INHERITED = "inherited"
    """The stub of a base class, for a method that overrides its."""
    DOCSTRING = "docstring"
    EXAMPLE = "example"
    RECORDED = "recorded run"
    DEFAULT = "default"
    USE = "use"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Clue:
    """What one source says of a parameter, or of a result."""

    source: Source
    known: Type


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression and its flags."""

    text: str
    flags: int = 0


@dataclass(frozen=True, slots=True)
class Nearby:
    """Constants in the code of an operation and around it, the nearest first."""

    atoms: tuple[Atom, ...] = ()
    """Strings, bytes and numbers."""
    patterns: tuple[Pattern, ...] = ()
    dates: tuple[str, ...] = ()
    """How dates are written: the formats of `strftime` and `strptime`."""
    formats: tuple[str, ...] = ()
    """Texts with places to fill, by `%` or `str.format`."""


NOTHING_NEARBY = Nearby()


@dataclass(frozen=True, slots=True)
class Signature:
    """The type of each parameter of an operation, and of its result; where they are known from, if anybody asked."""

    parameters: tuple[Type, ...]
    returns: Type
    clues: tuple[tuple[Clue, ...], ...] = ()
    """For each parameter, by trust; none where `parameters` says all."""
    nearby: Nearby = NOTHING_NEARBY
    raises: tuple[str, ...] = ()
    """The names of the exceptions that it is said to raise."""
    promised: Clue | None = None
    """What its result is said to be, and by whom, where that can be held against it."""


@dataclass(frozen=True)
class Api:
    """The operations of a target, those that help to build arguments, and what was left out and why."""

    operations: dict[Operation, Signature]
    helpers: dict[Operation, Signature]
    modules: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    excluded: tuple[str, ...] = ()
    """What the user left out."""
    shown: tuple[Sequence, ...] = ()
    """The calls that its documentation shows, each with what leads to it."""
