"""Inputs for properties: calls of them on what an explorer has made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from caddis.generate.generator import Generator
from caddis.generate.proposal import Proposal
from caddis.model.api import Signature
from caddis.model.focus import Focus
from caddis.model.operation import Operation

States = tuple[int | None, ...]


class Inputs:
    """Makes up calls of properties."""

    def __init__(
        self, generator: Generator, states: Callable[[Proposal], States | None], rng: Random, seed: int
    ) -> None:
        """`states` tells what tells an input from others, if that is known before it is tried."""
        self._generator = generator
        self._rng = rng
        self._seed = seed
        self.states = states

    def prepare(self, properties: Mapping[Operation, Signature], *, chosen: bool = False) -> None:
        """Know how to call properties, only when asked for or, if they may be `chosen`, like everything else."""
        self._generator.prepare(properties, chosen=chosen)

    def attend_to(self, focus: Focus) -> None:
        """Have explored what matters most for a while."""
        self._generator.attend_to(focus)

    def calls_of(self, operation: Operation, count: int, stream: str) -> list[Proposal]:
        """So many calls of a property on what there is, or fewer; some may be the same."""
        self._rng.seed(f"{self._seed}/{stream}")
        found = (self._generator.propose_call(operation) for _ in range(count))
        return [proposal for proposal in found if proposal is not None]
