"""An operation with all that is needed to call it, looked up once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from caddis.generate.learning import Giving, Standing
from caddis.generate.supply import Supply
from caddis.generate.worked import Worked
from caddis.model.api import Signature
from caddis.model.operation import Operation, Place
from caddis.model.sequence import Argument, Statement

if TYPE_CHECKING:
    from caddis.generate.choosing import Chooser

BY_POSITION = frozenset({Place.POSITIONAL, Place.VARIADIC})


@dataclass(frozen=True, slots=True)
class Plan:
    """An operation with the supply of each parameter, looked up once."""

    operation: Operation
    signature: Signature
    receiver: Supply | None
    supplies: tuple[tuple[Supply | Chooser, Giving | None, Place], ...]
    """For each parameter but the receiver: its supply, how often it is given unless always, how it is passed."""
    calls: Standing
    """How its calls have gone."""
    share: float = 1.0
    """How often the operation is called where it was chosen."""
    remembering: tuple[tuple[int, Worked], ...] = ()
    """Of some parameters, by position, what worked."""
    made: dict[tuple[Argument, ...], Statement] = field(default_factory=dict)
    """The statements made so far: the same ones come again and again."""

    def statement(self, arguments: tuple[Argument, ...]) -> Statement:
        """The call on the given arguments."""
        statement = self.made.get(arguments)
        if statement is None:
            statement = self.made[arguments] = Statement(self.operation, arguments)
        return statement
