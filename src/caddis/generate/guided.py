"""Model-guided generation: inputs that follow what was seen of the classes in a recorded run (section 2.3.1 of Palulu).

Each input is a sequence, with the state that each of its objects has in the model of its class. One is taken, and
extended by each call that the model allows next for one of its objects; what it needs is found in the input itself,
made anew, or taken from another input.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from caddis.generate.choosing import Chooser
from caddis.generate.draft import Choice, Draft
from caddis.generate.proposal import Proposal
from caddis.generate.supplies import Supplies
from caddis.generate.supply import Random, Supply
from caddis.generate.variants import can_be_mutated, mutated
from caddis.model.component import ValueKind
from caddis.model.guidance import Guidance, Move
from caddis.model.operation import Kind, Operation, Parameter, Place, constant, display
from caddis.model.sequence import Literal, Statement
from caddis.model.types import Instance
from caddis.model.usage import Held, Known, Left, Shaped, Template

AFRESH = 0.2
"""How often an input begins with nothing, where there are others to begin with."""
ASIDE, FEW = 0.5, 4
"""How often calls are made that no model speaks of, and how many at once."""
MOST_INPUTS = 1_000
"""Inputs that are remembered for a class."""
HELPER_SHARE = 0.85
"""How often what is needed is taken from an input that ran before, where one has it: what is made anew may not run."""
FREEDOM, FREEDOM_ASIDE = 0.2, 0.5
"""How often the last call of an input is given values that were not seen: where a model speaks of it, and elsewhere."""
NEAR = 0.2
"""How often the last call is given a value near one that was seen: what is legal has borders."""
TYPICAL, SPECIAL, MOST_TYPICAL = 0.3, 0.3, 64
"""How often an input is one in which a kind of object was seen first, and an argument such an object: special ones must
not drown among many. So many are remembered for a class."""
DEEPEST = 8
"""How far what is needed to make something needed is followed."""
PATIENCE = 60
"""How many objects are looked for elsewhere before one turn is over: what is needed may need ever more."""
TRIES = 4
"""How often something needed is looked for before an input is given up."""
T = TypeVar("T")
_FROZENSET = Operation(Kind.FUNCTION, "builtins", "", "frozenset", (Parameter("iterable", Place.POSITIONAL),))


@dataclass(frozen=True, slots=True)
class Thing:
    """An object in an input, and the state in the model of its class that it is in."""

    position: int
    cls: str
    state: int


@dataclass(frozen=True, slots=True, repr=False)
class Input:
    """A sequence and the objects in it."""

    statements: tuple[Statement, ...]
    things: tuple[Thing, ...]
    prints: tuple[int | None, ...]
    """The state that each value was seen in, as far as it was."""


class _Making:
    """An input in the making."""

    def __init__(self, start: Input | None, limit: int) -> None:
        self.draft = Draft(limit)
        self.things: list[Thing] = []
        self._limit = limit
        if start is not None:
            self.join(start)

    def join(self, other: Input) -> None:
        """Append another input."""
        offset = len(self.draft.statements)
        draft = self.draft
        # what statements refer to lies as far back as before
        draft.statements += other.statements
        draft.shapes += (None,) * len(other.statements)
        draft.prints += other.prints
        self.things += [Thing(thing.position + offset, thing.cls, thing.state) for thing in other.things]

    @property
    def too_long(self) -> bool:
        """Whether it has grown past what is allowed."""
        return len(self.draft.statements) > self._limit

    def finished(self) -> Input | None:
        """The input, unless it has grown too long."""
        draft = self.draft
        return None if self.too_long else Input(draft.statements, tuple(self.things), draft.prints)


@dataclass(frozen=True, slots=True, repr=False)
class _Call:
    """The call that an input is to be extended by."""

    making: _Making
    move: Move
    used: set[int]
    """The objects that take part already: none does twice."""
    depth: int
    freedom: float
    """How often a parameter is given something else than what was seen."""


class Guided:
    """Proposes inputs that models allow."""

    def __init__(
        self,
        random: Random,
        supplies: Supplies,
        guidance: Guidance,
        limit: int,
        *,
        aside: bool = False,
        otherwise: Callable[[Operation, int], Supply | Chooser | None] = lambda _operation, _place: None,
    ) -> None:
        """With `aside`, calls that no model speaks of are made now and then, and not built upon.

        `otherwise` draws the values of a parameter where it need not be one that was seen.
        """
        self._otherwise = otherwise
        self._asides = guidance.asides if aside else {}
        self._random = random
        self._supplies = supplies
        self._guides = guidance.guides
        self._classes = guidance.classes
        self._below = guidance.below
        self._limit = limit
        self._order = sorted(guidance.guides)
        self._turn = 0
        self._patience = 0
        self._database: dict[str, list[Input]] = {}
        self._typical: dict[str, list[tuple[Input, int]]] = {}
        """For each class, the inputs in which an object of a kind was seen for the first time, and where that is."""
        self._kinds: set[tuple[str, ValueKind]] = set()
        self._waiting: deque[Input] = deque()
        self._hopes: dict[tuple[Statement, ...], Input] = {}

    @property
    def knows_nothing(self) -> bool:
        """Whether there is no model."""
        return not self._guides

    def propose(self) -> Proposal | None:
        """An input that was not proposed before, or None if none could be made this time."""
        if not self._waiting and self._order:
            cls = self._order[self._turn % len(self._order)]
            self._turn += 1
            self._waiting.extend(self._extensions(cls))
        if not self._waiting:
            return None
        made = self._waiting.popleft()
        self._hopes[made.statements] = made
        prefix, prints = made.statements[:-1], made.prints[:-1]
        return Proposal(prefix, made.statements[-1:], (None,) * len(prefix), prints)

    def heed(
        self,
        proposal: Proposal,
        prints: tuple[int | None, ...],
        *,
        went_well: bool,
        kinds: tuple[ValueKind | None, ...] = (),
    ) -> None:
        """Remember an input that ran to its end without an exception, with the states that its values were seen in.

        `kinds` are those of its values, as far as anybody has looked.
        """
        made = self._hopes.pop(proposal.prefix + proposal.calls, None)
        if made is None or not went_well:
            return
        if len(prints) == len(made.statements):
            made = replace(made, prints=prints)
        for thing in made.things:
            kind = kinds[thing.position] if kinds else None
            typical = self._typical.setdefault(thing.cls, [])
            if kind is not None and len(typical) < MOST_TYPICAL and (thing.cls, kind) not in self._kinds:
                self._kinds.add((thing.cls, kind))
                typical.append((made, thing.position))
        for cls in {thing.cls: None for thing in made.things}:
            inputs = self._database.setdefault(cls, [])
            if len(inputs) < MOST_INPUTS:
                inputs.append(made)
            else:
                inputs[int(self._random() * MOST_INPUTS)] = made

    def _extensions(self, cls: str) -> list[Input]:
        """One new input for each call that the model allows for an object of a class."""
        self._patience = PATIENCE
        guide = self._guides[cls]
        known = self._database.get(cls)
        if known and self._random() < ASIDE and (cls in self._asides or "" in self._asides):
            start = self._remembered(cls, known)
            thing = self._one([thing for thing in start.things if thing.cls == cls])
            moves = [*self._asides.get(cls, ()), *self._asides.get("", ())]
            moves = [self._one(moves) for _ in range(FEW)]
            return [each for move in moves if (each := self._called(start, thing, move)) is not None]
        if not known or self._random() < AFRESH:
            made = [self._extended(None, None, cls, number, 0) for number in guide.sources]
        else:
            start = self._remembered(cls, known)
            thing = self._one([thing for thing in start.things if thing.cls == cls])
            made = [self._extended(start, thing, cls, number, 0) for number in guide.edges[thing.state]]
        return [each for each in made if each is not None]

    def _extended(self, start: Input | None, thing: Thing | None, cls: str, number: int, depth: int) -> Input | None:
        """An input extended by a call on one of its objects, or, with none, one that begins with making one."""
        making = _Making(start, self._limit)
        used = set() if thing is None else {thing.position}
        call = _Call(making, self._guides[cls].moves[number], used, depth, FREEDOM)
        chosen = self._arguments(call, thing)
        if chosen is None:
            return None
        position = making.draft.add(call.move.operation, chosen)
        self._advance(call, chosen, thing, number)
        if thing is None:
            making.things.append(Thing(position, cls, number))
        return making.finished()

    def _called(self, start: Input, thing: Thing, move: Move) -> Input | None:
        """An input with a call at its end that no model speaks of; nobody knows what state it leaves objects in."""
        making = _Making(start, self._limit)
        chosen = self._arguments(_Call(making, move, {thing.position}, 0, FREEDOM_ASIDE), thing)
        if chosen is None:
            return None
        making.draft.add(move.operation, chosen)
        making.things.clear()
        return making.finished()

    def _arguments(self, call: _Call, thing: Thing | None) -> list[int | Literal | None] | None:
        """A choice for each parameter of a call on an object; None if one cannot be met."""
        making = call.making
        operation = call.move.operation
        chosen: list[int | Literal | None] = []
        gap = False
        for place, parameter in enumerate(operation.parameters):
            choice: Choice = None
            if place == call.move.place and thing is not None:
                template = self._template(call.move, place)
                inside = isinstance(template, Shaped)
                choice = self._filled(call, template, place, thing) if inside else thing.position
            elif not (gap and parameter.place in (Place.POSITIONAL, Place.VARIADIC)):
                choice = self._argument(call, place)
            if making.too_long or (choice is None and parameter.required):
                return None
            gap = gap or (choice is None and parameter.place is not Place.KEYWORD)
            chosen.append(choice)
        return chosen

    def _advance(self, call: _Call, chosen: list[int | Literal | None], thing: Thing | None, number: int) -> None:
        """Move the objects that took part to the states that the call leads to, as far as their models say."""
        places = {choice: place for place, choice in reversed([*enumerate(chosen)]) if isinstance(choice, int)}
        things = call.making.things
        for index, each in enumerate(things):
            following = number if each == thing else None
            if each != thing and each.position in places:
                following = self._following(each, call.move, places[each.position])
            if following is not None:
                things[index] = Thing(each.position, each.cls, following)

    def _following(self, thing: Thing, move: Move, place: int) -> int | None:
        """The state that a call leads an object to, if its model allows the call."""
        guide = self._guides[thing.cls]
        for number in guide.edges[thing.state]:
            other = guide.moves[number]
            if other.operation == move.operation and other.place == place:
                return number
        return None

    def _template(self, move: Move, place: int) -> Template | None:
        given = move.given[place]
        return self._one(given) if given else None

    def _argument(self, call: _Call, place: int) -> Choice:
        """A value for a parameter: one like those that were seen, or of the type that is known."""
        move, parameter = call.move, call.move.operation.parameters[place]
        free = self._otherwise(move.operation, place) if call.depth == 0 and self._random() < call.freedom else None
        if free is not None and parameter.required:
            return free.pick(call.making.draft)
        if not move.given[place]:
            return self._supplies.of(move.types[place]).pick(call.making.draft) if parameter.required else None
        for _ in range(TRIES):
            template = self._template(move, place)
            if isinstance(template, Left) and not parameter.required:
                return None
            choice = self._filled(call, template, place)
            if isinstance(choice, Literal) and call.depth == 0 and self._random() < NEAR and can_be_mutated(choice):
                other = self._template(move, place)
                near = mutated(choice, other if isinstance(other, Literal) else choice, self._random)
                return near if isinstance(near, Literal) else choice
            if choice is not None:
                return choice
        return None

    def _filled(self, call: _Call, template: Template | None, place: int, thing: Thing | None = None) -> Choice:
        """A value like a template; `thing` stands for one of the objects in it."""
        draft = call.making.draft
        match template:
            case Literal():
                return template
            case Known(name=name):
                module, _, path = name.partition(":")
                return draft.add(constant(module, path), [])
            case Held(cls=cls):
                return thing.position if thing is not None and thing.cls == cls else self._object(call, cls, place)
            case Shaped(bracket=bracket, items=items):
                chosen: list[int | Literal | None] = []
                for item in items:
                    choice = self._filled(call, item, place, thing)
                    if choice is None or call.making.too_long:
                        return None
                    thing = None if thing is not None and choice == thing.position else thing
                    chosen.append(choice)
                if bracket == "frozenset":
                    return draft.add(_FROZENSET, [draft.add(display("[", len(chosen)), chosen)])
                return draft.add(display(bracket, len(chosen)), chosen)
            case _:
                return None

    def _object(self, call: _Call, cls: str, place: int) -> Choice:
        """An object of a class: one that is there and not used yet, else one made for this, else any."""
        found = self._special(call.making, cls) if call.depth == 0 else None
        if found is None:
            found = self._present(call, cls, place)
        if found is None:
            kinds = self._below.get(cls, ())
            if not kinds:
                held = self._classes.get(cls)
                return self._supplies.of(Instance(held)).pick(call.making.draft) if held is not None else None
            if not self._helped(call.making, self._one(kinds), call.depth):
                return None
            found = self._present(call, cls, place)
        if found is not None:
            call.used.add(found)
        return found

    def _present(self, call: _Call, cls: str, place: int) -> int | None:
        """An object of a class that is in the input and not used yet; rather one that the call is allowed for."""
        kinds = {cls, *self._below.get(cls, ())}
        there = [thing for thing in call.making.things if thing.cls in kinds and thing.position not in call.used]
        ready = [thing for thing in there if self._following(thing, call.move, place) is not None]
        return self._one(ready or there).position if there else None

    def _helped(self, making: _Making, cls: str, depth: int) -> bool:
        """Append an input that makes an object of a class: one that ran before, or a new one."""
        self._patience -= 1
        if self._patience < 0:
            return False
        known = self._database.get(cls)
        if known and (depth >= DEEPEST or self._random() < HELPER_SHARE):
            making.join(self._remembered(cls, known))
            return not making.too_long
        if depth >= DEEPEST:
            return False
        guide = self._guides[cls]
        made = self._extended(None, None, cls, self._one(guide.sources), depth + 1)
        while made is not None and self._random() < 0.5:
            # often what is done with it first is part of making it
            thing = next(thing for thing in made.things if thing.cls == cls)
            following = guide.edges[thing.state]
            further = self._extended(made, thing, cls, self._one(following), depth + 1) if following else None
            if further is None:
                break
            made = further
        if made is None:
            return False
        making.join(made)
        return not making.too_long

    def _remembered(self, cls: str, known: list[Input]) -> Input:
        """One of the inputs with an object of a class; now and then one in which a kind of it was seen first."""
        typical = self._typical.get(cls)
        return self._one(typical)[0] if typical and self._random() < TYPICAL else self._one(known)

    def _special(self, making: _Making, cls: str) -> int | None:
        """An object of a kind that is not like most, now and then: with another it may be a special case."""
        typical = self._typical.get(cls)
        if not typical or self._random() >= SPECIAL:
            return None
        offset = len(making.draft.statements)
        other, position = self._one(typical)
        making.join(other)
        return None if making.too_long else offset + position

    def _one(self, several: Sequence[T]) -> T:
        return several[int(self._random() * len(several))]
