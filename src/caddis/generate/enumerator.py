"""Enumerates instead of choosing: the members of a parameter space, and in turn with them call sequences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from caddis.generate.draft import Draft
from caddis.generate.histories import Histories
from caddis.generate.proposal import Proposal, unknown
from caddis.generate.space import Shuffled, Space
from caddis.model.operation import Operation
from caddis.model.planning import Part


class Enumerator:
    """Proposes by turns a member of the parameter space and a sequence that goes on from a state."""

    def __init__(
        self,
        space: Space,
        parts: Mapping[Operation, tuple[Part, ...]],
        histories: Histories,
        *,
        key: str,
        turn: int = 0,
        of: int = 1,
    ) -> None:
        """`turn` and `of` tell which of the members are its own, where several share the work."""
        self._space = space
        self._parts = parts
        self.histories = histories
        self._key = key
        self._turn = turn
        self._of = of
        self._given_up: set[Operation] = set()
        self._members = self._rounds(0)
        self._left = True
        self._alternately = False

    def begin_at(self, done: int) -> None:
        """Leave out so many members, which were tried before."""
        self._members = self._rounds(done // max(1, len(self._parts)))

    @property
    def exhausted(self) -> bool:
        """Whether all was proposed, and nothing new can follow from what was."""
        return not self._left and self.histories.exhausted

    @property
    def complete(self) -> bool:
        """Whether nothing was left out on the way."""
        return self.histories.complete and not self._given_up

    def forget(self, operations: Iterable[Operation]) -> None:
        """Never call these again."""
        for operation in operations:
            self._given_up.add(operation)
            self.histories.forget(operation)

    def propose(self) -> Proposal | None:
        """The next sequence, or None when there is none for now."""
        self._alternately = not self._alternately
        first, second = self._member, self.histories.propose
        return (first() or second()) if self._alternately else (second() or first())

    def _member(self) -> Proposal | None:
        proposal = next(self._members, None)
        if proposal is None:
            self._left = False
        return proposal

    def _rounds(self, done: int) -> Iterator[Proposal]:
        """One call of each operation after the other: whenever this ends, none was favoured."""
        walks = [self._walk(operation, parts, done) for operation, parts in self._parts.items()]
        while walks:
            left: list[Iterator[Proposal]] = []
            for walk in walks:
                proposal = next(walk, None)
                if proposal is not None:
                    left.append(walk)
                    yield proposal
            walks = left

    def _walk(self, operation: Operation, parts: tuple[Part, ...], done: int) -> Iterator[Proposal]:
        """The members of each part, in an order that the seed decides: also what was done by then is a fair sample.

        A sample goes on for as long as anybody asks, however much of it was planned.
        """
        before = 0
        for part in parts:
            shuffled = Shuffled(part.size, f"{self._key}/{operation}/{part.depth}")
            for position in range(max(0, done - before) * self._of + self._turn, part.size, self._of):
                draft = Draft(0)
                self._space.member(operation, part.depth, shuffled[position]).make(draft)
                if not any(statement.operation in self._given_up for statement in draft.statements):
                    yield unknown(draft.statements)
            before += part.size // self._of
