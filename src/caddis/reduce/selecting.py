"""Selects a suite: the few assertions that tell behaviours apart, the few tests that reach and notice everything.

Pure functions over numbers: what a candidate reaches are arcs, what it notices are faults somebody put into the target.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

BY_ITSELF = -1
"""Stands for the test itself where that fails without the help of any assertion."""
MOST_ASSERTIONS = 3
OTHERS = 2
"""The other tests that must notice all that an assertion does for it to be dropped: not every fault was tried."""

Arc = tuple[int, int, int]
"""A file, and two lines that are run one after the other."""
ARC = 3
"""How many parts one has."""
Fault = tuple[str, str]
"""A file, and what tells a fault from others there."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A test that could be written, with what is known of it."""

    number: int
    """By which it is known."""
    group: Hashable
    """What it shows: of each group at least one is kept."""
    cost: int
    """How much there is to read, but for its assertions."""
    plainest: tuple[int, ...] = ()
    """The assertion to make where none of them notices anything, if there is any."""
    reached: frozenset[Arc] = frozenset()
    noticed: Mapping[Fault, frozenset[int]] = field(default_factory=dict)
    """Faults, each with the positions of the assertions that notice it, or BY_ITSELF."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A test to write."""

    number: int
    """Which of the candidates."""
    assertions: tuple[int, ...]
    """Which of its assertions."""
    reached: frozenset[Arc] = frozenset()
    noticed: frozenset[Fault] = frozenset()
    """What it is the first to reach and to notice, with these assertions."""


def select(candidates: Iterable[Candidate], most: int | None = None, *, strictly: bool = True) -> list[Chosen]:
    """The tests to write, of most value first; where there may be but so many, without those that add least.

    Unless that is meant `strictly`, there may be more where each of them reaches something that no other does.
    """
    offers = _Offers(list(candidates))
    chosen = offers.cover()
    chosen = offers.thin(chosen)
    if most is not None:
        chosen = offers.cut(chosen, most, strictly=strictly)
    return offers.told(chosen)


def few_assertions(candidate: Candidate, most: int = MOST_ASSERTIONS) -> tuple[int, ...]:
    """The assertions that together notice what all notice, at most so many; the plainest, if none notices anything."""
    left = {fault: by for fault, by in candidate.noticed.items() if BY_ITSELF not in by}
    kept: list[int] = []
    while left and len(kept) < most:
        counts = Counter(place for by in left.values() for place in by)
        best = min(counts, key=lambda place: (-counts[place], place))
        kept.append(best)
        left = {fault: by for fault, by in left.items() if best not in by}
    return tuple(sorted(kept)) if kept else candidate.plainest


class _Offers:
    """Candidates, with what each reaches and notices as the bits of a number."""

    def __init__(self, candidates: list[Candidate]) -> None:
        self._candidates = candidates
        self._bits: dict[Arc | Fault, int] = {}
        self._kept = [few_assertions(candidate) for candidate in candidates]
        self._masks = [self._mask(number, self._kept[number]) for number in range(len(candidates))]
        self._costs = [1 + candidate.cost + len(kept) for candidate, kept in zip(candidates, self._kept, strict=True)]

    def cover(self) -> list[int]:
        """Candidates that together reach and notice what all do, and show every group; the best of them first."""
        chosen = self._greedy(range(len(self._candidates)))
        shown = {self._candidates[number].group for number in chosen}
        missing: dict[Hashable, int] = {}
        for number, candidate in enumerate(self._candidates):
            if candidate.group not in shown:
                best = missing.setdefault(candidate.group, number)
                if self._worth(number) > self._worth(best):
                    missing[candidate.group] = number
        return chosen + list(missing.values())

    def thin(self, chosen: list[int]) -> list[int]:
        """Without those that are not needed any more for what came after them, the dearest first."""
        for number in sorted(chosen, key=lambda number: (-self._costs[number], -number)):
            rest = [other for other in chosen if other != number]
            if not self._adds(number, rest):
                chosen = rest
        return chosen

    def cut(self, chosen: list[int], most: int, *, strictly: bool) -> list[int]:
        """So many at most: those go that add least; unless strictly, none that alone reaches something."""
        reaching = sum(1 << bit for what, bit in self._bits.items() if len(what) == ARC)
        while len(chosen) > most:
            once, twice = 0, 0
            for number in chosen:
                twice |= once & self._masks[number]
                once |= self._masks[number]
            groups = Counter(self._candidates[number].group for number in chosen)

            def loss(
                number: int, alone: int = ~twice, groups: Counter[Hashable] = groups
            ) -> tuple[bool, bool, float, int]:
                sole = groups[self._candidates[number].group] == 1
                own = self._masks[number] & alone
                leads = not strictly and own & reaching != 0
                return (leads, sole, own.bit_count() / self._costs[number], -number)

            least = min(chosen, key=loss)
            if loss(least)[0]:
                break
            chosen = [number for number in chosen if number != least]
        return chosen

    def told(self, chosen: list[int]) -> list[Chosen]:
        """What is chosen, of most value first, with assertions that add something."""
        order = self._greedy(chosen)
        order += [number for number in chosen if number not in {*order}]
        kept = self._without_repeats(order)
        found: list[Chosen] = []
        reached: set[Arc] = set()
        noticed: set[Fault] = set()
        for number in order:
            candidate = self._candidates[number]
            mine = _noticed(candidate, kept[number])
            found.append(Chosen(candidate.number, kept[number], candidate.reached - reached, mine - noticed))
            reached |= candidate.reached
            noticed |= mine
        return found

    def _without_repeats(self, order: list[int]) -> dict[int, tuple[int, ...]]:
        """The assertions of each test but for those that notice nothing that not several others do; each keeps one."""
        kept = {number: self._kept[number] for number in order}
        counts = Counter(bit for number in order for bit in _positions(self._mask(number, kept[number])))
        for number in reversed(order):
            # the plainest stands last in line to go
            for place in reversed(kept[number]):
                if len(kept[number]) == 1:
                    break
                fewer = tuple(other for other in kept[number] if other != place)
                lost = self._mask(number, kept[number]) & ~self._mask(number, fewer)
                if all(counts[bit] > OTHERS for bit in _positions(lost)):
                    counts.subtract(_positions(lost))
                    kept[number] = fewer
        return kept

    def _greedy(self, numbers: Iterable[int]) -> list[int]:
        """Candidates in the order in which each adds most to those before it for its cost; none that adds nothing."""
        covered = 0
        chosen: list[int] = []
        heap = [(-self._worth(number), self._costs[number], number) for number in numbers]
        heapq.heapify(heap)
        while heap:
            claimed, cost, number = heapq.heappop(heap)
            worth = (self._masks[number] & ~covered).bit_count() / cost
            if not worth:
                continue
            # what others have covered meanwhile counts no more
            if -claimed > worth and heap and (-worth, cost, number) > heap[0]:
                heapq.heappush(heap, (-worth, cost, number))
                continue
            chosen.append(number)
            covered |= self._masks[number]
        return chosen

    def _adds(self, number: int, others: list[int]) -> bool:
        group = self._candidates[number].group
        if all(self._candidates[other].group != group for other in others):
            return True
        covered = 0
        for other in others:
            covered |= self._masks[other]
        return bool(self._masks[number] & ~covered)

    def _worth(self, number: int) -> float:
        return self._masks[number].bit_count() / self._costs[number]

    def _mask(self, number: int, assertions: tuple[int, ...]) -> int:
        candidate = self._candidates[number]
        mask = 0
        for arc in candidate.reached:
            mask |= 1 << self._bit(arc)
        for fault in _noticed(candidate, assertions):
            mask |= 1 << self._bit(fault)
        return mask

    def _bit(self, what: Arc | Fault) -> int:
        return self._bits.setdefault(what, len(self._bits))


def _noticed(candidate: Candidate, assertions: tuple[int, ...]) -> frozenset[Fault]:
    """The faults that a candidate notices with some of its assertions."""
    enough = {BY_ITSELF, *assertions}
    return frozenset(fault for fault, by in candidate.noticed.items() if not enough.isdisjoint(by))


def _positions(mask: int) -> list[int]:
    """The bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
