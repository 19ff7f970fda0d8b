"""Model-guided generation: inputs that follow what was seen of the classes in a recorded run (section 2.3.1 of Palulu).

Each input is a sequence, with the state that each of its objects has in the model of its class. One is taken, and
extended by each call that the model allows next for one of its objects; what it needs is found in the input itself,
made anew, or taken from another input.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from caddis.generate.choosing import Chooser
from caddis.generate.database import Database, Input, Thing
from caddis.generate.draft import Choice, Draft
from caddis.generate.proposal import Proposal
from caddis.generate.supplies import Supplies
from caddis.generate.supply import Random, Supply
from caddis.generate.variants import can_be_mutated, mutated
from caddis.model.component import Kinds
from caddis.model.guidance import Guidance, Move
from caddis.model.operation import Kind, Operation, Parameter, Place, constant, display
from caddis.model.sequence import Literal, Statement
from caddis.model.types import Instance
from caddis.model.usage import Held, Known, Left, Shaped, Template

AFRESH = 0.2
"""How often an input begins with nothing, where there are others to begin with."""
ASIDE, FEW = 0.5, 4
"""How often calls are made that no model speaks of, and how many at once."""
HELPER_SHARE = 0.85
"""How often what is needed is taken from an input that ran before, where one has it: what is made anew may not run."""
ODDLY, ODDLY_ASIDE = 0.2, 0.8
"""How often one argument of the last call of an input is not like those that were seen: where a model speaks of it, and
elsewhere. What is legal has borders; two oddities at once are rarely legal."""
FREELY = 0.4
"""How often such an argument is anything that may be given there, not something near what was seen."""
DEEPEST = 8
"""How far what is needed to make something needed is followed."""
LONGEST_WAY = 6
"""How many calls are made at most to bring a new object to a state that is wanted."""
PATIENCE = 60
"""How many objects are looked for elsewhere before one turn is over: what is needed may need ever more."""
TRIES = 4
"""How often something needed is looked for before an input is given up."""
T = TypeVar("T")
_FROZENSET = Operation(Kind.FUNCTION, "builtins", "", "frozenset", (Parameter("iterable", Place.POSITIONAL),))


class _Making:
    """An input in the making."""

    def __init__(self, start: Input | None, limit: int) -> None:
        self.draft = Draft(limit)
        self.things: list[Thing] = []
        self.strays = False
        self.moved: set[int] = set()
        self._limit = limit
        self._start = start
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
        self.strays = self.strays or other.strays
        self.things += [Thing(thing.position + offset, thing.cls, thing.state) for thing in other.things]

    @property
    def too_long(self) -> bool:
        """Whether it has grown past what is allowed."""
        return len(self.draft.statements) > self._limit

    def finished(self) -> Input | None:
        """The input, unless it has grown too long."""
        if self.too_long:
            return None
        draft = self.draft
        return Input(
            draft.statements,
            tuple(self.things),
            draft.prints,
            strays=self.strays,
            moved=frozenset(self.moved),
            start=self._start,
        )


@dataclass(frozen=True, slots=True, repr=False)
class _Call:
    """The call that an input is to be extended by."""

    making: _Making
    move: Move
    used: dict[int, int]
    """The objects that take part already, none of them twice, and the parameters that they are, or are part of."""
    depth: int
    odd: int | None
    """The parameter that is given something else than what was seen, if one is."""


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
        # what no model speaks of, and is not called on an object, has a turn like any class
        self._order = [*sorted(guidance.guides), *([""] if "" in self._asides else [])]
        self._turn = 0
        self._patience = 0
        self._database = Database(random)
        self._ready: dict[tuple[str, Operation, int], list[int]] = {}
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
            self._patience = PATIENCE
            self._waiting.extend(self._extensions(cls) if cls else self._aside(None, None, self._asides[""]))
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
        kinds: Kinds = (),
    ) -> None:
        """Remember an input that ran to its end without an exception, with the states that its values were seen in.

        `kinds` are those of its values, as far as anybody has looked.
        """
        made = self._hopes.pop(proposal.statements, None) if self._hopes else None
        if made is None:
            return
        if made.start is not None:
            made.start.note(went_well=went_well)
            # or all that ever ran would stay in memory
            made.start = None
        if went_well:
            made.prints = prints if len(prints) == len(made.statements) else made.prints
            self._database.remember(made, kinds)

    def _extensions(self, cls: str) -> list[Input]:
        """One new input for each call that the model allows for an object of a class."""
        guide = self._guides[cls]
        known = self._database.has(cls)
        if known and cls in self._asides and self._random() < ASIDE:
            start = self._database.any(cls)
            thing = self._one([thing for thing in start.things if thing.cls == cls])
            return self._aside(start, thing, self._asides[cls])
        made: list[Input | None] = []
        if known and self._random() >= AFRESH:
            start = self._database.any(cls)
            thing = self._one([thing for thing in start.things if thing.cls == cls])
            made = [self._extended(start, thing, cls, number, 0) for number in guide.edges[thing.state]]
        # also where nothing may follow
        made = made or [self._extended(None, None, cls, number, 0) for number in guide.sources]
        return [each for each in made if each is not None]

    def _extended(self, start: Input | None, thing: Thing | None, cls: str, number: int, depth: int) -> Input | None:
        """An input extended by a call on one of its objects, or, with none, one that begins with making one."""
        making = _Making(start, self._limit)
        move = self._guides[cls].moves[number]
        used = {} if thing is None else {thing.position: move.place}
        call = _Call(making, move, used, depth, None if depth else self._odd(move, ODDLY))
        chosen = self._arguments(call, thing)
        if chosen is None:
            return None
        position = making.draft.add(call.move.operation, chosen)
        self._advance(call, thing, number)
        if thing is None:
            making.things.append(Thing(position, cls, number))
            making.moved.add(position)
        return making.finished()

    def _aside(self, start: Input | None, thing: Thing | None, moves: Sequence[Move]) -> list[Input]:
        """Some calls that no model speaks of, on an object or on none."""
        chosen = [self._one(moves) for _ in range(FEW)]
        return [each for move in chosen if (each := self._called(start, thing, move)) is not None]

    def _called(self, start: Input | None, thing: Thing | None, move: Move) -> Input | None:
        """An input with a call at its end that no model speaks of; nobody knows what state it leaves objects in."""
        making = _Making(start, self._limit)
        used = {} if thing is None else {thing.position: move.place}
        chosen = self._arguments(_Call(making, move, used, 0, self._odd(move, ODDLY_ASIDE)), thing)
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

    def _odd(self, move: Move, share: float) -> int | None:
        """The parameter of a call that is given something odd, now and then."""
        places = [place for place in range(len(move.operation.parameters)) if place != move.place]
        return self._one(places) if places and self._random() < share else None

    def _advance(self, call: _Call, thing: Thing | None, number: int) -> None:
        """Move the objects that took part to the states that the call leads to, as far as their models say."""
        things = call.making.things
        for index, each in enumerate(things):
            following = number if each == thing else None
            if each != thing and each.position in call.used:
                following = self._following(each, call.move, call.used[each.position])
            if following is not None:
                things[index] = Thing(each.position, each.cls, following)
                call.making.moved.add(each.position)

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
        odd = place == call.odd
        free = self._otherwise(move.operation, place) if odd and self._random() < FREELY else None
        if free is not None and parameter.required:
            call.making.strays = True
            return free.pick(call.making.draft)
        if not move.given[place]:
            return self._supplies.of(move.types[place]).pick(call.making.draft) if parameter.required else None
        for _ in range(TRIES):
            template = self._template(move, place)
            if isinstance(template, Left) and not parameter.required:
                return None
            choice = self._filled(call, template, place)
            if odd and isinstance(choice, Literal) and can_be_mutated(choice):
                other = self._template(move, place)
                near = mutated(choice, other if isinstance(other, Literal) else choice, self._random)
                call.making.strays = True
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
        found = self._special(call.making, cls) if place == call.odd else None
        if found is None:
            found = self._present(call, cls, place)
        if found is None:
            kinds = self._below.get(cls, ())
            if not kinds:
                held = self._classes.get(cls)
                return self._supplies.of(Instance(held)).pick(call.making.draft) if held is not None else None
            if not self._helped(call, self._one(kinds), place):
                return None
            found = self._present(call, cls, place, any_state=True)
        if found is not None:
            call.used[found] = place
        return found

    def _present(self, call: _Call, cls: str, place: int, *, any_state: bool = False) -> int | None:
        """An object of a class that is in the input, not used yet, and in a state that the call is allowed in.

        Where models say nothing of the call, every state will do; else only with `any_state`.
        """
        kinds = {cls, *self._below.get(cls, ())}
        there = [thing for thing in call.making.things if thing.cls in kinds and thing.position not in call.used]
        ready = [thing for thing in there if self._following(thing, call.move, place) is not None]
        told = any(self._ready_for(call.move, place, kind) for kind in kinds if kind in self._guides)
        chosen = ready or (there if any_state or not told else [])
        return self._one(chosen).position if chosen else None

    def _helped(self, call: _Call, cls: str, place: int) -> bool:
        """Append an input with an object of a class that the call is allowed for: one that ran before, or a new one."""
        making, depth = call.making, call.depth
        self._patience -= 1
        if self._patience < 0:
            return False
        made = None
        states = self._ready_for(call.move, place, cls)
        if self._database.has(cls) and (depth >= DEEPEST or self._random() < HELPER_SHARE):
            made = self._database.helper(cls, states)
        if made is None and depth < DEEPEST:
            made = self._made(cls, states, depth + 1)
        if made is None:
            return False
        making.join(made)
        return not making.too_long

    def _made(self, cls: str, states: Sequence[int], depth: int) -> Input | None:
        """A new input for an object of a class in one of some states, or in any, if none is told."""
        guide = self._guides[cls]
        made = self._extended(None, None, cls, self._one(guide.sources), depth)
        for _ in range(LONGEST_WAY):
            if made is None:
                break
            thing = next(thing for thing in made.things if thing.cls == cls)
            following = guide.edges[thing.state]
            # often what is done with it first is part of making it
            if not following or ((thing.state in states or not states) and self._random() < 0.5):
                break
            made = self._extended(made, thing, cls, self._one(following), depth) or made
        return made

    def _ready_for(self, move: Move, place: int, cls: str) -> list[int]:
        """The states of objects of a class in which their model allows a call, where they are one of its parameters."""
        key = (cls, move.operation, place)
        if key not in self._ready:
            guide = self._guides[cls]
            allowed = {
                number
                for number, other in enumerate(guide.moves)
                if other.operation == move.operation and other.place == place
            }
            self._ready[key] = [state for state, edges in enumerate(guide.edges) if not allowed.isdisjoint(edges)]
        return self._ready[key]

    def _special(self, making: _Making, cls: str) -> int | None:
        """An object of a kind that is not like most, now and then: with another it may be a special case."""
        found = self._database.special(cls)
        if found is None:
            return None
        offset = len(making.draft.statements)
        making.join(found[0])
        return None if making.too_long else offset + found[1]

    def _one(self, several: Sequence[T]) -> T:
        return several[int(self._random() * len(several))]
