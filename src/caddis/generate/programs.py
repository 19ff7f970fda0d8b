"""Whole test programs by the rules that bodies follow: objects are made, and called upon for their side effects.

Where code calls back, what matters is what several calls on few objects do to each other, in one go.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from caddis.generate.bodies import EFFECT_SHARE, Bodies
from caddis.generate.draft import Choice, Draft
from caddis.generate.plan import Plan
from caddis.generate.supply import Random
from caddis.model.component import Shape
from caddis.model.sequence import Statement

LONGEST = 40
"""Statements of a program."""
GOES_ON = 0.95
"""How often one more call follows."""
ANOTHER = 0.15
"""How often that makes another object."""
TRIES = 5
"""Calls that may come to nothing before the program ends."""

REMEMBERED = 300
BEGUN_SHARE = 0.5
"""How many beginnings are remembered in which a function was given, and how often a program goes on from one."""

Statements = tuple[Statement, ...]
Arguments = Callable[[Plan, Draft], list[Choice] | None]


class Programs:
    """Makes programs."""

    def __init__(self, random: Random, bodies: Bodies, arguments: Arguments) -> None:
        """`arguments` finds what to call an operation with."""
        self._random = random
        self._bodies = bodies
        self._arguments = arguments
        self._makers: list[Plan] = []
        self._begun: deque[tuple[Statements, tuple[Shape | None, ...]]] = deque(maxlen=REMEMBERED)

    def learn(self, plan: Plan) -> None:
        """Have objects made by a constructor."""
        self._makers.append(plan)

    def remember(self, statements: Statements, shapes: tuple[Shape | None, ...]) -> None:
        """Have a program begin with statements that went well: something that calls back was given a function."""
        if len(statements) < LONGEST // 2:
            self._begun.append((statements, shapes))

    def program(self) -> Draft | None:
        """A program, or None if nothing can be made."""
        draft = Draft(LONGEST)
        if self._begun and self._random() < BEGUN_SHARE:
            draft.statements, draft.shapes = self._begun[int(self._random() * len(self._begun))]
            draft.prints = (None,) * len(draft.statements)
        elif not self._make(draft):
            return None
        tries = TRIES
        while tries and len(draft.statements) < LONGEST and self._random() < GOES_ON:
            if self._random() < ANOTHER:
                went_well = self._make(draft)
            else:
                went_well = self._bodies.step(draft, changing=self._random() < EFFECT_SHARE)
            tries -= not went_well
        return draft

    def _make(self, draft: Draft) -> bool:
        """Whether an object was made: there may be no constructor that anybody knows of."""
        if not self._makers:
            return False
        plan = self._makers[int(self._random() * len(self._makers))]
        before = draft.statements, draft.shapes, draft.prints
        chosen = self._arguments(plan, draft)
        if chosen is None:
            draft.statements, draft.shapes, draft.prints = before
            return False
        draft.add(plan.operation, chosen, self._bodies.shape_of_result(plan))
        return True
