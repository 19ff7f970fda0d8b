"""Where values of a type come from: literals, the pool, and what can be made on the spot."""

from __future__ import annotations

import collections
import types
from collections import abc
from collections.abc import Callable

from caddis.generate.costs import Costs
from caddis.generate.draft import Draft
from caddis.generate.functions import functions_for
from caddis.generate.literals import EDGES, HUGE, numbers_within, rare_pools, texts_within
from caddis.generate.matching import fits
from caddis.generate.recipes import Recipe, constant, display, recipes_of
from caddis.model.component import Entry, Shape
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    UNBOUNDED,
    Anything,
    Bounds,
    ClassOf,
    Display,
    Exactly,
    Field,
    Function,
    Instance,
    Named,
    OneOf,
    Record,
    Type,
    Within,
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
EDGE_SHARE, HUGE_SHARE = 0.1, 0.002
"""How often an atom is one of those programs break at, and one so large that counting to it never ends."""
NONE = Literal(None)


class Supply:
    """The values that may go where one type is asked for."""

    def __init__(self, known: Type, random: Random, none_ratio: float, costs: Costs | None) -> None:
        self.known = known
        self.random = random
        self.costs = costs
        self.none_ratio = none_ratio if admits_none(known) else 0.0
        self.literals: list[list[Literal]] = []
        self.edges: list[list[Literal]] = []
        self.huge: list[list[Literal]] = []
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
            share = random()
            if share < EDGE_SHARE:
                literals = (self.huge if share < HUGE_SHARE else self.edges) or literals
            atoms = literals[int(random() * len(literals))]
            return atoms[int(random() * len(atoms))]
        # the paper: null only where nothing else yields the type
        return NONE if not self.shelves else None

    def like(self, literal: Literal) -> list[Literal]:
        """The literals that one was chosen from; instead of rare ones the usual ones of their type."""
        if any(literal in atoms for atoms in (*self.edges, *self.huge)):
            alike = [atoms for atoms in self.literals if type(atoms[0].value) is type(literal.value)]
        else:
            alike = [atoms for atoms in self.literals if literal in atoms]
        return alike[0] if alike else [literal]

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


def _builtin(name: str, *parameters: str) -> Operation:
    return _function("builtins", name, *parameters)


def _function(module: str, name: str, *parameters: str) -> Operation:
    return Operation(Kind.FUNCTION, module, "", name, tuple(Parameter(p, Place.POSITIONAL) for p in parameters))


def _constructor(module: str, name: str, *parameters: str) -> Operation:
    places = tuple(Parameter(p, Place.POSITIONAL) for p in parameters)
    return Operation(Kind.CONSTRUCTOR, module, name, name, places)


def _view(name: str) -> Operation:
    return Operation(Kind.METHOD, "builtins", "dict", name, (Parameter("self", Place.POSITIONAL),))


BRACKETS: dict[type, str] = {
    list: "[",
    tuple: "(",
    set: "{",
    dict: "{:",
    **dict.fromkeys((abc.Iterable, abc.Collection, abc.Sequence, abc.Container, abc.Reversible), "["),
    **dict.fromkeys((abc.MutableSequence, abc.Sized), "["),
    **dict.fromkeys((abc.Set, abc.MutableSet), "{"),
    **dict.fromkeys((abc.Mapping, abc.MutableMapping), "{:"),
}
LOOSE = frozenset({abc.Iterable, abc.Collection, abc.Sequence, abc.Container, abc.Reversible, abc.Sized})
"""What a tuple is as good for as a list."""
THROUGH: dict[type, tuple[str, Operation]] = {
    abc.Iterator: ("[", _builtin("iter", "iterable")),
    abc.Generator: ("[", _function("heapq", "merge", "iterable")),
    types.GeneratorType: ("[", _function("heapq", "merge", "iterable")),
    frozenset: ("[", _builtin("frozenset", "iterable")),
    collections.deque: ("[", _constructor("collections", "deque", "iterable")),
    collections.Counter: ("[", _constructor("collections", "Counter", "iterable")),
    collections.UserList: ("[", _constructor("collections", "UserList", "initlist")),
    collections.OrderedDict: ("{:", _constructor("collections", "OrderedDict", "items")),
    collections.ChainMap: ("{:", _constructor("collections", "ChainMap", "map")),
    collections.UserDict: ("{:", _constructor("collections", "UserDict", "dict")),
    types.MappingProxyType: ("{:", _constructor("types", "MappingProxyType", "mapping")),
    abc.KeysView: ("{:", _view("keys")),
    abc.MappingView: ("{:", _view("keys")),
    abc.ItemsView: ("{:", _view("items")),
}
"""What is made of a list or dict: its bracket, and what is called with it."""
SIMPLE_CLASSES: dict[type, Operation] = {
    cls: constant("builtins", cls.__name__) for cls in (int, str, list, float, bytes, bool, dict)
}
MOST_ELEMENTS = 3
OPTIONAL_KEY = 0.5
"""How often a key that may be left out is there."""
DISTINCT = 20
"""How often to look for an element that is not there yet."""


class Supplies:
    """One Supply for each type asked for, kept up to date as the pool grows."""

    def __init__(
        self, random: Random, pools: dict[type, list[Literal]], none_ratio: float, costs: Costs | None = None
    ) -> None:
        self._random = random
        self._costs = costs
        self._pools = pools
        self._edges = rare_pools(EDGES)
        self._huge = rare_pools(HUGE)
        self._none_ratio = none_ratio
        self._supplies: dict[Type, Supply] = {}
        self._constructors: dict[type, Operation] = {}
        self._offered: dict[Shape, list[Entry]] = {}

    def know_class(self, cls: type, operation: Operation) -> None:
        """Let a class be passed as a value, by the path of its constructor."""
        self._constructors.setdefault(cls, operation)

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
                self._add_atoms(supply, tuple(cls for cls in self._pools if cls is not type(None)))
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
                supply.makers.extend(_written(value) for value in values if not isinstance(value, Literal))
            case ClassOf(bound=bound):
                supply.makers.extend(Recipe(operation).make for operation in self._classes_below(bound))
            case Function():
                supply.makers.extend(each.make for each in functions_for(known, self._constructors))
            case Record(fields=fields):
                supply.makers.append(self._record(fields))
            case Within(base=base, bounds=bounds):
                self._fill_within(supply, base, bounds)

    def _add_atoms(self, supply: Supply, classes: tuple[type, ...]) -> None:
        supply.literals.extend(self._pools[cls] for cls in classes)
        supply.edges.extend(self._edges[cls] for cls in classes if cls in self._edges)
        supply.huge.extend(self._huge[cls] for cls in classes if cls in self._huge)

    def _fill_instance(self, supply: Supply, cls: type, arguments: tuple[Type, ...]) -> None:
        if cls is type(None):
            supply.literals.append([NONE])
            return
        if cls in BRACKETS:
            supply.makers.append(self._container(BRACKETS[cls], arguments))
            if cls in LOOSE:
                # a list most often, a tuple now and then
                supply.makers.append(self._container("[", arguments))
                supply.makers.append(self._container("(", arguments[:1]))
        elif cls in THROUGH:
            supply.makers.append(self._made_of(*THROUGH[cls], arguments))
        elif cls is abc.ValuesView:
            supply.makers.append(self._made_of("{:", _view("values"), (Instance(str), *arguments)))
        elif cls is collections.defaultdict:
            supply.makers.append(self._default_dict(arguments))
        elif cls.__name__ == "Callable" and cls.__module__ == "collections.abc":
            supply.makers.extend(each.make for each in functions_for(Function(ANYTHING), {}))
        elif cls is type:
            supply.makers.extend(Recipe(operation).make for operation in self._classes_below(ANYTHING))
        first = arguments[0].cls if arguments and isinstance(arguments[0], Instance) else None
        supply.makers.extend(each.make for each in recipes_of(cls, first))
        self._add_atoms(
            supply,
            tuple(
                atom
                for atom in self._pools
                if atom is not type(None) and fits(supply.known, (atom,)) and not (atom is bool and cls is int)
            ),
        )

    def _fill_within(self, supply: Supply, base: Type, bounds: Bounds) -> None:
        """Values at the bounds and inside; those of a class that nothing measures as they come."""
        cls = base.cls if isinstance(base, Instance) else None
        arguments = base.arguments if isinstance(base, Instance) else ()
        if cls in (int, float):
            supply.literals.append(numbers_within(bounds, cls, self._pools))
        elif cls in (str, bytes):
            supply.literals.append(texts_within(bounds, cls, self._pools))
        elif cls in BRACKETS:
            supply.makers.append(self._container(BRACKETS[cls], arguments, bounds))
        elif cls in THROUGH:
            supply.makers.append(self._made_of(*THROUGH[cls], arguments, bounds))
        elif cls is not None and cls.__module__ in ("decimal", "fractions"):
            operation = _constructor(cls.__module__, cls.__name__, "value")
            atoms = numbers_within(bounds, int, self._pools) or numbers_within(bounds, float, self._pools)
            supply.makers.extend(Recipe(operation, (Literal(str(atom.value)),)).make for atom in atoms)
        else:
            supply.makers.append(self._through(base))

    def _through(self, option: Type) -> Maker:
        supply = self.of(option)
        return lambda draft: supply.pick(draft) if not supply.empty else None

    def _container(self, bracket: str, arguments: tuple[Type, ...], bounds: Bounds = UNBOUNDED) -> Maker:
        """Makes a display of elements of the given types."""
        random = self._random
        if bracket == "(" and len(arguments) > 1:
            return self._called(display("(", len(arguments)), arguments)
        step = 2 if bracket == "{:" else 1
        most = bounds.shortest + MOST_ELEMENTS if bounds.longest is None else bounds.longest
        counts = range(bounds.shortest, min(most, bounds.shortest + MOST_ELEMENTS) + 1)
        displays = [display(bracket, count * step) for count in counts]
        kinds = tuple(arguments[:step]) + (ANYTHING,) * (step - len(arguments[:step]))
        hashed = bracket in ("{", "{:")
        supplies = [self._element(kind, mutable=not hashed or place == 1) for place, kind in enumerate(kinds)]
        distinct = hashed and bounds.shortest > 1

        def make(draft: Draft) -> Choice:
            chosen: list[int | Literal | None] = []
            written = displays[int(random() * len(displays))]
            for i in range(len(written.parameters)):
                element = supplies[i % step].pick(draft)
                for _ in range(DISTINCT if distinct and i % step == 0 else 0):
                    if element not in chosen[::step]:
                        break
                    element = supplies[i % step].pick(draft)
                if element is None:
                    return None
                chosen.append(element)
            return draft.add(written, chosen)

        return make

    def _record(self, fields: tuple[Field, ...]) -> Maker:
        """Makes a dict with the keys of a record."""
        random = self._random
        entries = [(Literal(field.name), self.of(field.known), field.required) for field in fields]
        displays = [display("{:", 2 * count) for count in range(len(fields) + 1)]

        def make(draft: Draft) -> Choice:
            chosen: list[int | Literal | None] = []
            for key, supply, required in entries:
                if required or random() < OPTIONAL_KEY:
                    value = supply.pick(draft)
                    if value is None:
                        return None
                    chosen += [key, value]
            return draft.add(displays[len(chosen) // 2], chosen)

        return make

    def _element(self, known: Type, *, mutable: bool) -> Supply:
        """The supply for elements: of unknown type, atoms will do, all of one type."""
        if isinstance(known, Anything):
            return self.of(Instance(int)) if mutable else self.of(Instance(str))
        return self.of(known)

    def _made_of(
        self, bracket: str, operation: Operation, arguments: tuple[Type, ...], bounds: Bounds = UNBOUNDED
    ) -> Maker:
        """Makes something of a list or dict."""
        make_items = self._container(bracket, arguments[: 1 + (bracket == "{:")], bounds)

        def make(draft: Draft) -> Choice:
            items = make_items(draft)
            return None if items is None else draft.add(operation, [items])

        return make

    def _default_dict(self, arguments: tuple[Type, ...]) -> Maker:
        """Makes a defaultdict whose missing values are those of the empty class of its values."""
        cls = arguments[1].cls if len(arguments) > 1 and isinstance(arguments[1], Instance) else int
        factory = Recipe(SIMPLE_CLASSES.get(cls, SIMPLE_CLASSES[int]))
        operation = _constructor("collections", "defaultdict", "default_factory", "items")
        make_items = self._container("{:", arguments)

        def make(draft: Draft) -> Choice:
            made, items = factory.make(draft), make_items(draft)
            return None if items is None else draft.add(operation, [made, items])

        return make

    def _called(self, operation: Operation, parameters: tuple[Type, ...]) -> Maker:
        supplies = [self.of(parameter) for parameter in parameters]

        def make(draft: Draft) -> Choice:
            chosen = [supply.pick(draft) for supply in supplies]
            return None if None in chosen else draft.add(operation, list(chosen))

        return make

    def _classes_below(self, bound: Type) -> list[Operation]:
        """The classes that are the bound or below it, by their names."""
        known = {cls: constant(each.module, each.path) for cls, each in self._constructors.items()}
        if isinstance(bound, Anything):
            return [*list(SIMPLE_CLASSES.values())[:3], *known.values()]
        found = [
            name for cls, name in (known | SIMPLE_CLASSES).items() if fits(bound, (cls,)) and _is_below(cls, bound)
        ]
        for option in bound.options if isinstance(bound, OneOf) else (bound,):
            if isinstance(option, Instance) and option.cls not in known and option.cls not in SIMPLE_CLASSES:
                found.append(constant(option.cls.__module__, option.cls.__qualname__))
        return found or list(SIMPLE_CLASSES.values())


def _is_below(cls: type, bound: Type) -> bool:
    """Whether a class is among those asked for, and not only its instances as good as theirs, as ints for floats."""
    options = bound.options if isinstance(bound, OneOf) else (bound,)
    return any(
        not isinstance(each, Instance) or each.cls not in (float, complex) or each.cls is cls for each in options
    )


def _written(value: Display | Named) -> Maker:
    """Makes what is written out."""
    if isinstance(value, Named):
        return Recipe(constant(value.module, value.path)).make
    operation = display(value.bracket, len(value.items))
    items = [item if isinstance(item, Literal) else _written(item) for item in value.items]

    def make(draft: Draft) -> Choice:
        return draft.add(operation, [item if isinstance(item, Literal) else item(draft) for item in items])

    return make


def _stock(supply: Supply, shape: Shape, entries: list[Entry]) -> None:
    if fits(supply.known, shape):
        supply.shelves.append(entries)
        supply.shapes.add(shape)
        supply.settle()
