"""Runs again what was tried, to learn more of it: which of its statements matter, and what its last call changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from caddis.engine.cleaning import Cleaning
from caddis.engine.laboratory import Laboratory
from caddis.engine.sight import Sight
from caddis.generate.proposal import Proposal
from caddis.model.sequence import Sequence


class Again:
    """Runs sequences once more; what they leave behind is put back when all is done."""

    def __init__(self, laboratory: Laboratory, cleaning: Cleaning, sight: Sight) -> None:
        self._laboratory = laboratory
        self._cleaning = cleaning
        self._sight = sight
        self._ran = False

    def done(self) -> None:
        """Put back what was left behind, if anything was run."""
        if self._ran:
            self._ran = False
            self._cleaning.was_dirty()

    def slice_of(self, sequence: Sequence, reached: Collection[int]) -> Sequence:
        """The smallest slice of a sequence that reaches the same as it did; itself, if there is none."""
        return self._slice(sequence, lambda part: self._reaches(part, reached))

    def refusal_of(self, sequence: Sequence, raised: str, where: str) -> Sequence:
        """The smallest slice of a sequence that is refused in the same place; itself, if there is none."""
        return self._slice(sequence, lambda part: self._laboratory.refuses(part) == (raised, where))

    def _slice(self, sequence: Sequence, holds: Callable[[Sequence], bool]) -> Sequence:
        if self._cleaning.is_apart(sequence.statements):
            return sequence
        for kept in _slices(sequence):
            if len(kept) < len(sequence):
                part = sequence.only(kept)
                self._ran = True
                found = holds(part)
                self._cleaning.after(part.statements)
                if found:
                    return part
        return sequence

    def changes(self, proposal: Proposal, receiver: int) -> bool:
        """Whether the call of a proposal leaves a value in another state than it was in, as it seemed."""
        if self._cleaning.is_apart(proposal.statements):
            return True
        self._ran = True
        changes = self._laboratory.changes(proposal, receiver)
        self._cleaning.after(proposal.statements)
        return changes

    def _reaches(self, sequence: Sequence, wanted: Collection[int]) -> bool:
        well: list[bool] = []
        reached = self._sight.reaches_again(wanted, lambda: well.append(self._laboratory.runs_well(sequence)))
        return reached and all(well)


def _slices(sequence: Sequence) -> Iterator[set[int]]:
    """The positions of what makes the values of the last call; and of that with all that is done with those, too."""
    kept = sequence.needed_by(len(sequence) - 1)
    yield kept
    before = 0
    while before < len(kept):
        before = len(kept)
        users = [place for place in range(len(sequence)) if not kept.isdisjoint(sequence.sources(place))]
        kept = kept | sequence.needed_by(*users)
    yield kept
