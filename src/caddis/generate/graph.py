"""The parameter graph: for each type the preset values and the operations that yield it (section 3.1 of JCrasher)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import assert_never

from caddis.generate.functions import functions_for
from caddis.generate.literals import DEFAULTS, numbers_within, texts_within
from caddis.generate.makers import BRACKETS, SIMPLE_CLASSES, THROUGH
from caddis.generate.matching import fits
from caddis.generate.recipes import Recipe, recipes_of
from caddis.model.api import Clue, Signature
from caddis.model.component import Shape
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Parameter, Place, constant, display
from caddis.model.operators import COPYING
from caddis.model.sequence import Atom, Literal
from caddis.model.types import (
    ANYTHING,
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
    Spelt,
    Type,
    Within,
    admits_none,
    exactly,
    one_of,
)

FEW = 3
"""Atoms of a type, beside the user's: each further one multiplies everything. Of int they are the paper's three."""
LONGEST_DISPLAY = 2
NONE = Literal(None)
NUMBERS = frozenset({int, float, complex, bool})
"""What is no object in Java, and so never null in the paper."""
UNKNOWN = (Instance(int), Instance(str))
"""What is given, beside what the target makes, where nothing is known."""

Preset = Literal | Recipe


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for an argument: what may go there, whether nothing may, and whether None may."""

    known: Type
    optional: bool = False
    none: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A rule: a call yields a value as soon as each slot is filled; None is a parameter left to its default."""

    operation: Operation
    slots: tuple[Slot | None, ...]


class Graph:
    """Types on the one side, on the other the ways and presets that lead to a value of each."""

    def __init__(
        self,
        operations: Mapping[Operation, Signature],
        helpers: Mapping[Operation, Signature],
        added: Mapping[type, tuple[Atom, ...]],
    ) -> None:
        """`added` are the user's atoms, by type."""
        self.operations = operations
        known = {**helpers, **operations}
        self._calls = {operation: tuple(_calls(operation, signature)) for operation, signature in known.items()}
        self._yields = [
            (operation, yielded)
            for operation, signature in known.items()
            # to copy a value takes that value
            if (yielded := _yielded(signature.returns)) and operation.name not in COPYING
        ]
        self._classes = {
            signature.returns.cls: operation
            for operation, signature in known.items()
            if operation.kind is Kind.CONSTRUCTOR and isinstance(signature.returns, Instance)
        }
        self._pools = {cls: _few(cls, added.get(cls, ())) for cls in DEFAULTS}
        self._presets: dict[tuple[Type, bool], tuple[Preset, ...]] = {}
        self._ways: dict[Type, tuple[Way, ...]] = {}
        self._asked: dict[Shape, bool] = {}

    def calls(self, operation: Operation) -> tuple[Way, ...]:
        """The ways to call an operation, which differ in how many arguments are given by position."""
        return self._calls[operation]

    def presets(self, slot: Slot) -> tuple[Preset, ...]:
        """The well-known values that may go into a slot, None first."""
        key = (slot.known, slot.none)
        if key not in self._presets:
            found = self._well_known(_opened(slot.known))
            if slot.none and (_is_object(slot.known) or admits_none(slot.known)):
                found = (NONE, *found)
            elif not slot.none:
                found = (each for each in found if each != NONE)
            self._presets[key] = tuple(dict.fromkeys(found))
        return self._presets[key]

    def ways(self, known: Type) -> tuple[Way, ...]:
        """The calls whose result is of a type, as far as signatures tell."""
        if known not in self._ways:
            self._ways[known] = tuple(dict.fromkeys(self._yielding(_opened(known))))
        return self._ways[known]

    def asks_for(self, shape: Shape) -> bool:
        """Whether an operation of the target asks for such a value: not for just anything, nor for what is an atom."""
        asked = self._asked.get(shape)
        if asked is None:
            asked = self._asked[shape] = bool(shape) and any(
                slot is not None and not is_open(slot.known) and shape[0] not in DEFAULTS and fits(slot.known, shape)
                for operation in self.operations
                for way in self._calls[operation]
                for slot in way.slots
            )
        return asked

    def _well_known(self, known: Type) -> Iterable[Preset]:
        match known:
            case Anything():
                return chain.from_iterable(map(self._well_known, UNKNOWN))
            case Instance(cls=cls) if cls in self._pools:
                return self._pools[cls]
            case Instance(cls=cls) if cls is type:
                return self._names_below(ANYTHING)
            case Instance(cls=cls, arguments=arguments):
                first = arguments[0].cls if arguments and isinstance(arguments[0], Instance) else None
                return recipes_of(cls, first)
            case OneOf(options=options):
                return chain.from_iterable(map(self._well_known, options))
            case Exactly(values=values):
                return map(_written, values)
            case ClassOf(bound=bound):
                return self._names_below(bound)
            case Function():
                return functions_for(known, self._classes)[:FEW]
            case Record():
                return ()
            case Within(base=base, bounds=bounds):
                return self._bounded(base, bounds)
            case _:
                assert_never(known)

    def _bounded(self, base: Type, bounds: Bounds) -> Iterable[Preset]:
        cls = base.cls if isinstance(base, Instance) else None
        if cls in (int, float):
            return numbers_within(bounds, cls, self._pools)
        if cls in (str, bytes):
            return texts_within(bounds, cls, self._pools)
        return self._well_known(base)

    def _names_below(self, bound: Type) -> list[Recipe]:
        """Classes as values, by their names."""
        names = {cls: constant(each.module, each.path) for cls, each in self._classes.items()}
        found = [Recipe(name) for cls, name in names.items() if fits(bound, (cls,))]
        return found or [Recipe(name) for cls, name in SIMPLE_CLASSES.items() if fits(bound, (cls,))][:FEW]

    def _yielding(self, known: Type) -> Iterable[Way]:
        match known:
            case Anything():
                return self._calls_for(ANYTHING)
            case Instance(cls=cls) if cls in self._pools:
                # as in Figure 2: a number that the target computes is as good as a preset one
                return ()
            case Instance(cls=cls, arguments=arguments) if cls in BRACKETS:
                return chain(_displays(BRACKETS[cls], arguments), self._calls_for(known))
            case Instance(cls=cls, arguments=arguments) if cls in THROUGH:
                bracket, operation = THROUGH[cls]
                items = Slot(Instance(dict if bracket == "{:" else list, arguments), none=False)
                return chain([Way(operation, (items,))], self._calls_for(known))
            case Instance():
                return self._calls_for(known)
            case OneOf(options=options):
                return chain.from_iterable(map(self.ways, options))
            case Record(fields=fields, cls=cls) if cls is not dict:
                return [_namespace(cls, fields)]
            case Record(fields=fields):
                return _records(fields)
            case Within(base=Instance(cls=cls)) if cls in self._pools:
                return ()
            case Within(base=base):
                return self.ways(base)
            case Exactly() | ClassOf() | Function():
                return ()
            case _:
                assert_never(known)

    def _calls_for(self, known: Type) -> Iterable[Way]:
        """The operations whose result is of a type; where anything will do, the target's own that make an object."""
        return (
            way
            for operation, yielded in self._yields
            if known != ANYTHING or operation in self.operations
            if any(fits(known, (cls,)) for cls in yielded)
            for way in self._calls[operation]
        )


def is_open(known: Type) -> bool:
    """Whether anything may go there."""
    return (
        isinstance(known, Anything)
        or (isinstance(known, Instance) and known.cls is object)
        or (isinstance(known, OneOf) and any(map(is_open, known.options)))
    )


def _opened(known: Type) -> Type:
    """An object is anything."""
    return ANYTHING if isinstance(known, Instance) and known.cls is object else known


def _few(cls: type, added: tuple[Atom, ...]) -> list[Literal]:
    atoms = [*DEFAULTS[cls][:FEW], *added]
    if cls in (int, float):
        atoms.sort(key=lambda atom: atom if isinstance(atom, (int, float)) else 0)
    return list(dict.fromkeys(map(Literal, atoms)))


def _is_object(known: Type) -> bool:
    """Whether None may be tried there though nobody says so: wherever the paper has null."""
    match known:
        case Instance(cls=cls):
            return cls not in NUMBERS
        case OneOf(options=options):
            return any(map(_is_object, options))
        case Within(base=base):
            return _is_object(base)
        case Exactly():
            return False
        case _:
            return True


def _yielded(returns: Type) -> tuple[type, ...]:
    """The classes of which a result may be; none if it is nothing, or an atom, or unknown."""
    match returns:
        case Instance(cls=cls) if cls not in DEFAULTS and cls is not object:
            return (cls,)
        case OneOf(options=options):
            return tuple(chain.from_iterable(map(_yielded, options)))
        case _:
            return ()


def _calls(operation: Operation, signature: Signature) -> Iterable[Way]:
    """The ways to call an operation: with none of what can only be given by position, with the first of it, ..."""
    clues = signature.clues or ((),) * len(signature.parameters)
    meant = [_meant(known, several) for known, several in zip(signature.parameters, clues, strict=True)]
    first = 1 if operation.kind in HAS_RECEIVER else 0
    slots = [
        Slot(known, not parameter.required, none=index >= first)
        for index, (parameter, known) in enumerate(zip(operation.parameters, meant, strict=True))
    ]
    places = [parameter.place for parameter in operation.parameters]
    by_position = [
        index
        for index, slot in enumerate(slots)
        if slot.optional and places[index] in (Place.POSITIONAL, Place.VARIADIC)
    ]
    for given in range(len(by_position) + 1):
        left_out = {*by_position[given:]}
        # past a gap only names reach
        last = by_position[given - 1] if given else -1
        yield Way(
            operation,
            tuple(
                None
                if index in left_out
                else replace(slot, optional=False)
                if index <= last and places[index] is not Place.KEYWORD
                else slot
                for index, slot in enumerate(slots)
            ),
        )


def _meant(known: Type, clues: tuple[Clue, ...]) -> Type:
    """The type of a parameter; where it may be anything, what else is known of it."""
    if not isinstance(known, Anything):
        return known
    told = tuple(clue.known for clue in clues if not isinstance(clue.known, Anything))
    return one_of(told) if told else ANYTHING


def _written(value: Spelt) -> Preset:
    match value:
        case Literal():
            return value
        case Named(module=module, path=path):
            return Recipe(constant(module, path))
        case Display(bracket=bracket, items=items):
            return Recipe(display(bracket, len(items)), tuple(map(_written, items)))
        case _:
            assert_never(value)


def _displays(bracket: str, arguments: tuple[Type, ...]) -> list[Way]:
    if bracket == "(" and len(arguments) > 1:
        return [Way(display("(", len(arguments)), tuple(map(Slot, arguments)))]
    keyed = bracket in ("{", "{:")
    kinds = [Instance(str) if keyed else Instance(int), Instance(int)][: 2 if bracket == "{:" else 1]
    for place, argument in enumerate(arguments[: len(kinds)]):
        if not isinstance(argument, Anything):
            kinds[place : place + 1] = [argument]  # type: ignore[list-item]
    each = tuple(Slot(kind, none=admits_none(kind)) for kind in kinds)
    return [Way(display(bracket, len(each) * count), each * count) for count in range(LONGEST_DISPLAY + 1)]


def _namespace(cls: type, fields: tuple[Field, ...]) -> Way:
    parameters = tuple(Parameter(field.name, Place.KEYWORD) for field in fields)
    operation = Operation(Kind.CONSTRUCTOR, cls.__module__, cls.__qualname__, cls.__name__, parameters)
    return Way(operation, tuple(Slot(field.known) for field in fields))


def _records(fields: tuple[Field, ...]) -> list[Way]:
    """A dict with the keys it must have, and one with all it may have."""
    required = tuple(field for field in fields if field.required)
    return [
        Way(
            display("{:", 2 * len(some)),
            tuple(chain.from_iterable((Slot(exactly(field.name)), Slot(field.known)) for field in some)),
        )
        for some in dict.fromkeys((required, fields))
    ]
