"""Fills the supply of each type: which literals, which makers, which shelves of the pool."""

from __future__ import annotations

import collections
from collections import abc
from collections.abc import Callable

from caddis.generate.costs import Costs
from caddis.generate.drawing import Width
from caddis.generate.functions import functions_for
from caddis.generate.literals import EDGES, HUGE, numbers_within, rare_pools, texts_within
from caddis.generate.makers import BRACKETS, LOOSE, SIMPLE_CLASSES, THROUGH, Makers, constructor, view, written_out
from caddis.generate.matching import fits
from caddis.generate.recipes import Recipe, recipes_of
from caddis.generate.supply import NONE, USUAL, Maker, Random, Shares, Supply
from caddis.generate.weaving import Weaver
from caddis.model.component import Shelf
from caddis.model.operation import Operation, constant
from caddis.model.overriding import Base
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    Anything,
    Bounds,
    ClassOf,
    Exactly,
    Function,
    Instance,
    OneOf,
    Record,
    Type,
    Within,
    admits_none,
    options_of,
)


class Supplies:
    """One Supply for each type asked for, kept up to date as the pool grows."""

    def __init__(
        self,
        random: Random,
        pools: dict[type, list[Literal]],
        none_ratio: float,
        costs: Costs | None = None,
        *,
        weave: bool = False,
        base_of: Callable[[type], Base | None] = lambda _cls: None,
        shares: Shares = USUAL,
    ) -> None:
        """With `weave`, functions and subclasses are made for the occasion; otherwise there are only simple ones.

        `base_of` tells what may be overridden in a class.
        """
        self._base_of = base_of
        self.weaver = Weaver(random, self.of) if weave else None
        self._random = random
        self.width = Width()
        self._costs = costs
        self.shares = shares
        self._pools = pools
        self._edges = rare_pools(EDGES)
        self._huge = rare_pools(HUGE)
        self._none_ratio = none_ratio
        self._supplies: dict[Type, Supply] = {}
        self._makers = Makers(random, self.of, self.width)
        self._constructors: dict[type, Operation] = {}
        self._offered: list[Shelf] = []

    def know_class(self, cls: type, operation: Operation) -> None:
        """Let a class be passed as a value, by the path of its constructor."""
        self._constructors.setdefault(cls, operation)
        self._base(cls)

    def offer(self, shelf: Shelf) -> None:
        """Make the values of a new shape available to every type they fit."""
        self._offered.append(shelf)
        for supply in self._supplies.values():
            _stock(supply, shelf)

    def of(self, known: Type) -> Supply:
        """The supply for a type."""
        supply = self._supplies.get(known)
        if supply is None:
            supply = self._supplies[known] = Supply(
                known, self._random, self._none_ratio, self._costs, self.width, shares=self.shares
            )
            self._fill(supply, known)
            for shelf in self._offered:
                _stock(supply, shelf)
            supply.settle()
        return supply

    def _fill(self, supply: Supply, known: Type) -> None:
        """Add the literals and the makers for a type."""
        match known:
            case Anything():
                self._add_atoms(supply, tuple(cls for cls in self._pools if cls is not type(None)))
                supply.makers.append(self._makers.container("[", (Instance(int),)))
                supply.makers.append(self._makers.container("[", (Instance(str),)))
                supply.makers.append(self._makers.container("{:", (Instance(str), Instance(int))))
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
                supply.makers.extend(written_out(value) for value in values if not isinstance(value, Literal))
            case ClassOf(bound=bound):
                supply.makers.extend(self._classes(bound))
            case Function():
                supply.makers.extend(self._functions(known))
            case Record(fields=fields, cls=cls) if cls is not dict:
                supply.makers.append(self._makers.namespace(cls, fields))
            case Record(fields=fields):
                supply.makers.append(self._makers.record(fields))
            case Within(base=base, bounds=bounds):
                self._fill_within(supply, base, bounds)

    def _add_atoms(self, supply: Supply, classes: tuple[type, ...]) -> None:
        supply.any_atom = True
        supply.literals.extend(self._pools[cls] for cls in classes)
        supply.edges.extend(self._edges[cls] for cls in classes if cls in self._edges)
        supply.huge.extend(self._huge[cls] for cls in classes if cls in self._huge)

    def _fill_instance(self, supply: Supply, cls: type, arguments: tuple[Type, ...]) -> None:
        if cls is type(None):
            supply.literals.append([NONE])
            return
        if cls in BRACKETS:
            supply.makers.append(self._makers.container(BRACKETS[cls], arguments))
            if cls in LOOSE:
                # a list most often, a tuple now and then
                supply.makers.append(self._makers.container("[", arguments))
                supply.makers.append(self._makers.container("(", arguments[:1]))
        elif cls in THROUGH:
            supply.makers.append(self._makers.made_of(*THROUGH[cls], arguments))
        elif cls is abc.ValuesView:
            supply.makers.append(self._makers.made_of("{:", view("values"), (Instance(str), *arguments)))
        elif cls is collections.defaultdict:
            supply.makers.append(self._makers.default_dict(arguments))
        elif cls.__name__ == "Callable" and cls.__module__ == "collections.abc":
            supply.makers.extend(self._functions(Function(ANYTHING)))
        elif cls is type:
            supply.makers.extend(Recipe(operation).make for operation in self._classes_below(ANYTHING))
        base = self._base(cls)
        if base is not None and base.is_abstract and self.weaver is not None:
            supply.makers.append(self.weaver.subclass(base))
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
            supply.makers.append(self._makers.container(BRACKETS[cls], arguments, bounds))
        elif cls in THROUGH:
            supply.makers.append(self._makers.made_of(*THROUGH[cls], arguments, bounds))
        elif cls is not None and cls.__module__ in ("decimal", "fractions"):
            operation = constructor(cls.__module__, cls.__name__, "value")
            atoms = numbers_within(bounds, int, self._pools) or numbers_within(bounds, float, self._pools)
            supply.makers.extend(Recipe(operation, (Literal(str(atom.value)),)).make for atom in atoms)
        else:
            supply.makers.append(self._through(base))

    def _base(self, cls: type) -> Base | None:
        """What may be overridden in a class, if anything is to be."""
        return None if self.weaver is None else self.weaver.meet(cls, self._base_of)

    def _classes(self, bound: Type) -> list[Maker]:
        makers: list[Maker] = [Recipe(operation).make for operation in self._classes_below(bound)]
        base = self._base(bound.cls) if isinstance(bound, Instance) else None
        if base is not None and self.weaver is not None:
            makers.append(self.weaver.subclass_itself(base))
        return makers

    def _functions(self, known: Function) -> list[Maker]:
        simple: list[Maker] = [each.make for each in functions_for(known, self._constructors)]
        return simple if self.weaver is None else [self.weaver.function(known, simple)]

    def _through(self, option: Type) -> Maker:
        supply = self.of(option)
        return lambda draft: supply.pick(draft) if not supply.empty else None

    def _classes_below(self, bound: Type) -> list[Operation]:
        """The classes that are the bound or below it, by their names."""
        known = {cls: constant(each.module, each.path) for cls, each in self._constructors.items()}
        if isinstance(bound, Anything):
            return [*list(SIMPLE_CLASSES.values())[:3], *known.values()]
        found = [
            name for cls, name in (known | SIMPLE_CLASSES).items() if fits(bound, (cls,)) and _is_below(cls, bound)
        ]
        for option in options_of(bound):
            if isinstance(option, Instance) and option.cls not in known and option.cls not in SIMPLE_CLASSES:
                found.append(constant(option.cls.__module__, option.cls.__qualname__))
        return found or list(SIMPLE_CLASSES.values())


def _is_below(cls: type, bound: Type) -> bool:
    """Whether a class is among those asked for, and not only its instances as good as theirs, as ints for floats."""
    options = options_of(bound)
    return any(
        not isinstance(each, Instance) or each.cls not in (float, complex) or each.cls is cls for each in options
    )


def _stock(supply: Supply, shelf: Shelf) -> None:
    if fits(supply.known, shelf.shape):
        supply.shelves.append(shelf)
        supply.shapes.add(shelf.shape)
        supply.settle()
