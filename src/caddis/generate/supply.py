"""Where values of a type come from: literals, the pool, and what can be made on the spot."""

from __future__ import annotations

import collections
from collections import abc
from collections.abc import Callable, Iterable

from caddis.generate.costs import Costs
from caddis.generate.draft import Draft
from caddis.generate.matching import fits
from caddis.model.component import Entry, Shape
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    Anything,
    ClassOf,
    Display,
    Exactly,
    Function,
    Instance,
    OneOf,
    Type,
    admits_none,
)

Random = Callable[[], float]
Choice = int | Literal | None
"""The position of a value in the draft, a literal, or None when nothing could be found."""
Maker = Callable[[Draft], Choice]

REUSE = 0.3
"""How often a value that already takes part is used again (aliasing) rather than a new one."""
FROM_POOL = 0.3
"""How often an atom comes from an earlier call rather than from the primitive pools."""
MADE = 0.7
"""How often a container is made on the spot rather than taken from the pool."""
SIMPLEST, FIRST = 0.1, 8
"""How often one of the first values of a shape is used: the simplest states must not drown in a large pool."""
NONE = Literal(None)


class Supply:
    """The values that may go where one type is asked for."""

    def __init__(self, known: Type, random: Random, none_ratio: float, costs: Costs | None) -> None:
        self.known = known
        self.random = random
        self.costs = costs
        self.none_ratio = none_ratio if admits_none(known) else 0.0
        self.literals: list[list[Literal]] = []
        self.makers: list[Maker] = []
        self.shelves: list[list[Entry]] = []
        self.shapes: set[Shape] = set()
        self.pool_share = 0.0

    def settle(self) -> None:
        """Weigh the sources against each other, after one was added."""
        others = bool(self.literals) or bool(self.makers)
        if not self.shelves:
            self.pool_share = 0.0
        elif not others:
            self.pool_share = 1.0
        else:
            self.pool_share = 1 - MADE if self.makers and not self.literals else FROM_POOL

    @property
    def empty(self) -> bool:
        """Whether nothing is known to yield the type."""
        return not (self.shelves or self.literals or self.makers)

    def pick(self, draft: Draft) -> Choice:
        """A value of the type, perhaps added to the draft."""
        random = self.random
        if self.none_ratio and random() < self.none_ratio:
            return NONE
        share = random()
        if share < self.pool_share:
            return self.from_pool(draft)
        literals, makers = self.literals, self.makers
        if makers and (not literals or random() * (len(literals) + len(makers)) >= len(literals)):
            return makers[int(random() * len(makers))](draft)
        if literals:
            atoms = literals[int(random() * len(literals))]
            return atoms[int(random() * len(atoms))]
        # the paper: null only where nothing else yields the type
        return NONE if not self.shelves else None

    def like(self, literal: Literal) -> list[Literal]:
        """The literals that one was chosen from."""
        return next((atoms for atoms in self.literals if literal in atoms), [literal])

    def from_pool(self, draft: Draft) -> Choice:
        """A value made by earlier calls, or one that already takes part."""
        random, shapes = self.random, self.shapes
        if draft.shapes and random() < REUSE:
            alike = [i for i, shape in enumerate(draft.shapes) if shape in shapes]
            if alike:
                return alike[int(random() * len(alike))]
        shelves = self.shelves
        if not shelves:
            return None
        return self.from_shelf(draft, shelves[int(random() * len(shelves))])

    def from_shelf(self, draft: Draft, shelf: list[Entry]) -> Choice:
        """One of several values of the same shape, rather a simple one."""
        random = self.random
        size = len(shelf)
        if random() < SIMPLEST:
            size = min(size, FIRST)
        entry, rival = shelf[int(random() * size)], shelf[int(random() * size)]
        # cheap building blocks keep sequences short and fast
        if rival[0].cost < entry[0].cost:
            entry = rival
        if self.costs is not None and not self.costs.affordable(entry[0].cost, random()):
            return None
        return draft.place(entry)


def _display(bracket: str, count: int) -> Operation:
    parameters = tuple(Parameter(f"item{i}", Place.POSITIONAL) for i in range(count))
    return Operation(Kind.DISPLAY, "", "", bracket, parameters)


def _builtin(name: str, *parameters: str) -> Operation:
    return Operation(Kind.FUNCTION, "builtins", "", name, tuple(Parameter(p, Place.POSITIONAL) for p in parameters))


def constant(module: str, path: str) -> Operation:
    """A name that is a value: a class, a function, an enum member."""
    owner, _, name = path.rpartition(".")
    return Operation(Kind.CONSTANT, module, owner, name)


BRACKETS: dict[type, str] = {list: "[", tuple: "(", set: "{", dict: "{:"}
LIST_LIKE = (abc.Iterable, abc.Collection, abc.Sequence, abc.Container, abc.Reversible, abc.MutableSequence, abc.Sized)
SET_LIKE = (abc.Set, abc.MutableSet)
DICT_LIKE = (abc.Mapping, abc.MutableMapping)
THROUGH_LIST: dict[type, Operation] = {
    abc.Iterator: _builtin("iter", "iterable"),
    frozenset: _builtin("frozenset", "iterable"),
    collections.deque: Operation(
        Kind.CONSTRUCTOR, "collections", "deque", "deque", (Parameter("iterable", Place.POSITIONAL),)
    ),
}
SIMPLE_FUNCTIONS = tuple(constant("builtins", name) for name in ("str", "bool", "len", "abs", "repr", "max"))
SIMPLE_CLASSES = tuple(constant("builtins", name) for name in ("int", "str", "list"))
MOST_ELEMENTS = 3


class Supplies:
    """One Supply for each type asked for, kept up to date as the pool grows."""

    def __init__(
        self, random: Random, pools: dict[type, list[Literal]], none_ratio: float, costs: Costs | None = None
    ) -> None:
        self._random = random
        self._costs = costs
        self._pools = pools
        self._none_ratio = none_ratio
        self._supplies: dict[Type, Supply] = {}
        self._classes: dict[type, Operation] = {}
        self._offered: dict[Shape, list[Entry]] = {}

    def know_class(self, cls: type, operation: Operation) -> None:
        """Let a class be passed as a value, by the path of its constructor."""
        self._classes.setdefault(cls, constant(operation.module, operation.path))

    def offer(self, shape: Shape, entries: list[Entry]) -> None:
        """Make the entries of a new shape available to every type they fit."""
        self._offered[shape] = entries
        for supply in self._supplies.values():
            _stock(supply, shape, entries)

    def of(self, known: Type) -> Supply:
        """The supply for a type."""
        supply = self._supplies.get(known)
        if supply is None:
            supply = self._supplies[known] = Supply(known, self._random, self._none_ratio, self._costs)
            self._fill(supply, known)
            for shape, entries in self._offered.items():
                _stock(supply, shape, entries)
            supply.settle()
        return supply

    def _fill(self, supply: Supply, known: Type) -> None:
        """Add the literals and the makers for a type."""
        match known:
            case Anything():
                supply.literals.extend(atoms for cls, atoms in self._pools.items() if cls is not type(None))
                supply.makers.append(self._container("[", (Instance(int),)))
                supply.makers.append(self._container("[", (Instance(str),)))
                supply.makers.append(self._container("{:", (Instance(str), Instance(int))))
            case Instance(cls=cls, arguments=arguments):
                self._fill_instance(supply, cls, arguments)
            case OneOf(options=options):
                for option in options:
                    if not admits_none(option):
                        supply.makers.append(self._through(option))
            case Exactly(values=values):
                atoms = [value for value in values if isinstance(value, Literal) and value != NONE]
                if atoms:
                    supply.literals.append(atoms)
                supply.makers.extend(_written(value) for value in values if isinstance(value, Display))
            case ClassOf(bound=bound):
                supply.makers.extend(_constants(self._classes_below(bound)))
            case Function():
                supply.makers.extend(_constants(SIMPLE_FUNCTIONS))

    def _fill_instance(self, supply: Supply, cls: type, arguments: tuple[Type, ...]) -> None:
        if cls is type(None):
            supply.literals.append([NONE])
            return
        if cls in BRACKETS:
            supply.makers.append(self._container(BRACKETS[cls], arguments))
        elif cls in LIST_LIKE:
            supply.makers.append(self._container("[", arguments))
            supply.makers.append(self._container("[", arguments))
            supply.makers.append(self._container("(", arguments[:1]))
        elif cls in SET_LIKE:
            supply.makers.append(self._container("{", arguments))
        elif cls in DICT_LIKE:
            supply.makers.append(self._container("{:", arguments))
        elif cls in THROUGH_LIST or cls is abc.Generator:
            supply.makers.append(self._through_list(THROUGH_LIST.get(cls, THROUGH_LIST[abc.Iterator]), arguments))
        elif cls.__name__ == "Callable" and cls.__module__ == "collections.abc":
            supply.makers.extend(_constants(SIMPLE_FUNCTIONS))
        elif cls is type:
            supply.makers.extend(_constants(SIMPLE_CLASSES))
        elif cls is range:
            supply.makers.append(self._called(_builtin("range", "stop"), (Instance(int),)))
        elif cls is bytearray:
            supply.makers.append(self._called(_builtin("bytearray", "source"), (Instance(bytes),)))
        elif cls is slice:
            supply.makers.append(self._called(_builtin("slice", "start", "stop"), (Instance(int), Instance(int))))
        supply.literals.extend(
            atoms
            for atom, atoms in self._pools.items()
            if atom is not type(None) and fits(supply.known, (atom,)) and not (atom is bool and cls is int)
        )

    def _through(self, option: Type) -> Maker:
        supply = self.of(option)
        return lambda draft: supply.pick(draft) if not supply.empty else None

    def _container(self, bracket: str, arguments: tuple[Type, ...]) -> Maker:
        """Makes a display of elements of the given types."""
        random = self._random
        if bracket == "(" and len(arguments) > 1:
            return self._called(_display("(", len(arguments)), arguments)
        step = 2 if bracket == "{:" else 1
        displays = [_display(bracket, count * step) for count in range(MOST_ELEMENTS + 1)]
        kinds = tuple(arguments[:step]) + (ANYTHING,) * (step - len(arguments[:step]))
        unhashable_goes_in = bracket not in ("{", "{:")
        supplies = [self._element(kind, mutable=unhashable_goes_in or place == 1) for place, kind in enumerate(kinds)]

        def make(draft: Draft) -> Choice:
            chosen: list[int | Literal | None] = []
            display = displays[int(random() * len(displays))]
            for i in range(len(display.parameters)):
                element = supplies[i % step].pick(draft)
                if element is None:
                    return None
                chosen.append(element)
            return draft.add(display, chosen)

        return make

    def _element(self, known: Type, *, mutable: bool) -> Supply:
        """The supply for elements: of unknown type, atoms will do, all of one type."""
        if isinstance(known, Anything):
            return self.of(Instance(int)) if mutable else self.of(Instance(str))
        return self.of(known)

    def _through_list(self, operation: Operation, arguments: tuple[Type, ...]) -> Maker:
        make_list = self._container("[", arguments[:1])

        def make(draft: Draft) -> Choice:
            items = make_list(draft)
            return None if items is None else draft.add(operation, [items])

        return make

    def _called(self, operation: Operation, parameters: tuple[Type, ...]) -> Maker:
        supplies = [self.of(parameter) for parameter in parameters]

        def make(draft: Draft) -> Choice:
            chosen = [supply.pick(draft) for supply in supplies]
            return None if None in chosen else draft.add(operation, list(chosen))

        return make

    def _classes_below(self, bound: Type) -> Iterable[Operation]:
        if isinstance(bound, Anything):
            return (*SIMPLE_CLASSES, *self._classes.values())
        return [operation for cls, operation in self._classes.items() if fits(bound, (cls,))] or SIMPLE_CLASSES


def _written(display: Display) -> Maker:
    """Makes what is written out."""
    operation = _display(display.bracket, len(display.items))
    items = [item if isinstance(item, Literal) else _written(item) for item in display.items]

    def make(draft: Draft) -> Choice:
        return draft.add(operation, [item if isinstance(item, Literal) else item(draft) for item in items])

    return make


def _constants(operations: Iterable[Operation]) -> list[Maker]:
    def maker(operation: Operation) -> Maker:
        return lambda draft: draft.add(operation, [])

    return [maker(operation) for operation in operations]


def _stock(supply: Supply, shape: Shape, entries: list[Entry]) -> None:
    if fits(supply.known, shape):
        supply.shelves.append(entries)
        supply.shapes.add(shape)
        supply.settle()
