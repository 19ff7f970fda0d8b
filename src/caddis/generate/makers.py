"""Makes values on the spot: containers, records, and what is made of these."""

from __future__ import annotations

import collections
import types
from collections import abc
from collections.abc import Callable

from caddis.generate.draft import Choice, Draft
from caddis.generate.drawing import Width
from caddis.generate.recipes import Recipe
from caddis.generate.supply import Maker, Random, Supply
from caddis.model.operation import Kind, Operation, Parameter, Place, constant, display
from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    UNBOUNDED,
    Anything,
    Bounds,
    Display,
    Field,
    Instance,
    Named,
    Type,
)


def _builtin(name: str, *parameters: str) -> Operation:
    return _function("builtins", name, *parameters)


def _function(module: str, name: str, *parameters: str) -> Operation:
    return Operation(Kind.FUNCTION, module, "", name, tuple(Parameter(p, Place.POSITIONAL) for p in parameters))


def constructor(module: str, name: str, *parameters: str) -> Operation:
    """The call of a class."""
    places = tuple(Parameter(p, Place.POSITIONAL) for p in parameters)
    return Operation(Kind.CONSTRUCTOR, module, name, name, places)


def view(name: str) -> Operation:
    """The method of a dict that gives one of its views."""
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
    collections.deque: ("[", constructor("collections", "deque", "iterable")),
    collections.Counter: ("[", constructor("collections", "Counter", "iterable")),
    collections.UserList: ("[", constructor("collections", "UserList", "initlist")),
    collections.OrderedDict: ("{:", constructor("collections", "OrderedDict", "items")),
    collections.ChainMap: ("{:", constructor("collections", "ChainMap", "map")),
    collections.UserDict: ("{:", constructor("collections", "UserDict", "dict")),
    types.MappingProxyType: ("{:", constructor("types", "MappingProxyType", "mapping")),
    abc.KeysView: ("{:", view("keys")),
    abc.MappingView: ("{:", view("keys")),
    abc.ItemsView: ("{:", view("items")),
}
"""What is made of a list or dict: its bracket, and what is called with it."""
SIMPLE_CLASSES: dict[type, Operation] = {
    cls: constant("builtins", cls.__name__) for cls in (int, str, list, float, bytes, bool, dict)
}
MOST_ELEMENTS = 3
LONGER, LONGER_SHARE = 20, 0.4
"""How many elements there may be where atoms are drawn from all there are, and how often there may be so many."""
OPTIONAL_KEY = 0.5
"""How often a key that may be left out is there."""
DISTINCT = 20
"""How often to look for an element that is not there yet."""


class Makers:
    """Makes makers of values that have others in them, which come from the supplies of their types."""

    def __init__(self, random: Random, supply_of: Callable[[Type], Supply], width: Width | None = None) -> None:
        self._random = random
        self._supply_of = supply_of
        self._width = width or Width()

    def container(self, bracket: str, arguments: tuple[Type, ...], bounds: Bounds = UNBOUNDED) -> Maker:
        """Makes a display of elements of the given types."""
        random = self._random
        if bracket == "(" and len(arguments) > 1:
            return self._called(display("(", len(arguments)), arguments)
        step = 2 if bracket == "{:" else 1
        most = bounds.shortest + MOST_ELEMENTS if bounds.longest is None else bounds.longest
        counts = range(bounds.shortest, min(most, bounds.shortest + MOST_ELEMENTS) + 1)
        displays = [display(bracket, count * step) for count in counts]
        longer = range(bounds.shortest, (bounds.shortest + LONGER if bounds.longest is None else bounds.longest) + 1)
        wide = [display(bracket, count * step) for count in longer[: LONGER + 1]]
        width = self._width
        kinds = tuple(arguments[:step]) + (ANYTHING,) * (step - len(arguments[:step]))
        hashed = bracket in ("{", "{:")
        supplies = [self._element(kind, mutable=not hashed or place == 1) for place, kind in enumerate(kinds)]
        distinct = hashed and bounds.shortest > 1

        def make(draft: Draft) -> Choice:
            chosen: list[int | Literal | None] = []
            lengths = wide if not width.small and random() < LONGER_SHARE else displays
            written = lengths[int(random() * len(lengths))]
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

    def made_of(
        self, bracket: str, operation: Operation, arguments: tuple[Type, ...], bounds: Bounds = UNBOUNDED
    ) -> Maker:
        """Makes something of a list or dict."""
        make_items = self.container(bracket, arguments[: 1 + (bracket == "{:")], bounds)

        def make(draft: Draft) -> Choice:
            items = make_items(draft)
            return None if items is None else draft.add(operation, [items])

        return make

    def default_dict(self, arguments: tuple[Type, ...]) -> Maker:
        """Makes a defaultdict whose missing values are those of the empty class of its values."""
        cls = arguments[1].cls if len(arguments) > 1 and isinstance(arguments[1], Instance) else int
        factory = Recipe(SIMPLE_CLASSES.get(cls, SIMPLE_CLASSES[int]))
        operation = constructor("collections", "defaultdict", "default_factory", "items")
        make_items = self.container("{:", arguments)

        def make(draft: Draft) -> Choice:
            made, items = factory.make(draft), make_items(draft)
            return None if items is None else draft.add(operation, [made, items])

        return make

    def namespace(self, cls: type, fields: tuple[Field, ...]) -> Maker:
        """Makes an object with the given attributes."""
        parameters = tuple(Parameter(field.name, Place.KEYWORD) for field in fields)
        return self._called(
            Operation(Kind.CONSTRUCTOR, cls.__module__, cls.__qualname__, cls.__name__, parameters),
            tuple(field.known for field in fields),
        )

    def record(self, fields: tuple[Field, ...]) -> Maker:
        """Makes a dict with the keys of a record."""
        random = self._random
        entries = [(Literal(field.name), self._supply_of(field.known), field.required) for field in fields]
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

    def _called(self, operation: Operation, parameters: tuple[Type, ...]) -> Maker:
        supplies = [self._supply_of(parameter) for parameter in parameters]

        def make(draft: Draft) -> Choice:
            chosen = [supply.pick(draft) for supply in supplies]
            return None if None in chosen else draft.add(operation, list(chosen))

        return make

    def _element(self, known: Type, *, mutable: bool) -> Supply:
        """The supply for elements: of unknown type, atoms will do, all of one type."""
        if isinstance(known, Anything):
            return self._supply_of(Instance(int)) if mutable else self._supply_of(Instance(str))
        return self._supply_of(known)


def written_out(value: Display | Named) -> Maker:
    """Makes what is written out."""
    if isinstance(value, Named):
        return Recipe(constant(value.module, value.path)).make
    operation = display(value.bracket, len(value.items))
    items = [item if isinstance(item, Literal) else written_out(item) for item in value.items]

    def make(draft: Draft) -> Choice:
        return draft.add(operation, [item if isinstance(item, Literal) else item(draft) for item in items])

    return make
