"""Operations: the things that can be called."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caddis.model.definition import Definition


class Kind(StrEnum):
    """How an operation is written in Python source."""

    CONSTRUCTOR = "constructor"
    FUNCTION = "function"
    STATIC_METHOD = "static method"
    CLASS_METHOD = "class method"
    METHOD = "method"
    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    OPERATOR = "operator"
    CONSTANT = "constant"
    DISPLAY = "display"
    DEFINITION = "definition"
    """A function or class that the test defines."""
    CALL = "call"
    """The call of a value."""
    GIVEN = "given"
    """Inside a definition: what a parameter stands for, or a name around it."""
    RESULT = "result"
    """Inside a definition: what it returns."""


class Waiting(StrEnum):
    """What an operation has to do with an event loop."""

    PLAIN = "plain"
    """Nothing."""
    INSIDE = "inside"
    """It returns at once, and asks for the loop that is running."""
    AWAITED = "awaited"
    """It gives something to await, and its value is what that gives."""


class Known(StrEnum):
    """What calls of an operation, with nothing but a receiver, have shown of it."""

    ASKS = "asks"
    """It changes nothing, and answers one thing or another."""
    CONSTANT = "constant"
    """It changes nothing, and always answers the same."""
    CHANGES = "changes"
    """It changes its receiver, or does what a question should not do."""


class Place(StrEnum):
    """How an argument may be handed to a parameter."""

    POSITIONAL = "positional"
    EITHER = "either"
    KEYWORD = "keyword"
    VARIADIC = "variadic"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One place for an argument; `*args` is several optional VARIADIC ones."""

    name: str
    place: Place = Place.EITHER
    required: bool = True


FIXTURES = "caddis.properties.fixtures"
"""The module of values that a test is given by its framework: constants which need no import."""
NEEDS_NO_NAME = frozenset({Kind.DISPLAY, Kind.DEFINITION, Kind.CALL, Kind.GIVEN, Kind.RESULT})
"""What is written without a name that would have to be imported."""
HAS_RECEIVER = frozenset({Kind.METHOD, Kind.READ, Kind.WRITE, Kind.DELETE, Kind.OPERATOR})


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be called, by the names a user would write.

    `owner` is the dotted path of a class inside `module`, empty for functions; a constructor's name is that of
    its class. The first parameter of a method, read, write, delete or operator is the receiver. The name of an
    operator is its special method, the name of a display its opening bracket.
    """

    kind: Kind
    module: str
    owner: str
    name: str
    parameters: tuple[Parameter, ...] = ()
    waiting: Waiting = Waiting.PLAIN
    definition: Definition | None = None
    """Of a DEFINITION, what is defined."""
    code: int = field(default=0, init=False, repr=False, compare=False)
    """A number that tells it from others; what is asked for all day is asked for this, which takes no call."""

    def __post_init__(self) -> None:
        parts = (self.kind, self.module, self.owner, self.name, self.parameters, self.waiting, self.definition)
        object.__setattr__(self, "code", hash(parts))

    def __hash__(self) -> int:
        return self.code

    @property
    def path(self) -> str:
        """The dotted path inside the module: `Stack.push`, `merge`."""
        if self.kind is Kind.CONSTRUCTOR or not self.owner:
            return self.owner or self.name
        return f"{self.owner}.{self.name}"

    @property
    def imported(self) -> str | None:
        """The name a test must import from the module to call this, if any."""
        if self.kind in HAS_RECEIVER or self.kind in NEEDS_NO_NAME or self.module in ("builtins", FIXTURES):
            return None
        return self.path.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.module}.{self.path}" if self.module else self.path


def constant(module: str, path: str) -> Operation:
    """A name that is a value: a class, a function, an enum member."""
    owner, _, name = path.rpartition(".")
    return Operation(Kind.CONSTANT, module, owner, name)


def display(bracket: str, count: int) -> Operation:
    """A list, tuple, set or dict written out."""
    parameters = tuple(Parameter(f"item{i}", Place.POSITIONAL) for i in range(count))
    return Operation(Kind.DISPLAY, "", "", bracket, parameters)
