"""What is known of a function beyond its annotations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from caddis.model.api import NOTHING_NEARBY, Clue, Nearby
from caddis.model.types import ANYTHING, Type


@dataclass(frozen=True)
class Hints:
    """For some parameters, by name, what is said of them; what is said of the result; constants in the code.

    `promised` is what the result is stated to be, not merely gathered from a sentence; `raises` are the names of the
    exceptions that are spoken of.
    """

    parameters: Mapping[str, tuple[Clue, ...]] = field(default_factory=dict)
    returns: Type = ANYTHING
    nearby: Nearby = NOTHING_NEARBY
    promised: Type = ANYTHING
    raises: tuple[str, ...] = ()


NO_HINTS = Hints()
