"""Feedback-directed generation: pick an operation at random, find arguments among what was kept (Figure 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from caddis.config import GenerateConfig
from caddis.generate.choosing import Choices, Chooser
from caddis.generate.costs import Costs
from caddis.generate.draft import Draft, Lesson
from caddis.generate.supplies import Supplies
from caddis.generate.supply import Supply
from caddis.generate.worked import Worked, container
from caddis.model.api import Signature
from caddis.model.component import Entry, Shape
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Place
from caddis.model.operators import COPYING
from caddis.model.sequence import Argument, Literal, Statement
from caddis.model.types import Instance, OneOf

HELPER_SHARE = 0.15
"""How often an operation outside the target is called: to make arguments, and to change what the target returned."""
COPY_SHARE = 0.02
"""How often something of the target's is copied, for the copy to be used further."""
OPTIONAL_SHARE = 0.25
"""How often an optional parameter is given."""
UNPROVEN_SHARE, WORTH_TRYING = 0.6, 100
"""How often the choice is among operations that have not succeeded yet, and after how many tries no longer."""
MORE_SHARE = 0.5
"""How often one more argument is given where any number may be."""
_BY_POSITION = frozenset({Place.POSITIONAL, Place.VARIADIC})


@dataclass(frozen=True, slots=True, repr=False)
class Proposal:
    """A sequence to try: a prefix that is known to run, and new calls to append one after the other."""

    prefix: tuple[Statement, ...]
    calls: tuple[Statement, ...]
    shapes: tuple[Shape | None, ...]
    prints: tuple[int | None, ...]
    lessons: tuple[Lesson, ...] = ()
    """Who wants to know what comes of it."""


def unknown(statements: tuple[Statement, ...]) -> Proposal:
    """A proposal of which no state is known."""
    nothing: tuple[None, ...] = (None,) * (len(statements) - 1)
    return Proposal(statements[:-1], statements[-1:], nothing, nothing)


@dataclass(frozen=True, slots=True)
class _Plan:
    """An operation with the supply of each parameter, looked up once."""

    operation: Operation
    receiver: Supply | None
    supplies: tuple[tuple[Supply | Chooser, bool, Place], ...]
    """For each parameter but the receiver: its supply, whether it is required, how it is passed."""
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


class Generator:
    """Proposes new sequences."""

    def __init__(
        self,
        rng: Random,
        supplies: Supplies,
        config: GenerateConfig,
        costs: Costs | None,
        shares: Mapping[str, float],
        *,
        guided: bool = True,
    ) -> None:
        self._random = rng.random
        self._shares = shares
        self._costs = costs
        self._supplies = supplies
        self._choices = Choices(supplies, rng.random, guided=guided)
        self._guided = guided
        self._config = config
        self._targets: list[_Plan] = []
        self._tries: dict[Operation, int] = {}
        """How often operations of the target were tried that have not succeeded yet, and are still worth more."""
        self._unproven: list[_Plan] = []
        """Their plans."""
        self._helpers: list[_Plan] = []
        self._copies: list[_Plan] = []
        self._plans: dict[Operation, _Plan] = {}

    def learn(self, operations: Mapping[Operation, Signature], *, helping: bool = False) -> None:
        """Take operations into the choice; helping ones are called less often."""
        for operation, signature in operations.items():
            if operation.kind is Kind.CONSTRUCTOR and isinstance(signature.returns, Instance):
                self._supplies.know_class(signature.returns.cls, operation)
        for operation, signature in operations.items():
            if operation in self._plans:
                continue
            share = self._shares.get(str(operation), 1.0) if self._shares else 1.0
            plan = self._plans[operation] = self._plan(operation, signature, share)
            if share > 0 and not helping and self._guided:
                self._tries[operation] = 0
                self._unproven.append(plan)
            if share > 0:
                self._group(operation, helping=helping).append(plan)

    def _group(self, operation: Operation, *, helping: bool) -> list[_Plan]:
        if helping and operation.kind is Kind.OPERATOR and operation.name in COPYING:
            return self._copies
        return self._helpers if helping else self._targets

    def _plan(self, operation: Operation, signature: Signature, share: float) -> _Plan:
        first = 1 if operation.kind in HAS_RECEIVER else 0
        receiver = self._supplies.of(signature.parameters[0]) if first else None
        supplies = [
            (
                self._choices.of(known, signature.clues[index] if signature.clues else (), signature.nearby),
                parameter.required,
                parameter.place,
            )
            for index, (parameter, known) in enumerate(zip(operation.parameters, signature.parameters, strict=True))
            if index >= first
        ]
        remembering = [
            (position, supply.worked)
            for position, (supply, _, _) in enumerate(supplies, start=first)
            if isinstance(supply, Chooser) and supply.worked is not None
        ]
        return _Plan(operation, receiver, tuple(supplies), share, tuple(remembering))

    def heed(self, proposal: Proposal, accepted: float, *, reached: bool = False) -> None:
        """Learn from what came of a proposal: 1 if it went well, 0 if it was refused for what was passed."""
        operation = proposal.calls[0].operation
        if self._config.learning:
            for lesson in proposal.lessons:
                lesson.note(accepted)
            if accepted == 1.0 and operation in self._plans:
                self._remember(proposal, self._plans[operation], reached=reached)
        if operation in self._tries:
            self._tries[operation] += 1
            if accepted == 1.0 or self._tries[operation] >= WORTH_TRYING:
                self._prove(operation)

    def _remember(self, proposal: Proposal, plan: _Plan, *, reached: bool) -> None:
        """Keep in mind what a call succeeded with."""
        arguments, prefix = proposal.calls[0].arguments, proposal.prefix
        for position, worked in plan.remembering:
            argument = arguments[position]
            passed = container(prefix[argument]) if isinstance(argument, int) else argument
            if passed is not None:
                worked.remember(passed, reached=reached)

    def _prove(self, operation: Operation) -> None:
        """Try an operation no more often than others from now on."""
        if self._tries.pop(operation, None) is not None:
            self._unproven = [plan for plan in self._unproven if plan.operation != operation]

    def supply_of(self, operation: Operation, place: int) -> Supply | Chooser | None:
        """What draws the values of a parameter that is no receiver."""
        plan = self._plans.get(operation)
        first = 1 if operation.kind in HAS_RECEIVER else 0
        return None if plan is None or place < first else plan.supplies[place - first][0]

    def usual(self, statement: Statement) -> Statement:
        """The statement as it is made here: to see that it is the same as another then takes no comparing."""
        plan = self._plans.get(statement.operation)
        return statement if plan is None else plan.statement(statement.arguments)

    def offer(self, shape: Shape, entries: list[Entry]) -> None:
        """Make the entries of a new shape available."""
        self._supplies.offer(shape, entries)

    def forget(self, operation: Operation) -> None:
        """Never call an operation again."""
        self._targets = [plan for plan in self._targets if plan.operation != operation]
        self._helpers = [plan for plan in self._helpers if plan.operation != operation]
        self._copies = [plan for plan in self._copies if plan.operation != operation]
        self._prove(operation)

    def lacking(self) -> dict[Operation, list[str]]:
        """For each operation, the required parameters that nothing is known to yield a value for."""
        found = {plan.operation: self._lacks(plan) for plan in self._plans.values()}
        return {operation: names for operation, names in found.items() if names}

    def _lacks(self, plan: _Plan) -> list[str]:
        names = [parameter.name for parameter in plan.operation.parameters]
        lacking: list[str] = []
        if plan.receiver is not None:
            receiver, *names = names
            lacking += [] if plan.receiver.shelves else [receiver]
        supplies = zip(names, plan.supplies, strict=True)
        return lacking + [name for name, (supply, required, _) in supplies if required and self._nothing_for(supply)]

    def _nothing_for(self, supply: Supply | Chooser) -> bool:
        if isinstance(supply, Chooser):
            return all(map(self._nothing_for, supply.supplies))
        if isinstance(supply.known, OneOf) and not supply.shelves and not supply.literals:
            # each option is asked only when its turn comes
            return all(self._nothing_for(self._supplies.of(option)) for option in supply.known.options)
        return supply.empty

    def propose(self) -> Proposal | None:
        """A new sequence, or None when the chosen operation cannot be called with what there is."""
        random = self._random
        plans = self._helpers if self._helpers and random() < HELPER_SHARE else self._targets
        if self._copies and random() < COPY_SHARE:
            plans = self._copies
        if not plans:
            return None
        plan = plans[int(random() * len(plans))]
        if self._unproven and plans is self._targets and random() < UNPROVEN_SHARE:
            plan = self._unproven[int(random() * len(self._unproven))]
        if plan.share < 1.0 and random() >= plan.share:
            return None
        if self._costs is not None and random() >= self._costs.share(plan.operation):
            return None
        draft = Draft(self._config.max_length)
        chosen = self._arguments(plan, draft)
        if chosen is None:
            return None
        calls = [plan.statement(draft.relative(chosen))]
        # a call that works on nothing made before only makes the same again, and would make it in the longest way
        # and what was never made once stands for its state ever after: it should not be long
        if draft.statements and random() < self._config.repetition and plan.operation not in self._tries:
            calls = self._repeated(plan, draft, chosen)
        return Proposal(draft.statements, tuple(calls), draft.shapes, draft.prints, tuple(draft.lessons))

    def _arguments(self, plan: _Plan, draft: Draft) -> list[int | Literal | None] | None:
        """A choice for each parameter, or None when one cannot be met."""
        random = self._random
        chosen: list[int | Literal | None] = []
        if plan.receiver is not None:
            chosen.append(plan.receiver.from_pool(draft))
            if chosen[0] is None:
                return None
        gap = False
        for supply, required, place in plan.supplies:
            if not required and (
                # past a gap only names reach; each further one of several is half as likely
                (gap and place in _BY_POSITION)
                or random() >= (MORE_SHARE if place is Place.VARIADIC else OPTIONAL_SHARE)
            ):
                gap = gap or place is not Place.KEYWORD
                chosen.append(None)
                continue
            choice = supply.pick(draft)
            if choice is None:
                return None
            chosen.append(choice)
        return chosen

    def _repeated(self, plan: _Plan, draft: Draft, chosen: list[int | Literal | None]) -> list[Statement]:
        """The call again and again on the same values, with literals chosen anew (section 2.5)."""
        random = self._random
        times = int(random() * (self._config.max_repetition + 1))
        end = len(draft.statements)
        # for each argument: a position, or the literals to choose from anew
        supplies: list[Supply | Chooser] = [] if plan.receiver is None else [plan.receiver]
        supplies += [supply for supply, _, _ in plan.supplies]
        choices = [
            (None, supply.like(c)) if isinstance(c, Literal) else (c, None)
            for supply, c in zip(supplies, chosen, strict=True)
        ]
        return [
            plan.statement(
                tuple(
                    [
                        atoms[int(random() * len(atoms))]
                        if atoms is not None
                        else None
                        if c is None
                        else c - end - done
                        for c, atoms in choices
                    ]
                )
            )
            for done in range(min(times, self._config.max_length - end))
        ]
