"""Groups differences by root cause: one entry each, the smallest example first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from caddis.model.difference import Difference, Manner, Weight
from caddis.model.sequence import Sequence
from caddis.reduce.shrink import size

_SAYING = frozenset({"__repr__", "__str__", "__format__"})
"""Functions that only put things into words."""
_COPYING = frozenset({"__copy__", "__deepcopy__", "__reduce_ex__"})


@dataclass(frozen=True, slots=True)
class Shown:
    """A sequence that shows a difference, and the functions it goes through that are not the same on both sides."""

    sequence: Sequence
    difference: Difference
    changed: frozenset[str]
    occurrences: int = 1
    type_names: tuple[str, ...] = ()

    @property
    def operation(self) -> str:
        """The last one called."""
        return str(self.sequence.statements[-1].operation)

    @property
    def manner(self) -> Manner:
        """In what way it differs: only in words, if nothing was changed but what puts it into words."""
        names = {name.rpartition(".")[2] for name in self.changed}
        in_words = names and names <= _SAYING and self.difference.manner in (Manner.RESULT, Manner.STATE)
        return Manner.TEXT if in_words else self.difference.manner

    @property
    def symptom(self) -> tuple[object, ...]:
        """What is the same for differences that are likely to have one cause, before anything is known of it."""
        one = self.difference
        return (self.manner, self.operation, one.place, one.template, one.where, tuple(sorted(self.changed)))

    @property
    def cause(self) -> tuple[object, ...]:
        """The functions that were changed; where none was, the operation and what happens."""
        if self.changed:
            return (self.manner.weight, self.changed)
        if self.manner is Manner.MESSAGE:
            # however many messages name a thing that is now called otherwise
            return (self.manner, *_other_words(self.difference.old, self.difference.new))
        return (self.manner.weight, self.operation, self.manner, self.difference.where)


def _other_words(old: str, new: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that are only in one of two messages."""
    was, now = (frozenset(re.findall(r"[\w.]+", text)) for text in (old, new))
    return was - now, now - was


def by_cause(every: list[Shown]) -> list[list[Shown]]:
    """The differences in groups of one cause, the smallest first in each, the weightiest and smallest group first.

    A sequence that goes through more changed functions than another shows the cause of that: as long as fewer suffice,
    more of them tell nothing.
    """
    groups: dict[tuple[object, ...], list[Shown]] = {}
    known: list[tuple[Weight, frozenset[str], tuple[object, ...]]] = []
    for one in sorted(every, key=lambda one: (one.manner.weight.rank, len(one.changed), _order(one))):
        weight = one.manner.weight
        cause = next(
            (key for sure, fewer, key in known if sure is weight and fewer and fewer <= one.changed), one.cause
        )
        if cause not in groups:
            known.append((weight, one.changed, cause))
        groups.setdefault(cause, []).append(one)
    ordered = [sorted(group, key=_order) for group in groups.values()]
    return sorted(ordered, key=lambda group: (group[0].manner.weight.rank, _order(group[0])))


def _order(one: Shown) -> tuple[object, ...]:
    """What needs no copy to be seen first, what goes through the fewest changed functions, then what is smallest."""
    copied = any(statement.operation.name in _COPYING for statement in one.sequence)
    return (
        copied or one.difference.is_copied,
        len(one.changed),
        size(one.sequence)[:3],
        list(Manner).index(one.manner),
        one.operation,
        one.difference.template,
        repr(one.difference),
    )
