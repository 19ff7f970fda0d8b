"""Invocation models in terms of operations: what the generator follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from caddis.model.operation import Operation
from caddis.model.types import Type
from caddis.model.usage import Template


@dataclass(frozen=True, slots=True)
class Move:
    """A call that a model allows."""

    operation: Operation
    place: int
    """The parameter that is the object; RESULT if the call makes it."""
    given: tuple[tuple[Template, ...], ...]
    """For each parameter of the operation what it was given."""
    types: tuple[Type, ...]
    """What is known of parameters that were never seen."""


@dataclass(frozen=True, slots=True)
class Guide:
    """The model of a class, as far as its calls can be made."""

    moves: tuple[Move, ...]
    edges: tuple[tuple[int, ...], ...]
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Guidance:
    """The models of all classes, by `module:path`, and the classes that values were of."""

    guides: Mapping[str, Guide] = field(default_factory=dict)
    classes: Mapping[str, type] = field(default_factory=dict)
    asides: Mapping[str, tuple[Move, ...]] = field(default_factory=dict)
    """For each class the calls on its objects that its model does not speak of; for none, calls without an object."""
    below: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each class those that inherit from it and have a model, itself first."""
