"""What a recorded run teaches: how objects come to be, what is then done with them, and with which values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from caddis.model.sequence import Literal

RESULT = -1
"""The position of an object that a call returns."""


@dataclass(frozen=True, slots=True)
class Callee:
    """What was called, by the place where it was defined: a constructor by its class, a write by its attribute."""

    module: str
    path: str
    sort: str

    def __str__(self) -> str:
        return f"{self.module}.{self.path}"


@dataclass(frozen=True, slots=True)
class Held:
    """An object of a class, by `module:path`."""

    cls: str


@dataclass(frozen=True, slots=True)
class Shaped:
    """A list, tuple, set or dict, by its opening bracket as in an Operation; a frozenset is `frozenset`."""

    bracket: str
    items: tuple[Template, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A class, a function or a member of an enumeration, by `module:path`."""

    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """Nothing: the parameter was left to its default."""


Template = Literal | Held | Shaped | Known | Left
"""A value as it was seen, with objects by their class."""

LEFT = Left()


@dataclass(frozen=True, slots=True)
class Node:
    """A call that was made on objects of a class at some point of their lives."""

    callee: Callee
    positions: tuple[int, ...]
    """Where the object stood among the arguments; RESULT if it came of the call."""
    parameters: tuple[str, ...]
    given: tuple[tuple[Template, ...], ...]
    """What each parameter was given."""


@dataclass(frozen=True, slots=True)
class Model:
    """The invocation model of a class: which call may follow which (section 2.2 of the Palulu paper)."""

    cls: str
    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, ...], ...]
    """For each node, those that may follow it."""
    sources: tuple[int, ...]
    """The nodes by which objects come to be."""
    histories: int = 0
    """Objects that it was learned from."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a recording teaches."""

    models: Mapping[str, Model] = field(default_factory=dict)
    """By class."""
    parameters: Mapping[Callee, Mapping[str, tuple[Template, ...]]] = field(default_factory=dict)
    """What each parameter of each function was given."""
    bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The classes that a class inherits from."""
    observers: tuple[str, ...] = ()
    """Methods without arguments that were seen to change nothing, and to answer."""


def templates_in(template: Template) -> list[str]:
    """The classes of the objects in a value."""
    if isinstance(template, Held):
        return [template.cls]
    return [cls for item in template.items for cls in templates_in(item)] if isinstance(template, Shaped) else []


# -- through a pipe ---------------------------------------------------------------------------------------------------


def to_json(usage: Usage) -> Any:
    """What JSON can hold."""
    return {
        "models": [
            {
                "cls": model.cls,
                "nodes": [
                    [*_callee(node.callee), node.positions, node.parameters, [[*map(_template, g)] for g in node.given]]
                    for node in model.nodes
                ],
                "edges": model.edges,
                "sources": model.sources,
                "histories": model.histories,
            }
            for model in usage.models.values()
        ],
        "parameters": [
            [*_callee(callee), [[name, [*map(_template, several)]] for name, several in given.items()]]
            for callee, given in usage.parameters.items()
        ],
        "bases": {cls: list(bases) for cls, bases in usage.bases.items()},
        "observers": usage.observers,
    }


def from_json(data: Any) -> Usage:
    """What `to_json` was given."""
    models = [
        Model(
            each["cls"],
            tuple(
                Node(
                    Callee(module, path, sort),
                    tuple(positions),
                    tuple(parameters),
                    tuple(tuple(map(_read, several)) for several in given),
                )
                for module, path, sort, positions, parameters, given in each["nodes"]
            ),
            tuple(map(tuple, each["edges"])),
            tuple(each["sources"]),
            each["histories"],
        )
        for each in data["models"]
    ]
    parameters = {
        Callee(module, path, sort): {name: tuple(map(_read, several)) for name, several in given}
        for module, path, sort, given in data["parameters"]
    }
    bases = {cls: tuple(bases) for cls, bases in data["bases"].items()}
    return Usage({model.cls: model for model in models}, parameters, bases, tuple(data["observers"]))


def _callee(callee: Callee) -> list[str]:
    return [callee.module, callee.path, callee.sort]


def _template(template: Template) -> Any:
    match template:
        case Literal(value=bytes() as value):
            return ["bytes", value.hex()]
        case Literal(value=complex() as value):
            return ["complex", repr(value.real), repr(value.imag)]
        case Literal(value=float() as value):
            return ["float", repr(value)]
        case Literal(value=value):
            return ["atom", value]
        case Held(cls=cls):
            return ["held", cls]
        case Known(name=name):
            return ["known", name]
        case Shaped(bracket=bracket, items=items):
            return ["shaped", bracket, [*map(_template, items)]]
        case Left():
            return ["left"]


def _read(data: Any) -> Template:
    match data:
        case ["bytes", text]:
            return Literal(bytes.fromhex(text))
        case ["complex", real, imaginary]:
            return Literal(complex(float(real), float(imaginary)))
        case ["float", text]:
            return Literal(float(text))
        case ["atom", value]:
            return Literal(value)
        case ["held", cls]:
            return Held(cls)
        case ["known", name]:
            return Known(name)
        case ["shaped", bracket, items]:
            return Shaped(bracket, tuple(map(_read, items)))
        case _:
            return LEFT
