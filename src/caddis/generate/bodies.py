"""Bodies of synthesised functions, by the rules of Klein, Flatt and Findler (Figure 5, sections 5.1 to 5.5).

At each step a body uses what is in scope: it calls something there, by preference something with a side effect, or it
comes to its end with a variable, a value made directly, or a call that gives what is asked for. What a call gave is in
scope for all that comes after it, and the size of the whole is limited, not the depth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from caddis.generate.draft import Choice, Draft
from caddis.generate.learning import Standing
from caddis.generate.matching import fits
from caddis.generate.plan import BY_POSITION, Plan
from caddis.generate.supply import NONE, Random, Supply
from caddis.model.api import Signature
from caddis.model.component import Shape
from caddis.model.definition import given, result
from caddis.model.operation import HAS_RECEIVER, Kind, Known, Operation, Parameter, Place, Waiting
from caddis.model.sequence import Literal, Sequence, Statement, need_loop
from caddis.model.types import NONE as NOTHING
from caddis.model.types import Anything, Instance, Type, Within, admits_none

EFFECT_SHARE = 0.8
"""How often a call with a side effect comes next: four to one, as the paper has it."""
VARIABLE_SHARE = 0.6
"""How often an argument is something in scope that will do; half as often where anything will."""
ECHO_SHARE = 0.6
"""How often a literal of an argument is one that stands around the definition."""
UPWARD_SHARE = 0.4
"""How often an override begins with a call of what it overrides."""
OPTIONAL_SHARE = 0.15
"""How often an argument is given that need not be."""
TRIES = 3
"""Calls that may come to nothing, for want of an argument, before the body goes on without."""
EXTRA = 12
"""Statements that arguments may take beside those of the budget."""
_VERBS = frozenset(
    re.findall(
        r"\w+",
        """
        add append apply attach cancel change clear close commit delete detach disable discard dispatch drop
        emit enable end enqueue extend fire flush insert invalidate lock move notify off on open pop publish
        push put redo register release remove rename replace reset resume reverse run send set shift sort start
        step stop subscribe swap trigger undo unlock unregister unset unsubscribe update write
        """,
    )
)
"""How names begin of what has a side effect, as a first guess."""


_ARITHMETIC: tuple[tuple[type, str, tuple[type, ...]], ...] = (
    (int, "__add__", (int,)),
    (int, "__sub__", (int,)),
    (int, "__mul__", (int,)),
    (int, "__neg__", ()),
    (float, "__add__", (float,)),
    (float, "__mul__", (float,)),
    (str, "__add__", (str,)),
    (str, "upper", ()),
)
"""What bodies do with atoms: a class, an operation, and what it takes beside its receiver."""
_ATOMS = frozenset({int, float, str, bytes, bool, complex, type(None)})


@dataclass(frozen=True, slots=True)
class Slot:
    """Something in scope when a body begins."""

    name: str
    known: Type
    shape: Shape | None

    @classmethod
    def of(cls, name: str, known: Type) -> Slot:
        """A slot for a value of a type."""
        return cls(name, known, shape_of(known))


def shape_of(known: Type) -> Shape | None:
    """The shape of all values of a type, as far as that tells: nothing is called on what may be None."""
    match known:
        case Instance(cls=cls):
            return (cls,)
        case Within(base=base):
            return shape_of(base)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class _Callable:
    """An operation that bodies may call."""

    plan: Plan
    makes: Shape | None
    fitting: tuple[dict[Shape, bool], ...]
    """For each parameter but the receiver, the shapes of which it is known whether they will do."""

    @property
    def operation(self) -> Operation:
        return self.plan.operation


@dataclass(slots=True)
class _Offer:
    """What can be called on instances of a class, or on nothing."""

    changing: list[_Callable] = field(default_factory=list)
    others: list[_Callable] = field(default_factory=list)


class Bodies:
    """Knows what can be called, and makes bodies."""

    def __init__(self, random: Random, supply_of: Callable[[Type], Supply]) -> None:
        self._random = random
        self._supply_of = supply_of
        self._known: dict[Operation, _Callable] = {}
        self._by_class: dict[type, list[_Callable]] = {}
        self._effects: dict[Operation, bool] = {}
        self._offers: dict[type, _Offer] = {}
        self._goals: dict[tuple[Type, Shape], bool] = {}
        self._given: dict[str, Statement] = {}
        self._reckons = False

    def learn(self, plan: Plan) -> None:
        """Let bodies call an operation on what is in scope."""
        operation, signature = plan.operation, plan.signature
        if operation.kind not in HAS_RECEIVER or operation.waiting is not Waiting.PLAIN or plan.share <= 0:
            return
        receiver = signature.parameters[0]
        if operation.kind is Kind.DELETE or not isinstance(receiver, Instance):
            return
        one = _Callable(plan, shape_of(signature.returns), tuple({} for _ in plan.supplies))
        self._known[operation] = one
        self._effects.setdefault(operation, _looks_changing(operation, signature.returns))
        self._by_class.setdefault(receiver.cls, []).append(one)
        self._offers.clear()

    def note(self, operation: Operation, *, changes: bool) -> None:
        """A run has shown whether an operation has a side effect."""
        if self._effects.get(operation, changes) is not changes:
            self._effects[operation] = changes
            self._offers.clear()

    def know(self, shown: dict[Operation, Known]) -> None:
        """Calls without arguments have shown something of operations."""
        for operation, known in shown.items():
            self.note(operation, changes=known is Known.CHANGES)

    def has_calls(self, shape: Shape | None) -> bool:
        """Whether anything can be called on values of a shape."""
        if not shape or shape[0] in _ATOMS:
            return False
        offer = self._offer(shape[0])
        return bool(offer.changing or offer.others)

    def body(
        self,
        slots: list[Slot],
        goal: Type,
        size: int,
        *,
        echo: list[Literal],
        depth: int,
        upward: Callable[[Draft], int] | None = None,
        as_before: bool = False,
    ) -> Sequence | None:
        """A body of at most so many calls that comes to a value of the goal; None if no such value can be found.

        `echo` are literals that stand around it; `upward` adds a call of what the body overrides, if it does, and
        `as_before` asks for just the value of that.
        """
        if not self._reckons:
            self._reckon()
        draft = Draft(len(slots) + size + EXTRA, depth)
        draft.statements = tuple([self._slot(slot.name) for slot in slots])
        draft.shapes = tuple([slot.shape for slot in slots])
        draft.prints = (None,) * len(slots)
        begins = upward is not None and (as_before or self._random() < UPWARD_SHARE)
        above = upward(draft) if upward is not None and begins else None
        tries = TRIES
        while size > 0 and tries > 0 and self._random() < EFFECT_SHARE:
            if self._step(draft, echo, changing=self._random() < EFFECT_SHARE) is None:
                tries -= 1
            else:
                size -= 1
        if as_before and above is not None:
            draft.statements = (*draft.statements, result(above - len(draft.statements)))
            return None if need_loop(draft.statements) else Sequence(draft.statements)
        # what is overridden gives what is asked for
        last = upward if above is None else partial(_already, above)
        if not self._end(draft, goal, echo, last, may_call=size > 0) or need_loop(draft.statements):
            # nothing is awaited in a plain function, and what was kept may have been
            return None
        return Sequence(draft.statements)

    def _reckon(self) -> None:
        """Let bodies reckon with atoms."""
        self._reckons = True
        for cls, name, others in _ARITHMETIC:
            parameters = tuple(Parameter(each, Place.POSITIONAL) for each in ("self", "other")[: 1 + len(others)])
            kind = Kind.OPERATOR if name.startswith("__") else Kind.METHOD
            operation = Operation(kind, "builtins", cls.__name__, name, parameters)
            signature = Signature((Instance(cls), *map(Instance, others)), Instance(cls))
            supplies = tuple((self._supply_of(Instance(each)), None, Place.POSITIONAL) for each in others)
            self.learn(Plan(operation, signature, None, supplies, Standing()))

    def _slot(self, name: str) -> Statement:
        slot = self._given.get(name)
        if slot is None:
            slot = self._given[name] = given(name)
        return slot

    def step(self, draft: Draft, *, changing: bool) -> bool:
        """Add one call on something in a draft; whether there was one."""
        echo = [each for one in draft.statements[-3:] for each in one.arguments if isinstance(each, Literal)]
        return self._step(draft, echo, changing=changing) is not None

    def shape_of_result(self, plan: Plan) -> Shape | None:
        """The shape of what an operation gives, as far as its type tells."""
        return shape_of(plan.signature.returns)

    def _step(self, draft: Draft, echo: list[Literal], *, changing: bool) -> int | None:
        """One call on something in scope; its position, or None if none could be made."""
        random = self._random
        offers = [
            (place, several)
            for place, shape in enumerate(draft.shapes)
            if shape and (several := self._offer(shape[0]).changing if changing else self._offer(shape[0]).others)
        ]
        if not offers:
            return None
        place, several = offers[int(random() * len(offers))]
        return self._call(draft, several[int(random() * len(several))], place, echo)

    def _call(self, draft: Draft, called: _Callable, place: int, echo: list[Literal]) -> int | None:
        before = draft.statements, draft.shapes, draft.prints
        chosen: list[Choice] = [place]
        if not self._arguments(draft, called, chosen, echo) or _is_hollow(draft.statements[len(before[0]) :]):
            draft.statements, draft.shapes, draft.prints = before
            return None
        return draft.add(called.operation, chosen, called.makes)

    def _arguments(self, draft: Draft, called: _Callable, chosen: list[Choice], echo: list[Literal]) -> bool:
        random, gap = self._random, False
        draft.operation, draft.chosen = called.operation, chosen
        for (supply, giving, place), fitting in zip(called.plan.supplies, called.fitting, strict=True):
            if giving is not None and ((gap and place in BY_POSITION) or random() >= OPTIONAL_SHARE):
                gap = True
                chosen.append(None)
                continue
            known = called.plan.signature.parameters[len(chosen)]
            choice: Choice = self._in_scope(draft, known, fitting) if random() < VARIABLE_SHARE else None
            if choice is None and echo and random() < ECHO_SHARE:
                choice = self._echoed(known, echo)
            if choice is None:
                choice = supply.pick(draft)
            if choice is None or (choice is NONE and not (isinstance(known, Anything) or admits_none(known))):
                # nothing yields the type
                return False
            chosen.append(choice)
        return True

    def _in_scope(self, draft: Draft, known: Type, fitting: dict[Shape, bool]) -> int | None:
        """Something in scope that may be given."""
        if isinstance(known, Anything):
            return int(self._random() * len(draft.shapes)) if draft.shapes and self._random() < VARIABLE_SHARE else None
        found = []
        for place, shape in enumerate(draft.shapes):
            if shape:
                answer = fitting.get(shape)
                if answer is None:
                    answer = fitting[shape] = fits(known, shape)
                if answer:
                    found.append(place)
        return found[int(self._random() * len(found))] if found else None

    def _echoed(self, known: Type, echo: list[Literal]) -> Literal | None:
        literal = echo[int(self._random() * len(echo))]
        return literal if fits(known, (type(literal.value),)) else None

    def _end(
        self,
        draft: Draft,
        goal: Type,
        echo: list[Literal],
        last: Callable[[Draft], Choice] | None,
        *,
        may_call: bool,
    ) -> bool:
        """Return a value of the goal: something in scope, made directly, or given by a call; whether there was any."""
        if goal == NOTHING:
            return True
        rules: list[Callable[[], Choice]] = [
            lambda: self._variable(draft, goal),
            lambda: self._supply_of(goal).pick(draft),
        ]
        if may_call:
            rules.append(lambda: self._giving(draft, goal, echo))
        if last is not None:
            rules.append(lambda: last(draft))
        optional = isinstance(goal, Anything) or admits_none(goal)
        if isinstance(goal, Anything):
            rules.append(lambda: NONE)
        before = draft.statements, draft.shapes, draft.prints
        while rules:
            choice = rules.pop(int(self._random() * len(rules)))()
            if choice == NONE and optional:
                return True
            if choice is not None and choice != NONE and not _is_hollow(draft.statements[len(before[0]) :]):
                draft.statements = (*draft.statements, result(draft.relative([choice])[0]))
                return True
            draft.statements, draft.shapes, draft.prints = before
        return False

    def _variable(self, draft: Draft, goal: Type) -> int | None:
        places = [place for place, shape in enumerate(draft.shapes) if shape and self._fits(goal, shape)]
        return places[int(self._random() * len(places))] if places else None

    def _giving(self, draft: Draft, goal: Type, echo: list[Literal]) -> int | None:
        """A call on something in scope that gives what is asked for."""
        found = [
            (called, place)
            for place, shape in enumerate(draft.shapes)
            if shape
            for called in (*self._offer(shape[0]).changing, *self._offer(shape[0]).others)
            if called.makes is not None and self._fits(goal, called.makes)
        ]
        return self._call(draft, *found[int(self._random() * len(found))], echo) if found else None

    def _fits(self, goal: Type, shape: Shape) -> bool:
        if isinstance(goal, Anything):
            return True
        key = (goal, shape)
        answer = self._goals.get(key)
        if answer is None:
            answer = self._goals[key] = fits(goal, shape)
        return answer

    def _offer(self, cls: type) -> _Offer:
        offer = self._offers.get(cls)
        if offer is None:
            offer = self._offers[cls] = _Offer()
            met: set[str] = set()
            for base in cls.__mro__:
                for called in self._by_class.get(base, ()):
                    name = f"{called.operation.kind} {called.operation.name}"
                    if name not in met:
                        met.add(name)
                        (offer.changing if self._effects[called.operation] else offer.others).append(called)
        return offer


def _is_hollow(statements: tuple[Statement, ...]) -> bool:
    """Whether a container was made of None, for want of anything that would do."""
    return any(each.operation.kind is Kind.DISPLAY and NONE in each.arguments for each in statements)


def _already(place: int, _draft: Draft) -> int:
    return place


def _looks_changing(operation: Operation, returns: Type) -> bool:
    """Whether an operation is taken for one with a side effect until runs show better."""
    if operation.kind is Kind.WRITE or operation.name in ("__setitem__", "__delitem__"):
        return True
    if operation.kind in (Kind.READ, Kind.OPERATOR):
        return False
    return returns == NOTHING or operation.name.strip("_").partition("_")[0] in _VERBS
