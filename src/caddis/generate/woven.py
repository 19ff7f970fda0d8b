"""Calls that are called back: what is tried where the code of the target calls functions and methods it was given."""

from __future__ import annotations

from caddis.generate.draft import Choice, Draft
from caddis.generate.matching import fits
from caddis.generate.plan import Plan
from caddis.generate.programs import Arguments, Programs
from caddis.generate.proposal import Proposal, from_draft
from caddis.generate.supply import Random
from caddis.generate.weaving import Weaver
from caddis.model.operation import Kind
from caddis.model.sequence import Literal
from caddis.model.types import Anything

PROPOSED_SHARE = 0.1
"""How often a class is subclassed for its methods to be called, or a whole program made."""
PROGRAM_SHARE = 0.5
"""How often of those it is a program."""
ECHO_SHARE = 0.3
"""How often an argument is a literal that was given before."""
_OF_OURS = frozenset({Kind.DEFINITION, Kind.CALL})


class Woven:
    """Proposes programs and subclasses; to be asked only where something calls back."""

    def __init__(self, random: Random, weaver: Weaver, arguments: Arguments, max_length: int) -> None:
        """`arguments` finds what to call an operation with."""
        self._random = random
        self.weaver = weaver
        """Who knows whether anything was met that calls back."""
        self._programs = Programs(random, weaver.bodies, arguments)
        self._max_length = max_length

    def learn(self, plan: Plan, *, helping: bool) -> None:
        """Take an operation into the choice."""
        self.weaver.learn(plan, helping=helping)
        if plan.operation.kind is Kind.CONSTRUCTOR and not helping:
            self._programs.learn(plan)

    def remember(self, proposal: Proposal) -> None:
        """Go on from a call that went well, if it was given something of ours to call back."""
        given = [argument for argument in proposal.calls[0].arguments if isinstance(argument, int)]
        if any(proposal.prefix[argument].operation.kind in _OF_OURS for argument in given):
            self._programs.remember((*proposal.prefix, proposal.calls[0]), (*proposal.shapes, None))

    def propose(self) -> Proposal | None:
        """A whole program, or an instance of a class that overrides something, for others to call."""
        makers = self.weaver.subclasses
        if not makers or self._random() < PROGRAM_SHARE:
            return self.program()
        draft = Draft(self._max_length)
        return None if makers[int(self._random() * len(makers))](draft) is None else from_draft(draft)

    def program(self) -> Proposal | None:
        """A whole program."""
        draft = self._programs.program()
        return None if draft is None or not draft.statements else from_draft(draft, whole=True)

    def echoed(self, plan: Plan, draft: Draft) -> Choice:
        """A literal that was given before in a draft, now and then: what is called back is found by the same key."""
        if not draft.statements or self._random() >= ECHO_SHARE:
            return None
        said = [each for one in draft.statements for each in one.arguments if isinstance(each, Literal)]
        literal = said[int(self._random() * len(said))] if said else None
        known = plan.signature.parameters[len(draft.chosen)]
        if literal is None or isinstance(known, Anything) or not fits(known, (type(literal.value),)):
            return None
        return literal
