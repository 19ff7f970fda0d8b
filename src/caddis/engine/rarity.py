"""Which branches are rare: what leads to one is worth building upon, almost as if it had reached something new.

A probe tells only of its first visit. So in one of several batches all of them are looked for again, and each tells
once more of its first visit there: a branch that few of these samples came to is rare.
"""

from __future__ import annotations

from collections import Counter

from caddis.engine.sight import Sight

EVERY = 4
"""One of so many batches is a sample."""
LEAST = 4
"""Samples before which nothing is called rare."""
FEW = 0.25
"""The share of the samples that may have come to a rare branch."""


class Rarity:
    """Counts the samples that came to each branch."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._samples = 0
        self._visits: Counter[int] = Counter()
        self.sampling = False
        """Whether this batch is a sample."""

    def begin(self, number: int) -> None:
        """A batch begins."""
        self.sampling = number % EVERY == EVERY - 1
        if self.sampling:
            self._samples += 1
            self._sight.look_again()

    def met(self) -> bool:
        """Whether the sequence that was just run came to a rare branch, and is the first to do so in this sample."""
        met = self._sight.met()
        self._visits.update(met)
        most = FEW * self._samples
        return self._samples >= LEAST and any(self._visits[branch] <= most for branch in met)
