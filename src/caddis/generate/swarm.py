"""Swarm testing: for a while only some of the operations are called, for what others would undo (Groce et al. 2012)."""

from __future__ import annotations

from caddis.generate.plan import Plan
from caddis.generate.supply import Random
from caddis.model.operation import Operation

STRETCH = 2
"""Batches for which the choice stays as it is; in every other stretch it is among all."""
SHARE = 0.5
"""How many of the operations are in it."""
FEWEST = 4
"""Where there are not more, all are called."""


class Swarm:
    """Some of the operations of a target, others from time to time."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.plans: list[Plan] = []
        """Those that are called; none means all."""
        self._chosen: frozenset[Operation] = frozenset()

    def begin(self, number: int, plans: list[Plan]) -> None:
        """A batch begins."""
        if number % STRETCH:
            return
        some = number // STRETCH % 2 == 1 and len(plans) > FEWEST
        self.plans = [plan for plan in plans if self._random() < SHARE] if some else []
        self._chosen = frozenset(plan.operation for plan in self.plans)

    def admits(self, plan: Plan) -> bool:
        """Whether an operation is called for now."""
        return not self.plans or plan.operation in self._chosen
