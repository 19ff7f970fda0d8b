"""The values that may go where one type is asked for: literals, the pool, and what can be made on the spot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from caddis.config import GenerateConfig
from caddis.generate.costs import SLOW_SHARE, Costs
from caddis.generate.draft import Choice, Draft
from caddis.generate.drawing import Width, drawn
from caddis.model.component import FIRST, Shape, Shelf
from caddis.model.sequence import Literal
from caddis.model.types import Type, admits_none

Random = Callable[[], float]
Maker = Callable[[Draft], Choice]

REUSE = 0.3
"""How often a value that already takes part is used again (aliasing) rather than a new one."""
FROM_POOL = 0.3
"""How often an atom comes from an earlier call rather than from the primitive pools."""
MADE = 0.7
"""How often a container is made on the spot rather than taken from the pool."""
SIMPLEST = 0.2
"""How often one of the first values of a shape, or the first of a kind, is used: none must drown in a large pool."""
REWARDING = 0.2
"""How often one is used with which something new was reached: more may lie behind it."""
CHEAPER = 0.5
"""How often the cheaper of two is used: cheap building blocks keep sequences short and fast, and some things show only
where much was done before."""
MANY = 20_000
"""Values of a shape among which the cheaper of two is always used: by then there are long ones enough."""
EDGE_SHARE, HUGE_SHARE = 0.1, 0.002
"""How often an atom is one of those programs break at, and one so large that counting to it never ends."""
NONE = Literal(None)


@dataclass(frozen=True, slots=True)
class Shares:
    """How often values come from where, each by the source that can be done without."""

    reuse: float = REUSE
    results: float = FROM_POOL
    made: float = MADE
    rewarding: float = REWARDING
    simplest: float = SIMPLEST / 2
    typical: float = SIMPLEST / 2
    cheaper: float = CHEAPER
    edges: float = EDGE_SHARE


USUAL = Shares()


def shares_of(config: GenerateConfig) -> Shares:
    """The shares that the settings leave."""
    return Shares(
        reuse=config.share("reuse", USUAL.reuse),
        results=config.share("results", USUAL.results),
        made=USUAL.made if config.uses("results") else 1.0,
        rewarding=config.share("rewarding", USUAL.rewarding),
        simplest=config.share("simplest", USUAL.simplest),
        typical=config.share("typical", USUAL.typical),
        cheaper=config.share("cheaper", USUAL.cheaper),
        edges=config.share("edges", USUAL.edges),
    )


class Supply:
    """The values that may go where one type is asked for."""

    def __init__(
        self,
        known: Type,
        random: Random,
        none_ratio: float,
        costs: Costs | None,
        width: Width | None = None,
        *,
        shares: Shares = USUAL,
    ) -> None:
        self.known = known
        self.random = random
        self.costs = costs
        self.none_ratio = none_ratio if admits_none(known) else 0.0
        self.literals: list[list[Literal]] = []
        self.edges: list[list[Literal]] = []
        self.huge: list[list[Literal]] = []
        self.makers: list[Maker] = []
        self.shelves: list[Shelf] = []
        self.shapes: set[Shape] = set()
        self.pool_share = 0.0
        self.width = width or Width()
        self.shares = shares
        self._reuse, self._edges, self._cheaper = shares.reuse, shares.edges, shares.cheaper
        self._rewarding = shares.rewarding
        # the two lie side by side at the end, the typical ones last
        self._typical = 1 - shares.typical
        self._simplest = 1 - shares.typical - shares.simplest
        self.any_atom = False
        """Whether any atom of the types of the literals will do."""

    def settle(self) -> None:
        """Weigh the sources against each other, after one was added."""
        others = bool(self.literals) or bool(self.makers)
        if not self.shelves:
            self.pool_share = 0.0
        elif not others:
            self.pool_share = 1.0
        else:
            self.pool_share = 1 - self.shares.made if self.makers and not self.literals else self.shares.results

    @property
    def empty(self) -> bool:
        """Whether nothing is known to yield the type."""
        return not (self.shelves or self.literals or self.makers)

    def pick(self, draft: Draft) -> Choice:
        """A value of the type, perhaps added to the draft."""
        random = self.random
        if self.none_ratio and random() < self.none_ratio:
            return NONE
        share = random()
        if share < self.pool_share:
            return self.from_pool(draft)
        literals, makers = self.literals, self.makers
        if makers and (not literals or random() * (len(literals) + len(makers)) >= len(literals)):
            return makers[int(random() * len(makers))](draft)
        if literals:
            share = random()
            if share < self._edges:
                literals = (self.huge if share < HUGE_SHARE else self.edges) or literals
            atoms = literals[int(random() * len(literals))]
            atom = atoms[int(random() * len(atoms))]
            # not in exploration: what it makes is shown to readers, and again and again the same
            if self.any_atom and self.width.share and random() < self.width.share:
                return drawn(atom, random, self.width)
            return atom
        # the paper: null only where nothing else yields the type
        return NONE if not self.shelves else None

    def like(self, literal: Literal) -> list[Literal]:
        """The literals that one was chosen from; instead of rare ones the usual ones of their type."""
        if any(literal in atoms for atoms in (*self.edges, *self.huge)):
            alike = [atoms for atoms in self.literals if type(atoms[0].value) is type(literal.value)]
        else:
            alike = [atoms for atoms in self.literals if literal in atoms]
        return alike[0] if alike else [literal]

    def from_pool(self, draft: Draft) -> Choice:
        """A value made by earlier calls, or one that already takes part."""
        random, shapes = self.random, self.shapes
        if draft.shapes and random() < self._reuse:
            alike = [i for i, shape in enumerate(draft.shapes) if shape in shapes]
            if alike:
                return alike[int(random() * len(alike))]
        shelves = self.shelves
        if not shelves:
            return None
        return self.from_shelf(draft, shelves[int(random() * len(shelves))])

    def from_shelf(self, draft: Draft, shelf: Shelf) -> Choice:
        """One of several values of the same shape, rather a simple one."""
        random, entries = self.random, shelf.entries
        share = random()
        size = len(entries)
        if self.width.anywhere:
            pass
        elif share < self._rewarding:
            if shelf.rewarding:
                entries, size = shelf.rewarding, len(shelf.rewarding)
        elif share >= self._typical:
            if shelf.typical:
                entries, size = shelf.typical, len(shelf.typical)
        elif share >= self._simplest:
            size = min(size, FIRST)
        entry = entries[int(random() * size)]
        if random() < self._cheaper or (size > MANY and self._cheaper):
            rival = entries[int(random() * size)]
            entry = rival if rival[0].cost < entry[0].cost else entry
        if self.costs is not None and random() >= SLOW_SHARE and entry[0].cost > self.costs.slow:
            return None
        return draft.place(entry)
