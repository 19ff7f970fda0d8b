"""Functions and classes that a test defines itself: callbacks and subclasses, whose bodies are sequences.

A definition is what an operation of the kind DEFINITION makes; the arguments of its statement are the values of the
test that its bodies use. The first statements of a body are its slots, which stand for what is given: those values,
then the function itself or the receiver and `super()`, then the parameters. A body that returns something ends with a
RESULT. So a body is a sequence like any other, and one model serves tests and bodies alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from caddis.model.operation import Kind, Operation, Parameter, Place, constant
from caddis.model.sequence import Argument, Literal, Sequence, Statement

MODULE = "caddis synthesised"
"""What synthesised functions and classes say they belong to: no module that could be imported."""
SELF, SUPER = "self", "super()"


@dataclass(frozen=True, slots=True)
class Formal:
    """A parameter as a signature spells it: `item`, `*args`, `**named`; with a default if it may be left out."""

    spelling: str
    default: Literal | None = None
    by_keyword: bool = False

    @property
    def name(self) -> str:
        """The name of the value inside."""
        return self.spelling.lstrip("*")


class Gives(StrEnum):
    """What a function owes to whoever calls it."""

    ANYTHING = "anything"
    PERHAPS = "perhaps"
    """A value of some type, or nothing."""
    ALWAYS = "always"
    """A value of some type."""


@dataclass(frozen=True, slots=True)
class Method:
    """A function, or a method of a class: what it is called with, and what it does."""

    name: str
    formals: tuple[Formal, ...]
    body: Sequence
    waits: bool = False
    """Whether it is an `async def`."""
    decorator: str = ""
    """Of a method, `property`, `classmethod` or `staticmethod`, if it is one."""
    gives: Gives = Gives.ANYTHING

    @property
    def slots(self) -> int:
        """How many of its first statements stand for what is given."""
        return next(
            (place for place, each in enumerate(self.body) if each.operation.kind is not Kind.GIVEN), len(self.body)
        )

    @property
    def steps(self) -> tuple[Statement, ...]:
        """What it does."""
        return self.body.statements[self.slots :]


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, which is its one method, or a class below `base`, a module and a path there."""

    name: str
    methods: tuple[Method, ...]
    base: tuple[str, str] | None = None
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.name, self.methods, self.base)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def is_class(self) -> bool:
        """Whether it makes a class."""
        return self.base is not None


def given(name: str) -> Statement:
    """A slot."""
    return Statement(Operation(Kind.GIVEN, "", "", name), ())


_RESULT = Operation(Kind.RESULT, "", "", "return", (Parameter("value", Place.POSITIONAL),))


def result(value: Argument) -> Statement:
    """The end of a body that returns something."""
    return Statement(_RESULT, (value,))


def defining(definition: Definition, captured: Iterable[str]) -> Operation:
    """What makes the function or class, given the values that its bodies use."""
    parameters = tuple(Parameter(name, Place.POSITIONAL) for name in captured)
    return Operation(Kind.DEFINITION, "", "", definition.name, parameters, definition=definition)


def calling(parameters: tuple[Parameter, ...] = (), name: str = "call") -> Operation:
    """The call of a value, such as a class that the test defines, under the name it has there."""
    return Operation(Kind.CALL, "", "", name, (Parameter("called", Place.POSITIONAL), *parameters))


def constructing(module: str, path: str, parameters: tuple[Parameter, ...]) -> Operation:
    """The constructor of the base of a definition."""
    return Operation(Kind.CONSTRUCTOR, module, path, path.rpartition(".")[2], parameters)


def all_operations(statements: Iterable[Statement]) -> Iterator[Operation]:
    """The operations of statements, and those of the bodies that they define, with the classes these are below."""
    for statement in statements:
        operation = statement.operation
        yield operation
        if operation.definition is not None:
            if operation.definition.base is not None:
                yield constant(*operation.definition.base)
            for method in operation.definition.methods:
                yield from all_operations(method.steps)


def is_synthesised(cls: type) -> bool:
    """Whether a class is one that a test defines."""
    return cls.__module__ == MODULE


def real_class(cls: type) -> type:
    """The nearest class above one that a test defines; any other class itself."""
    return next(base for base in cls.__mro__ if not is_synthesised(base)) if is_synthesised(cls) else cls
