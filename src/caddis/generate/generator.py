"""Feedback-directed generation: pick an operation at random, find arguments among what was kept (Figure 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import repeat
from random import Random

from caddis.config import GenerateConfig
from caddis.generate.attention import Attention
from caddis.generate.choosing import Choices, Chooser
from caddis.generate.costs import Costs
from caddis.generate.draft import Draft
from caddis.generate.learning import Standing
from caddis.generate.plan import BY_POSITION, Plan
from caddis.generate.proposal import Proposal, blamed_by, class_name, is_of_number
from caddis.generate.supplies import Supplies
from caddis.generate.supply import NONE, Supply
from caddis.generate.worked import container
from caddis.generate.woven import PROPOSED_SHARE, Woven
from caddis.generate.yielding import THROUGH_SHARE, Yielding
from caddis.model.api import Signature
from caddis.model.component import Shape, Shelf
from caddis.model.focus import NO_FOCUS, Focus
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Place
from caddis.model.operators import COPYING
from caddis.model.sequence import Argument, Literal, Statement, code_of
from caddis.model.types import Anything, Compared, Instance, OneOf, Type, admits_none, strictly

HELPER_SHARE = 0.15
"""How often an operation outside the target is called: to make arguments, and to change what the target returned."""
COPY_SHARE = 0.02
"""How often something of the target's is copied, for the copy to be used further."""
UNPROVEN_SHARE, WORTH_TRYING = 0.6, 100
"""How often the choice is among operations that have not succeeded yet, and after how many tries no longer."""
HOPELESS_SHARE = 0.2
"""How often an operation is called where it was chosen, if it has not even succeeded then; otherwise another is."""
ATTENTION_SHARE = 0.4
"""How often the choice is among operations whose code has branches that were not reached yet."""
PLAIN_SHARE = 0.25
"""How often only what must be is given: among many optional parameters, one that is refused spoils the others."""
PROPERTY_SHARE = 0.1
"""How often a property is called rather than an operation."""
NEAR_SHARE = 0.6
"""How often one of the operations is called that matter most for now."""
LOOKED_FOR = 3
"""How often a helper looks for something else to work on, until it is something that those have to do with."""
WIDE = 0.6
"""How often an atom for a property is any of its type, and not one of the few that readers know."""
MORE_SHARE = 0.5
"""How often one more argument is given where any number may be."""


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
        unreached: Callable[[Operation], Iterable[int]] = lambda _operation: (),
    ) -> None:
        """`unreached` numbers the branches in the code of an operation that were not reached yet."""
        self._random = rng.random
        self._shares = shares
        self._costs = costs
        self._supplies = supplies
        self._choices = Choices(supplies, rng.random, config, guided=guided)
        self._guided = guided
        self._config = config
        self._learning = config.uses("learning")
        self._helper_share = config.share("helpers", HELPER_SHARE)
        self._copy_share = config.share("copies", COPY_SHARE)
        self._unproven_share = config.share("unproven", UNPROVEN_SHARE)
        self._attention_share = config.share("attention", ATTENTION_SHARE)
        self._plain_share = config.share("plain", PLAIN_SHARE)
        self._woven: Woven | None = None
        if supplies.weaver is not None:
            self._woven = Woven(rng.random, supplies.weaver, self._arguments, config.max_length)
        self._targets: list[Plan] = []
        self._focus = NO_FOCUS
        self._near: list[Plan] = []
        self._focused: list[Plan] = []
        """Those of the target's that are not left aside."""
        self._tries: dict[int, int] = {}
        """How often operations of the target were tried, by their codes, that have not succeeded yet, and are still
        worth more."""
        self._unproven: list[Plan] = []
        """Their plans."""
        self._hopeless: set[int] = set()
        """The codes of those that were not worth more."""
        self._unreached = unreached
        self._attention: Attention[Plan] = Attention(rng.random)
        self._yielding = Yielding(rng.random, config.share("consuming", THROUGH_SHARE) if guided else 0.0)
        self._helpers: list[Plan] = []
        self._copies: list[Plan] = []
        self._plans: dict[int, Plan] = {}
        """By the codes of operations."""
        self._properties: list[Operation] = []
        self._without_none: dict[Operation, list[bool]] = {}
        """For each operation that was prepared, which parameters None is no value of."""

    def learn(self, operations: Mapping[Operation, Signature], *, helping: bool = False) -> None:
        """Take operations into the choice; helping ones are called less often."""
        for operation, signature in operations.items():
            if operation.kind is Kind.CONSTRUCTOR and isinstance(signature.returns, Instance):
                self._supplies.know_class(signature.returns.cls, operation)
        for operation, signature in operations.items():
            if operation.code in self._plans:
                continue
            self._yielding.learn(operation, signature)
            share = self._shares.get(str(operation), 1.0) if self._shares else 1.0
            plan = self._plans[operation.code] = self._plan(operation, signature, share)
            if self._woven is not None:
                self._woven.learn(plan, helping=helping)
            if share > 0 and not helping and self._guided:
                self._tries[operation.code] = 0
                self._unproven.append(plan)
                if self._attention_share:
                    self._attention.watch(plan, self._unreached(operation))
            if share > 0:
                self._group(operation, helping=helping).append(plan)
                if not helping and operation not in self._focus.aside:
                    self._focused.append(plan)

    def _group(self, operation: Operation, *, helping: bool) -> list[Plan]:
        if helping and operation.kind is Kind.OPERATOR and operation.name in COPYING:
            return self._copies
        return self._helpers if helping else self._targets

    def _plan(self, operation: Operation, signature: Signature, share: float) -> Plan:
        first = 1 if operation.kind in HAS_RECEIVER else 0
        receiver = self._supplies.of(signature.parameters[0]) if first else None
        calls = Standing()
        supplies = [
            (
                self._choices.of(
                    _known_as(operation, index),
                    known,
                    signature.clues[index] if signature.clues else (),
                    signature.nearby,
                ),
                None if parameter.required else self._choices.giving(_known_as(operation, index), calls),
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
        return Plan(operation, signature, receiver, tuple(supplies), calls, share, tuple(remembering))

    def heed(self, proposal: Proposal, accepted: float, *, said: str = "", reached: bool = False) -> None:
        """Learn from what came of a proposal: 1 if it went well, 0 if it was refused for what was passed.

        Where what was `said` then names the types of some of the values, the others are not to blame.
        """
        operation = proposal.calls[0].operation
        woven = self._woven
        if woven is not None and woven.weaver.is_asked and accepted == 1.0 and not proposal.whole:
            woven.remember(proposal)
        if self._learning:
            blamed = blamed_by(proposal, said) if accepted == 0.0 else ()
            for lesson, choice in () if accepted == 0.0 and is_of_number(said) else proposal.lessons:
                if not blamed or choice is None or class_name(proposal, choice) in blamed:
                    lesson.note(accepted)
            plan = self._plans.get(operation.code)
            if plan is not None:
                plan.calls.note(accepted)
                if accepted == 1.0:
                    self._remember(proposal, plan, reached=reached)
        if self._tries and operation.code in self._tries:
            self._tries[operation.code] += 1
            if accepted == 1.0 or self._tries[operation.code] >= WORTH_TRYING:
                self._prove(operation)
                if accepted < 1.0 and self._config.uses("sparing"):
                    self._hopeless.add(operation.code)
        elif self._hopeless and accepted == 1.0:
            self._hopeless.discard(operation.code)

    def notice(self, proposal: Proposal, gave: Shape, *, endless: bool) -> None:
        """Know what a call gave, if it went well; or that the last call of a proposal had no end."""
        first, *others = proposal.calls
        if gave and not others:
            self._yielding.note(first.operation, gave[0])
        elif endless and others and others[-1].operation != first.operation:
            self._yielding.tire(first.operation)

    def _remember(self, proposal: Proposal, plan: Plan, *, reached: bool) -> None:
        """Keep in mind what a call succeeded with."""
        arguments, prefix = proposal.calls[0].arguments, proposal.prefix
        for position, worked in plan.remembering:
            argument = arguments[position]
            passed = container(prefix[argument]) if isinstance(argument, int) else argument
            if passed is not None:
                worked.remember(passed, reached=reached)

    def _prove(self, operation: Operation) -> None:
        """Try an operation no more often than others from now on."""
        if self._tries.pop(operation.code, None) is not None:
            self._unproven = [plan for plan in self._unproven if plan.operation != operation]

    def supply_of(self, operation: Operation, place: int) -> Supply | Chooser | None:
        """What draws the values of a parameter that is no receiver."""
        plan = self._plans.get(operation.code)
        first = 1 if operation.kind in HAS_RECEIVER else 0
        return None if plan is None or place < first else plan.supplies[place - first][0]

    def usual(self, statement: Statement) -> Statement:
        """The statement as it is made here: to see that it is the same as another then takes no comparing."""
        plan = self._plans.get(statement.operation.code)
        return statement if plan is None else plan.statement(statement.arguments)

    def offer(self, shelf: Shelf) -> None:
        """Make the values of a new shape available."""
        self._supplies.offer(shelf)

    def suggest(self, operation: Operation, compared: Iterable[Compared]) -> None:
        """Try for the parameters of an operation what its code compared, wherever it may go."""
        plan = self._plans.get(operation.code)
        if plan is not None:
            for supply, _, _ in plan.supplies:
                if isinstance(supply, Chooser):
                    supply.suggest(compared)

    def reached(self, branches: Iterable[int]) -> None:
        """Branches were reached for the first time."""
        for branch in branches:
            self._attention.reached(branch)

    def attend_to(self, focus: Focus) -> None:
        """Call some operations of the target more often for a while, and others only to repeat what was kept."""
        self._focus = focus
        self._focused = [plan for plan in self._targets if plan.operation not in focus.aside]
        self._near = [plan for plan in self._targets if plan.operation in focus.near]

    def forget(self, operation: Operation) -> None:
        """Never call an operation again."""
        self._attention.forget(lambda plan: plan.operation == operation)
        self._focused = [plan for plan in self._focused if plan.operation != operation]
        self._near = [plan for plan in self._near if plan.operation != operation]
        self._targets = [plan for plan in self._targets if plan.operation != operation]
        self._helpers = [plan for plan in self._helpers if plan.operation != operation]
        self._copies = [plan for plan in self._copies if plan.operation != operation]
        self._prove(operation)

    def lacking(self) -> dict[Operation, list[str]]:
        """For each operation, the required parameters that nothing is known to yield a value for."""
        found = {plan.operation: self._lacks(plan) for plan in self._plans.values()}
        return {operation: names for operation, names in found.items() if names}

    def _lacks(self, plan: Plan) -> list[str]:
        names = [parameter.name for parameter in plan.operation.parameters]
        lacking: list[str] = []
        if plan.receiver is not None:
            receiver, *names = names
            lacking += [] if plan.receiver.shelves else [receiver]
        supplies = zip(names, plan.supplies, strict=True)
        return lacking + [
            name for name, (supply, giving, _) in supplies if giving is None and self._nothing_for(supply)
        ]

    def _nothing_for(self, supply: Supply | Chooser) -> bool:
        if isinstance(supply, Chooser):
            return all(map(self._nothing_for, supply.supplies))
        if isinstance(supply.known, OneOf) and not supply.shelves and not supply.literals:
            # each option is asked only when its turn comes
            return all(self._nothing_for(self._supplies.of(option)) for option in supply.known.options)
        return supply.empty

    def prepare(self, operations: Mapping[Operation, Signature], *, chosen: bool = False) -> None:
        """Know how to call properties: only when asked for by name, or, if `chosen`, now and then."""
        self._properties = list(operations) if chosen else []
        for operation, given in operations.items():
            # what only may do shows nothing of a property
            signature = replace(given, parameters=tuple(map(strictly, given.parameters)))
            self._plans.setdefault(operation.code, self._plan(operation, signature, 1.0))
            self._without_none[operation] = [not _may_be_none(known) for known in signature.parameters]

    def propose_call(self, operation: Operation) -> Proposal | None:
        """One call of an operation that was prepared; None when it cannot be called with what there is."""
        plan, draft = self._plans[operation.code], Draft(self._config.max_length)
        width = self._supplies.width
        usual, width.share, width.small = width.share, WIDE, False
        try:
            chosen = self._arguments(plan, draft)
        finally:
            width.share, width.small = usual, True
        if chosen is None or self._lacks_any(operation, chosen):
            return None
        call = plan.statement(draft.relative(chosen))
        return Proposal(draft.statements, (call,), draft.shapes, draft.prints, lessons=draft.lessons)

    def _lacks_any(self, operation: Operation, chosen: list[int | Literal | None]) -> bool:
        """Whether None stands for something that could not be found."""
        return any(refused and one is NONE for refused, one in zip(self._without_none[operation], chosen, strict=True))

    def propose(self) -> Proposal | None:
        """A new sequence, or None when the chosen operation cannot be called with what there is."""
        random = self._random
        if self._properties and random() < PROPERTY_SHARE:
            return self.propose_call(self._properties[int(random() * len(self._properties))])
        if self._woven is not None and self._woven.weaver.is_asked and random() < PROPOSED_SHARE:
            return self._woven.propose()
        plans = self._helpers if self._helpers and random() < self._helper_share else self._focused
        if self._copies and random() < self._copy_share:
            plans = self._copies
        if self._near and plans is self._focused and random() < NEAR_SHARE:
            plans = self._near
        plan = self._drawn(plans)
        if plan is None:
            return None
        draft = Draft(self._config.max_length)
        chosen = self._arguments(plan, draft)
        for _ in range(LOOKED_FOR) if self._near and plans is self._helpers else ():
            if any(statement.operation in self._focus.near for statement in draft.statements):
                break
            draft = Draft(self._config.max_length)
            chosen = self._arguments(plan, draft)
        if chosen is None:
            return None
        calls = [plan.statement(draft.relative(chosen))]
        # a call that works on nothing made before only makes the same again, and would make it in the longest way
        # and what was never made once stands for its state ever after: it should not be long
        if draft.statements and random() < self._config.repetition and plan.operation.code not in self._tries:
            calls = self._repeated(plan, draft, chosen)
        elif (through := self._yielding.following(plan.operation)) is not None:
            calls.append(through)
        return Proposal(
            draft.statements,
            tuple(calls),
            draft.shapes,
            draft.prints,
            lessons=draft.lessons,
            blemished=draft.blemished,
            code=code_of(calls, draft.code),
        )

    def _drawn(self, plans: list[Plan]) -> Plan | None:
        """One of several operations, unless it should be called less often and it is not its turn.

        One that has never succeeded is drawn less often than others.
        """
        if not plans:
            return None
        random = self._random
        plan = plans[int(random() * len(plans))]
        if self._hopeless and plan.operation.code in self._hopeless and random() >= HOPELESS_SHARE:
            plan = plans[int(random() * len(plans))]
        if plans is self._focused:
            preferred, aside = self._preferred(), self._focus.aside
            if preferred is not None and not (aside and preferred.operation in aside):
                plan = preferred
        if plan.share < 1.0 and random() >= plan.share:
            return None
        if self._costs is not None:
            # drawn at any rate: the clock should decide as little as can be
            chance = random()
            if self._costs.shares and chance >= self._costs.share(plan.operation):
                return None
        return plan

    def _preferred(self) -> Plan | None:
        """An operation of the target that should be called rather than any other, at times."""
        if self._unproven and self._random() < self._unproven_share:
            return self._unproven[int(self._random() * len(self._unproven))]
        return self._attention.draw() if self._random() < self._attention_share else None

    def _arguments(self, plan: Plan, draft: Draft) -> list[int | Literal | None] | None:
        """A choice for each parameter, or None when one cannot be met."""
        random = self._random
        chosen: list[int | Literal | None] = []
        draft.operation, draft.chosen = plan.operation, chosen
        if plan.receiver is not None:
            chosen.append(plan.receiver.from_pool(draft))
            if chosen[0] is None:
                return None
        if not plan.supplies:
            return chosen
        gap = False
        plain = random() < self._plain_share
        woven = self._woven if self._woven is not None and self._woven.weaver.is_asked else None
        for supply, giving, place in plan.supplies:
            if giving is not None:
                # past a gap only names reach; each further one of several is half as likely
                if (
                    plain
                    or (gap and place in BY_POSITION)
                    or random() >= (MORE_SHARE if place is Place.VARIADIC else giving.share)
                ):
                    gap = gap or place is not Place.KEYWORD
                    chosen.append(None)
                    continue
                draft.learning(giving, None)
            choice = None if woven is None else woven.echoed(plan, draft)
            if choice is None:
                choice = supply.pick(draft)
            if choice is None:
                return None
            chosen.append(choice)
        return chosen

    def _repeated(self, plan: Plan, draft: Draft, chosen: list[int | Literal | None]) -> list[Statement]:
        """The call again and again on the same values, with literals chosen anew (section 2.5)."""
        random = self._random
        end = len(draft.statements)
        times = min(int(random() * (self._config.max_repetition + 1)), self._config.max_length - end)
        supplies: list[Supply | Chooser] = [] if plan.receiver is None else [plan.receiver]
        supplies += [supply for supply, _, _ in plan.supplies]
        # for each argument what it is in one call after the other: the same value further back, or any such literal
        columns: list[Iterable[Argument]] = []
        for supply, choice in zip(supplies, chosen, strict=True):
            if isinstance(choice, Literal):
                atoms = supply.like(choice)
                columns.append([atoms[int(random() * len(atoms))] for _ in range(times)])
            elif choice is None:
                columns.append(repeat(None, times))
            else:
                columns.append(range(choice - end, choice - end - times, -1))
        made = plan.made
        # without arguments there are no columns to count the calls by
        calls = zip(*columns, strict=True) if columns else repeat((), times)
        return [made.get(each) or plan.statement(each) for each in calls]


def _known_as(operation: Operation, index: int) -> str:
    """The name under which parameters teach each other; each of several is known by itself, as `args` means nothing."""
    parameter = operation.parameters[index]
    return f"{operation}*{index}" if parameter.place is Place.VARIADIC else parameter.name


def _may_be_none(known: Type) -> bool:
    return isinstance(known, Anything) or admits_none(known)
