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


@dataclass(frozen=True, slots=True)
class Named:
    """A value known by name: a member of an enumeration."""

    module: str
    path: str


Spelt = Literal | Display | Named


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
    """Something to call; the types of its parameters where their number is known."""

    returns: Type
    parameters: tuple[Type, ...] | None = None
    and_more: bool = False
    """Whether more is asked of it than a plain function has."""


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record."""

    name: str
    known: Type
    required: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """A dict with these keys: a `TypedDict`; or an object that has these attributes and may have any: a namespace."""

    fields: tuple[Field, ...]
    cls: type = dict


Number = int | float


@dataclass(frozen=True, slots=True)
class Bounds:
    """What limits a number, or the length and the form of a text or container."""

    low: Number | None = None
    high: Number | None = None
    above: bool = False
    """Whether `low` itself is outside."""
    below: bool = False
    """Whether `high` itself is outside."""
    multiple_of: Number | None = None
    shortest: int = 0
    longest: int | None = None
    pattern: str | None = None

    def admits(self, number: Number) -> bool:
        """Whether a number is inside."""
        return (
            (self.low is None or number > self.low or (number == self.low and not self.above))
            and (self.high is None or number < self.high or (number == self.high and not self.below))
            and (self.multiple_of is None or number % self.multiple_of == 0)
        )

    def admits_length(self, length: int) -> bool:
        """Whether something may be that long."""
        return self.shortest <= length and (self.longest is None or length <= self.longest)

    def within(self, other: Bounds) -> Bounds:
        """What satisfies both."""
        lows = [(bound.low, bound.above) for bound in (self, other) if bound.low is not None]
        highs = [(bound.high, not bound.below) for bound in (self, other) if bound.high is not None]
        low, above = max(lows, default=(None, False))
        high, reached = min(highs, default=(None, True))
        return Bounds(
            low,
            high,
            above,
            not reached,
            self.multiple_of if other.multiple_of is None else other.multiple_of,
            max(self.shortest, other.shortest),
            min((bound.longest for bound in (self, other) if bound.longest is not None), default=None),
            self.pattern if other.pattern is None else other.pattern,
        )


UNBOUNDED = Bounds()


@dataclass(frozen=True, slots=True)
class Within:
    """A type of which not all values will do."""

    base: Type
    bounds: Bounds


Type = Anything | Instance | OneOf | Exactly | ClassOf | Function | Record | Within

Compared = Atom | type
"""What code compares something with: a value, or a class that it asks it to be of."""

ANYTHING = Anything()
NONE = Instance(type(None))


def exactly(*atoms: Atom) -> Exactly:
    """One of these atoms."""
    return Exactly(tuple(map(Literal, atoms)))


def options_of(known: Type) -> tuple[Type, ...]:
    """Those of a union; any other type is its own only one."""
    return known.options if isinstance(known, OneOf) else (known,)


def one_of(options: tuple[Type, ...]) -> Type:
    """A union, flattened and without repetition."""
    flat: dict[Type, None] = {}
    for option in options:
        for part in options_of(option):
            flat[part] = None
    return next(iter(flat)) if len(flat) == 1 else OneOf(tuple(flat))


def strictly(known: Type) -> Type:
    """The type without what only may do."""
    if not isinstance(known, OneOf):
        return known
    kept = tuple(option for option in known.options if not (isinstance(option, Function) and option.and_more))
    return one_of(kept) if kept else known


def bounded(known: Type, bounds: Bounds) -> Type:
    """The type with its values limited, as far as bounds say anything of it."""
    if bounds == UNBOUNDED:
        return known
    match known:
        case Within(base=base, bounds=before):
            return Within(base, before.within(bounds))
        case OneOf(options=options):
            return one_of(tuple(bounded(option, bounds) for option in options))
        case Instance(cls=cls) if cls is not type(None):
            return Within(known, bounds)
        case _:
            return known


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
