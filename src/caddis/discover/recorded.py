"""What a recorded run teaches, in terms of the API: values and types of parameters, and models of its classes."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from caddis.discover.foreign import MISSING, attempt, is_class, static, text_of
from caddis.model.api import Api, Clue, Signature, Source
from caddis.model.classes import innermost
from caddis.model.guidance import Guidance, Guide, Move
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Parameter, Place
from caddis.model.sequence import Literal
from caddis.model.types import ANYTHING, Anything, Display, Exactly, Instance, Named, OneOf, Spelt, Type, one_of
from caddis.model.usage import (
    LEFT,
    RESULT,
    Callee,
    Held,
    Known,
    Left,
    Model,
    Node,
    Shaped,
    Template,
    Usage,
    templates_in,
)

LONGEST = 200
"""Texts longer than this are not tried again and again: to work through them takes time."""
_CLASSES = {"[": list, "(": tuple, "{": set, "{:": dict, "frozenset": frozenset}
_WRITE, _CONSTRUCTOR = "write", "constructor"


class Taught:
    """A recording read with an API in hand."""

    def __init__(self, api: Api, usage: Usage) -> None:
        self._api = api
        self._usage = usage
        self._signatures = {**api.helpers, **api.operations}
        self._by_place: dict[tuple[str, str, bool], list[Operation]] = {}
        self._owners: dict[str, tuple[str, str]] = {}
        """For each class the module and the path by which it is imported."""
        for operation in self._signatures:
            self._place(operation)

    def _place(self, operation: Operation) -> None:
        owner: Any = _resolved(operation.module, operation.owner) if operation.owner else None
        if is_class(owner):
            self._owners.setdefault(_name_of(owner), (operation.module, operation.owner))
        thing = _behind(operation, owner)
        if thing is not None:
            key = (text_of(thing, "__module__"), text_of(thing, "__qualname__"), operation.kind is Kind.CONSTRUCTOR)
            self._by_place.setdefault(key, []).append(operation)

    def api(self) -> Api:
        """The API, with what its parameters were seen to be given as one more source."""
        learned: dict[Operation, Signature] = {}
        for callee, given in self._usage.parameters.items():
            for operation in self._operations(callee):
                if operation in self._api.operations:
                    known = learned.get(operation, self._signatures[operation])
                    learned[operation] = self._with_clues(operation, known, given)
        return replace(self._api, operations={**self._api.operations, **learned})

    def only(self) -> Api:
        """The API with parameters that take nothing but what they were seen to be given, where they were seen."""
        learned: dict[Operation, Signature] = {}
        for callee, given in self._usage.parameters.items():
            for operation in self._operations(callee):
                if operation in self._api.operations:
                    known = learned.get(operation, self._signatures[operation])
                    places = [self._seen(given.get(each.name, ())) for each in operation.parameters]
                    only = tuple(
                        one_of(seen) if seen else kind for seen, kind in zip(places, known.parameters, strict=True)
                    )
                    learned[operation] = replace(known, parameters=only, clues=())
        return replace(self._api, operations={**self._api.operations, **learned})

    def atoms(self) -> dict[type, tuple[Any, ...]]:
        """All atoms that were seen, by type."""
        found: dict[type, dict[Literal, None]] = {}
        for given in self._usage.parameters.values():
            for template in (each for several in given.values() for each in several):
                for literal in _literals(template):
                    found.setdefault(type(literal.value), {})[literal] = None
        return {cls: tuple(literal.value for literal in literals) for cls, literals in found.items()}

    def guidance(self) -> Guidance:
        """The models of the classes of the API, and of what they need."""
        guides = {cls: guide for cls, model in self._usage.models.items() if (guide := self._guide(model)) is not None}
        names = {
            cls
            for guide in guides.values()
            for move in guide.moves
            for several in move.given
            for template in several
            for cls in templates_in(template)
        }
        classes = {name: cls for name in sorted(names) if is_class(cls := _resolved(*_split(name)))}
        below = {
            name: tuple(
                [each for each in (name,) if each in guides]
                + [cls for cls, bases in self._usage.bases.items() if name in bases and cls in guides]
            )
            for name in {*names, *guides}
        }
        return Guidance(guides, classes, self._asides(guides), below)

    def _asides(self, guides: Mapping[str, Guide]) -> dict[str, tuple[Move, ...]]:
        """The calls that models do not speak of: those that change nothing, and those that were never seen."""
        seen: dict[Operation, Mapping[str, tuple[Template, ...]]] = {
            operation: given
            for callee, given in self._usage.parameters.items()
            for operation in self._operations(callee)
        }
        spoken_of = {move.operation for guide in guides.values() for move in guide.moves}
        found: dict[str, list[Move]] = {}
        for operation, signature in self._api.operations.items():
            if operation in spoken_of and operation.kind in HAS_RECEIVER:
                # a function that makes what it is given into an object is where odd values go
                continue
            given = seen.get(operation, {})
            move = Move(
                operation, 0, tuple(given.get(each.name, ()) for each in operation.parameters), signature.parameters
            )
            if operation.kind not in HAS_RECEIVER:
                if operation in seen and operation.kind is not Kind.CONSTRUCTOR:
                    found.setdefault("", []).append(replace(move, place=RESULT))
            elif operation.kind not in (Kind.WRITE, Kind.DELETE) and isinstance(signature.parameters[0], Instance):
                cls = _name_of(signature.parameters[0].cls)
                if cls in guides:
                    found.setdefault(cls, []).append(move)
        return {cls: tuple(moves) for cls, moves in found.items()}

    def _with_clues(
        self, operation: Operation, signature: Signature, given: Mapping[str, tuple[Template, ...]]
    ) -> Signature:
        clues: list[tuple[Clue, ...]] = []
        before = signature.clues or ((),) * len(signature.parameters)
        first = 1 if operation.kind in HAS_RECEIVER else 0
        for number, (parameter, known) in enumerate(zip(operation.parameters, signature.parameters, strict=True)):
            seen = self._seen(given.get(parameter.name, ())) if number >= first else ()
            told = before[number]
            if seen and not told and not _is_open(known):
                told = (Clue(Source.ANNOTATION, known),)
            clues.append((*told, *(Clue(Source.RECORDED, each) for each in seen)))
        return replace(signature, clues=tuple(clues)) if any(clues) else signature

    def _seen(self, templates: Iterable[Template]) -> tuple[Type, ...]:
        """The types that values are of: one for all that can be written out, and others."""
        spelt: dict[Spelt, None] = {}
        others: dict[Type, None] = {}
        for template in templates:
            if (
                isinstance(template, Literal)
                and isinstance(template.value, (str, bytes))
                and len(template.value) > LONGEST
            ):
                continue
            written = self._spelt(template)
            if written is not None:
                spelt[written] = None
            elif not isinstance(template, Left):
                known = self._type(template)
                if not isinstance(known, Anything):
                    others[known] = None
        return (*((Exactly(tuple(spelt)),) if spelt else ()), *others)

    def _spelt(self, template: Template) -> Spelt | None:
        match template:
            case Literal():
                return template
            case Known(name=name):
                module, path = _split(name)
                return (
                    Named(*self._owners.get(name, (module, path))) if _resolved(module, path) is not MISSING else None
                )
            case Shaped(bracket=bracket, items=items) if bracket in ("[", "(", "{", "{:"):
                inside = [self._spelt(item) for item in items]
                whole = tuple(each for each in inside if each is not None)
                return Display(bracket, whole) if len(whole) == len(inside) else None
            case _:
                return None

    def _type(self, template: Template) -> Type:
        match template:
            case Held(cls=name):
                cls = _resolved(*_split(name))
                return Instance(cls) if is_class(cls) else ANYTHING
            case Literal(value=value):
                return Instance(type(value))
            case Shaped(bracket="{:", items=items):
                return Instance(dict, (self._of_all(items[::2]), self._of_all(items[1::2])) if items else ())
            case Shaped(bracket=bracket, items=items):
                return Instance(_CLASSES[bracket], (self._of_all(items),) if items else ())
            case _:
                return ANYTHING

    def _of_all(self, items: tuple[Template, ...]) -> Type:
        return one_of(tuple(map(self._type, items)))

    def _guide(self, model: Model) -> Guide | None:
        found = [self._move(node, model.cls) for node in model.nodes]
        numbers = {old: new for new, old in enumerate(old for old, move in enumerate(found) if move is not None)}
        moves = tuple(move for move in found if move is not None)
        edges = tuple(
            tuple(numbers[each] for each in following if each in numbers)
            for old, following in enumerate(model.edges)
            if old in numbers
        )
        sources = tuple(numbers[each] for each in model.sources if each in numbers)
        return Guide(moves, edges, sources) if sources else None

    def _move(self, node: Node, cls: str) -> Move | None:
        """The call of a node; None if there is no operation for it."""
        first = node.given[0] if node.given else ()
        receivers = [each.cls for each in first if isinstance(each, Held)] or [cls]
        operation = self._best(node.callee, len(node.parameters), receivers[0])
        if operation is None:
            return None
        signature = self._signatures.get(operation)
        known = signature.parameters if signature is not None else (ANYTHING,) * len(operation.parameters)
        offset = 1 if operation.kind in (Kind.CONSTRUCTOR, Kind.CLASS_METHOD) else 0
        by_name = dict(zip(node.parameters, node.given, strict=True))
        given: list[tuple[Template, ...]] = []
        places: dict[int, int] = {}
        """For each parameter as recorded, that of the operation."""
        for number, parameter in enumerate(operation.parameters):
            behind = number + offset
            if parameter.place is Place.VARIADIC:
                given.append(_spread(by_name.get(f"*{parameter.name[:-1]}", ()), int(parameter.name[-1:]) - 1))
                continue
            if parameter.name in node.parameters:
                behind = node.parameters.index(parameter.name)
            by_position = behind < len(node.given) and not node.parameters[behind].startswith("*")
            given.append(node.given[behind] if by_position else ())
            places[behind] = number
        position = node.positions[0]
        if (operation.kind is Kind.CONSTRUCTOR and position == 0) or position == RESULT:
            place: int | None = RESULT
        else:
            place = places.get(position)
        return None if place is None else Move(operation, place, tuple(given), known)

    def _best(self, callee: Callee, count: int, receiver: str) -> Operation | None:
        if callee.sort == _WRITE:
            owner, _, name = callee.path.rpartition(".")
            where = self._owners.get(f"{callee.module}:{owner}")
            places = (Parameter("self", Place.POSITIONAL), Parameter("value", Place.POSITIONAL))
            plain = where is not None and name.isidentifier() and not name.startswith("__") and count == len(places)
            return Operation(Kind.WRITE, *where, name, places) if plain and where is not None else None
        candidates = [each for each in self._operations(callee) if _takes(each, count)]
        where = self._owners.get(receiver)
        return next((each for each in candidates if (each.module, each.owner) == where), next(iter(candidates), None))

    def _operations(self, callee: Callee) -> list[Operation]:
        return self._by_place.get((callee.module, callee.path, callee.sort == _CONSTRUCTOR), [])


def _takes(operation: Operation, count: int) -> bool:
    """Whether an operation is that of a property which has so many parameters: its getter and setter have one name."""
    if operation.kind in (Kind.READ, Kind.DELETE):
        return count == 1
    return operation.kind is not Kind.WRITE or count == 2


def _spread(given: tuple[Template, ...], number: int) -> tuple[Template, ...]:
    """What the so-manieth of any number of arguments was."""
    found = [each.items[number] if number < len(each.items) else LEFT for each in given if isinstance(each, Shaped)]
    return tuple(dict.fromkeys(found))


def _literals(template: Template) -> list[Literal]:
    if isinstance(template, Literal):
        return [template]
    return [each for item in template.items for each in _literals(item)] if isinstance(template, Shaped) else []


def _is_open(known: Type) -> bool:
    return isinstance(known, Anything) or (isinstance(known, OneOf) and any(map(_is_open, known.options)))


def _behind(operation: Operation, owner: Any) -> Any:
    """The function or class that an operation calls, as it was written."""
    if operation.kind is Kind.CONSTRUCTOR:
        return owner if is_class(owner) else None
    if operation.kind is Kind.FUNCTION:
        return _function(_resolved(operation.module, operation.name))
    if not is_class(owner):
        return None
    stored = static(owner, operation.name)
    if isinstance(stored, property):
        part = {Kind.READ: stored.fget, Kind.WRITE: stored.fset, Kind.DELETE: stored.fdel}.get(operation.kind)
        return _function(part)
    return _function(stored)


def _function(stored: Any) -> Any:
    if isinstance(stored, (staticmethod, classmethod)):
        stored = stored.__func__
    if type(stored).__module__ == "functools":
        stored = getattr(stored, "func", stored)
    inner = attempt(lambda: innermost(stored), None)
    return inner if isinstance(inner, (types.FunctionType, type)) else None


def _resolved(module: str, path: str) -> Any:
    found = sys.modules.get(module)
    return MISSING if found is None else attempt(lambda: attrgetter(path)(found), MISSING)


def _split(name: str) -> tuple[str, str]:
    module, _, path = name.partition(":")
    return module, path


def _name_of(cls: type) -> str:
    return f"{text_of(cls, '__module__')}:{text_of(cls, '__qualname__')}"
