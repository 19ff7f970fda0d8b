"""Small helpers that build operations, sequences and findings for the tests of `emit`."""

from __future__ import annotations

from dataclasses import replace

from caddis.emit.code import body
from caddis.model.finding import Assertion
from caddis.model.operation import Kind, Operation, Parameter, Place, Waiting
from caddis.model.operators import AWAITED
from caddis.model.sequence import Argument, Literal, Sequence, Statement

SELF = Parameter("self", Place.POSITIONAL)


def parameters(names: str) -> tuple[Parameter, ...]:
    """`a b=` is a required and an optional parameter, `*c` a variadic one."""
    return tuple(
        Parameter(name[1:], Place.VARIADIC, required=False)
        if name.startswith("*")
        else Parameter(name.rstrip("="), required=not name.endswith("="))
        for name in names.split()
    )


def constructor(name: str, names: str = "", module: str = "shop") -> Operation:
    return Operation(Kind.CONSTRUCTOR, module, name, name.rpartition(".")[2], parameters(names))


def function(name: str, names: str = "", module: str = "shop") -> Operation:
    return Operation(Kind.FUNCTION, module, "", name, parameters(names))


def method(path: str, names: str = "", kind: Kind = Kind.METHOD, module: str = "shop") -> Operation:
    owner, _, name = path.rpartition(".")
    first = () if kind in (Kind.CLASS_METHOD, Kind.STATIC_METHOD, Kind.CONSTANT) else (SELF,)
    return Operation(kind, module, owner, name, first + parameters(names))


def read(path: str, module: str = "shop") -> Operation:
    return method(path, kind=Kind.READ, module=module)


def operator(path: str, names: str = "") -> Operation:
    made = method(path, names, Kind.OPERATOR)
    return awaited(made) if made.name in AWAITED else made


def awaited(operation: Operation) -> Operation:
    """The same operation, giving something to await."""
    return replace(operation, waiting=Waiting.AWAITED)


def display(opening: str, count: int) -> Operation:
    return Operation(
        Kind.DISPLAY, "", "", opening, tuple(Parameter(f"item{i}", Place.POSITIONAL) for i in range(count))
    )


def sequence(*steps: tuple[Operation, ...] | tuple[object, ...]) -> Sequence:
    """Each step is an operation and its arguments: `Ref(n)` for the n-th value, None for a default, else a literal."""
    statements = []
    for index, (operation, *arguments) in enumerate(steps):
        assert isinstance(operation, Operation)
        made: list[Argument] = []
        for argument in arguments:
            if isinstance(argument, Ref):
                made.append(argument.index - index)
            elif isinstance(argument, Default):
                made.append(None)
            else:
                made.append(Literal(argument))  # type: ignore[arg-type]
        made += [None] * (len(operation.parameters) - len(made))
        statements.append(Statement(operation, tuple(made)))
    return Sequence(tuple(statements))


def lines(made: Sequence, types: str, *assertions: Assertion) -> list[str]:
    """The body of a test, with `-` for a type that is not known."""
    names = tuple("" if name == "-" else name for name in types.split())
    return body(made, names, lambda operation: operation.path, frozenset({"Stack"}), assertions=assertions)


class Ref:
    """The value of an earlier step."""

    def __init__(self, index: int) -> None:
        self.index = index


class Default:
    """The parameter is left to its default."""
