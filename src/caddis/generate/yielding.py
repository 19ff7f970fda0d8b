"""Operations that yield: whether what they were given will do shows only when somebody goes through what they gave."""

from __future__ import annotations

from caddis.generate.supply import Random
from caddis.model.api import Signature
from caddis.model.operation import Kind, Operation
from caddis.model.sequence import Statement
from caddis.model.types import Instance

THROUGH_SHARE = 0.5
"""How often what an operation yields is gone through at once."""


class Yielding:
    """Remembers which operations gave an iterator."""

    def __init__(self, random: Random, share: float) -> None:
        self._random = random
        self._share = share
        self._through: dict[type, Statement] = {}
        """What goes through an instance of a class that was made just before."""
        self._iterators: set[type] = set()
        self._given: dict[int, type] = {}
        """The iterators that operations gave last, by the codes of these."""
        self._endless: set[int] = set()
        """The codes of operations that were seen to yield without end."""

    def learn(self, operation: Operation, signature: Signature) -> None:
        """Take in an operator of a class."""
        if operation.kind is Kind.OPERATOR and isinstance(signature.parameters[0], Instance):
            cls = signature.parameters[0].cls
            if operation.name == "__iter__":
                self._through[cls] = Statement(operation, (-1,))
            elif operation.name == "__next__":
                self._iterators.add(cls)

    def note(self, operation: Operation, cls: type) -> None:
        """An operation gave an instance of a class."""
        if cls in self._iterators and operation.code not in self._endless:
            self._given[operation.code] = cls

    def tire(self, operation: Operation) -> None:
        """What an operation yields has no end, or comes to it too late: to go through it only takes time."""
        self._endless.add(operation.code)
        self._given.pop(operation.code, None)

    def following(self, operation: Operation) -> Statement | None:
        """What follows a call of an operation at once, if anything does this time."""
        cls = self._given.get(operation.code)
        return None if cls is None or self._random() >= self._share else self._through.get(cls)
