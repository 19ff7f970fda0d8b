"""Sequences of statements: structure only, immutable, no results and no flags (section 2.1 of the Randoop paper).

An argument that is an earlier value says how many statements back it was made, so a sequence means the same wherever it
stands inside a longer one: joining two is joining their tuples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from caddis.model.operation import HAS_RECEIVER, Operation, Place, Waiting

Atom = None | bool | int | float | complex | str | bytes


class Literal:
    """A value written directly into the test: an immutable atom, told apart by type and spelling."""

    __slots__ = ("_hash", "value")

    def __init__(self, value: Atom) -> None:
        self.value = value
        self._hash = hash((type(value).__name__, _spelling(value)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        # 1, 1.0 and True are equal to Python and different code
        return self is other or (
            type(other) is Literal
            and type(self.value) is type(other.value)
            and _spelling(self.value) == _spelling(other.value)
        )

    def __repr__(self) -> str:
        return f"Literal({self.value!r})"


def _spelling(value: Atom) -> object:
    """What tells an atom from others of its type."""
    if isinstance(value, (float, complex)):
        return repr(value)  # tells -0.0 from 0.0, and NaN is as good as any NaN
    if isinstance(value, int):
        return (value, value.bit_length())  # hash(-1) == hash(-2)
    return value


Argument = int | Literal | None
"""A negative number (that many statements back), a literal, or None where the parameter is left to its default."""


class Statement:
    """An operation and where its arguments come from, one argument for each parameter."""

    __slots__ = ("arguments", "code", "operation", "receiver", "references", "waits")

    def __init__(self, operation: Operation, arguments: tuple[Argument, ...]) -> None:
        self.operation = operation
        self.arguments = arguments
        self.waits = operation.waiting is not Waiting.PLAIN
        self.references = tuple([argument for argument in arguments if type(argument) is int])
        """The arguments that are earlier values."""
        first = arguments[0] if arguments and operation.kind in HAS_RECEIVER else None
        self.receiver = first if type(first) is int else None
        """Where what it is called on comes from, as in the arguments; None if it is called on nothing."""
        # ~ since hash(-1) == hash(-2), and these are what references are made of
        self.code = hash((operation, *[~a if type(a) is int else a for a in arguments]))
        """A number that tells it from others; what is asked for all day is asked for this, which takes no call."""

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(other) is Statement
            and self.code == other.code
            and (self.operation is other.operation or self.operation == other.operation)
            and self.arguments == other.arguments
        )

    def __repr__(self) -> str:
        return f"Statement({self.operation}, {self.arguments})"

    def call(self) -> tuple[list[int | Literal], list[tuple[str, int | Literal]]]:
        """The arguments as written: positional ones, then keywords. Optional ones are named for the reader."""
        positional: list[int | Literal] = []
        keywords: list[tuple[str, int | Literal]] = []
        pairs = list(zip(self.operation.parameters, self.arguments, strict=True))
        spread = any(p.place is Place.VARIADIC and a is not None for p, a in pairs)
        gap = False
        for parameter, argument in pairs:
            if argument is None:
                gap = gap or parameter.place is not Place.VARIADIC
            elif parameter.place is Place.KEYWORD or (
                parameter.place is Place.EITHER and (gap or not (parameter.required or spread))
            ):
                keywords.append((parameter.name, argument))
            else:
                positional.append(argument)
        return positional, keywords


_waits = attrgetter("waits")


def need_loop(statements: Iterable[Statement]) -> bool:
    """Whether statements run inside an event loop, all of them, since one of them must."""
    return any(map(_waits, statements))


_PRIME, _BASE = (1 << 61) - 1, 0x9E3779B97F4A7C1


def code_of(statements: Iterable[Statement], code: int = 0) -> int:
    """A number that tells statements in this order from all others, as far as numbers can.

    They may follow on others, of which the number is known.
    """
    for statement in statements:
        code = (code * _BASE + statement.code) % _PRIME
    return code


def joined(code: int, other: int, length: int) -> int:
    """The number of two parts one after the other, of whose numbers the `other` is that of so many statements."""
    return (code * _power(length) + other) % _PRIME


@cache
def _power(length: int) -> int:
    return pow(_BASE, length, _PRIME)


class Sequence:
    """An immutable tuple of statements; equal when the code is the same up to variable names."""

    __slots__ = ("_code", "statements")

    def __init__(self, statements: tuple[Statement, ...] = (), code: int | None = None) -> None:
        """`code` is the number of the statements, where somebody knows it already."""
        self.statements = statements
        self._code = code

    @property
    def code(self) -> int:
        """The number of its statements."""
        code = self._code
        if code is None:
            code = self._code = code_of(self.statements)
        return code

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Sequence and self.statements == other.statements)

    def __len__(self) -> int:
        return len(self.statements)

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    def __repr__(self) -> str:
        # short: targets that print frames print ours too
        return f"<Sequence of {len(self.statements)}>"

    def then(self, *statements: Statement) -> Sequence:
        """This sequence with statements appended."""
        return Sequence(self.statements + statements)

    def sources(self, index: int) -> list[int]:
        """The positions of the earlier values the statement at `index` uses."""
        return [index + back for back in self.statements[index].references]

    def needed_by(self, *indices: int) -> set[int]:
        """The positions that the values at `indices` are made from, themselves included."""
        needed: set[int] = set()
        waiting = list(indices)
        while waiting:
            index = waiting.pop()
            if index not in needed:
                needed.add(index)
                waiting.extend(self.sources(index))
        return needed

    def users(self, index: int) -> list[int]:
        """The positions of the statements that use the value at `index`."""
        return [later for later in range(index + 1, len(self)) if index in self.sources(later)]

    def only(self, kept: Iterable[int]) -> Sequence:
        """The statements at the given positions, with references moved; what they use must be among them."""
        order = sorted(kept)
        moved = {old: new for new, old in enumerate(order)}
        return Sequence(
            tuple(
                Statement(
                    self.statements[old].operation,
                    tuple(
                        moved[old + argument] - new if type(argument) is int else argument
                        for argument in self.statements[old].arguments
                    ),
                )
                for new, old in enumerate(order)
            )
        )

    def replacing(self, index: int, statement: Statement) -> Sequence:
        """This sequence with another statement at `index`."""
        return Sequence((*self.statements[:index], statement, *self.statements[index + 1 :]))


@dataclass(frozen=True, slots=True)
class Value:
    """The value that statement `index` of the `which`-th of several sequences makes."""

    which: int
    index: int


def extend(
    operation: Operation, sequences: tuple[Sequence, ...], values: tuple[Value | Literal | None, ...]
) -> Sequence:
    """The sequences one after the other, then a call of the operation on the values (section 2.2 of the paper)."""
    statements: tuple[Statement, ...] = ()
    starts = []
    for sequence in sequences:
        starts.append(len(statements))
        statements += sequence.statements
    end = len(statements)
    arguments = tuple(starts[v.which] + v.index - end if isinstance(v, Value) else v for v in values)
    return Sequence((*statements, Statement(operation, arguments)))
