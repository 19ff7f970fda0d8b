"""What calls cost: slow operations are called less often, so that one does not take the time of all others."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from caddis.model.operation import Operation

TOLERATED = 4.0
"""How many times slower than usual an operation may be before it is called less often."""
LEAST = 0.02
"""However slow, an operation is chosen this share of the times it would be otherwise."""
SLOW = 20.0
"""A sequence this many times slower than usual is built upon only where there is little else."""
SLOW_SHARE = 0.05
"""How often a slow component is used where it was chosen."""
ROUND = 500
EARLY = frozenset({50, 100, 200})
"""Calls after which what is usual is worked out anew: soon at first, since what is kept early is used most."""


@dataclass(slots=True)
class _Spent:
    seconds: float = 0.0
    calls: int = 0


class Costs:
    """Seconds spent on each operation. Used only where time, not the number of steps, limits a run."""

    def __init__(self) -> None:
        self._spent: dict[int, _Spent] = {}
        """By the codes of operations."""
        self.shares: dict[int, float] = {}
        """How often operations should be called that are to be called less often, by their codes."""
        self._usual = 0.0
        self.slow = inf
        """Seconds past which a sequence is far slower than usual."""
        self._noted = 0

    def note(self, operation: Operation, seconds: float) -> None:
        """A sequence that ends with the operation took this long."""
        spent = self._spent.get(operation.code)
        if spent is None:
            spent = self._spent[operation.code] = _Spent()
        spent.seconds += seconds
        spent.calls += 1
        self._noted += 1
        if self._noted % ROUND == 0 or self._noted in EARLY:
            self._settle()

    def share(self, operation: Operation) -> float:
        """How often the operation should be called, where 1 is as often as it is chosen."""
        return self.shares.get(operation.code, 1.0)

    def _settle(self) -> None:
        means = {code: spent.seconds / spent.calls for code, spent in self._spent.items()}
        # the lower quartile: when slow values are in use everywhere, the median is slow too
        ordered = sorted(means.values())
        self._usual = ordered[len(ordered) // 4]
        self.slow = SLOW * self._usual if self._usual > 0 else inf
        self.shares = {
            code: max(LEAST, TOLERATED * self._usual / mean)
            for code, mean in means.items()
            if mean > TOLERATED * self._usual
        }
