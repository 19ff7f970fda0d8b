"""What is known of a type, as far as choosing values needs it."""

from __future__ import annotations

from dataclasses import dataclass

from caddis.model.sequence import Atom, Literal


@dataclass(frozen=True, slots=True)
class Anything:
    """Nothing is known: any value may be tried."""


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a class; arguments are those of a generic: `list[int]`."""

    cls: type
    arguments: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class OneOf:
    """A union."""

    options: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Display:
    """A list, tuple, set or dict written out: its opening bracket as in an Operation, and its items."""

    bracket: str
    items: tuple[Spelt, ...]


Spelt = Literal | Display


@dataclass(frozen=True, slots=True)
class Exactly:
    """One of the values written out: in a `Literal[...]`, in an example, in a list of what is allowed."""

    values: tuple[Spelt, ...]


@dataclass(frozen=True, slots=True)
class ClassOf:
    """The class itself or a subclass: `type[X]`."""

    bound: Type


@dataclass(frozen=True, slots=True)
class Function:
    """Something to call."""

    returns: Type


Type = Anything | Instance | OneOf | Exactly | ClassOf | Function

ANYTHING = Anything()
NONE = Instance(type(None))


def exactly(*atoms: Atom) -> Exactly:
    """One of these atoms."""
    return Exactly(tuple(map(Literal, atoms)))


def one_of(options: tuple[Type, ...]) -> Type:
    """A union, flattened and without repetition."""
    flat: dict[Type, None] = {}
    for option in options:
        for part in option.options if isinstance(option, OneOf) else (option,):
            flat[part] = None
    return next(iter(flat)) if len(flat) == 1 else OneOf(tuple(flat))


def admits_none(known: Type) -> bool:
    """Whether None is an ordinary value of the type."""
    match known:
        case Instance(cls=cls):
            return cls is type(None)
        case OneOf(options=options):
            return any(admits_none(option) for option in options)
        case Exactly(values=values):
            return Literal(None) in values
        case _:
            return False
