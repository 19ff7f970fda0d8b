"""Shrinks a sequence greedily: knows a sequence and a predicate, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caddis.model.operation import HAS_RECEIVER
from caddis.model.sequence import Atom, Literal, Sequence, Statement

Predicate = Callable[[Sequence], bool]

PLAIN: tuple[Atom, ...] = (0, "a")
"""What is tried in place of a value that earlier statements made."""
SIMPLE: dict[type, tuple[Atom, ...]] = {
    int: (0, 1, 2),
    float: (0.0, 1.0),
    str: ("", "a"),
    bytes: (b"", b"a"),
    complex: (0j,),
    bool: (False,),
}


def shrink(sequence: Sequence, holds: Predicate, *, tries: int, literals: bool = True) -> Sequence:
    """The smallest sequence found, by dropping and simplifying, for which the predicate still holds."""
    improved = True
    while improved:
        improved = False
        for candidate in _smaller(sequence, literals=literals):
            if tries == 0:
                return sequence
            tries -= 1
            if holds(candidate):
                sequence, improved = candidate, True
                break
    return sequence


def _smaller(sequence: Sequence, *, literals: bool) -> Iterator[Sequence]:
    """Simpler sequences, the boldest cuts first."""
    last = len(sequence) - 1
    needed = sequence.needed_by(last)
    if last > 0:
        yield Sequence(sequence.statements[:-1])
    if len(needed) < len(sequence):
        yield sequence.only(needed)
    yield from _halves(sequence, needed)
    for index in range(last - 1, -1, -1):
        yield from _without(sequence, index)
    yield from _earlier_values(sequence)
    if literals:
        yield from _simpler_arguments(sequence)


def _halves(sequence: Sequence, needed: set[int]) -> Iterator[Sequence]:
    """Sequences without half of the statements the last one does not need."""
    spare = [index for index in range(len(sequence)) if index not in needed]
    size = len(spare) // 2
    while size > 1:
        for start in range(0, len(spare), size):
            yield from _closed(sequence, set(range(len(sequence))) - set(spare[start : start + size]))
        size //= 2


def _without(sequence: Sequence, index: int) -> Iterator[Sequence]:
    """Sequences that lack one statement, and whatever needs it."""
    yield from _closed(sequence, set(range(len(sequence))) - {index})


def _closed(sequence: Sequence, kept: set[int]) -> Iterator[Sequence]:
    """The kept statements whose sources are kept too, if the last statement is among them."""
    closed: set[int] = set()
    for index in sorted(kept):
        if all(source in closed for source in sequence.sources(index)):
            closed.add(index)
    if len(sequence) - 1 in closed and len(closed) < len(sequence):
        yield sequence.only(closed)


def _earlier_values(sequence: Sequence) -> Iterator[Sequence]:
    """Sequences in which the users of one value use an earlier one made by the same operation."""
    for index, statement in enumerate(sequence.statements):
        for earlier in range(index):
            if sequence.statements[earlier].operation == statement.operation:
                rewired = _rewired(sequence, index, earlier)
                last = len(sequence) - 1
                if index != last:
                    yield from _closed(rewired, set(range(len(sequence))) - {index})


def _rewired(sequence: Sequence, old: int, new: int) -> Sequence:
    """The sequence with every use of one value turned to another."""
    return Sequence(
        tuple(
            Statement(
                statement.operation,
                tuple(
                    new - index if type(argument) is int and index + argument == old else argument
                    for argument in statement.arguments
                ),
            )
            for index, statement in enumerate(sequence.statements)
        )
    )


def _simpler_arguments(sequence: Sequence) -> Iterator[Sequence]:
    """Sequences with one optional argument left out, or one literal simpler."""
    for index, statement in enumerate(sequence.statements):
        for place, argument in enumerate(statement.arguments):
            if argument is None:
                continue
            if not statement.operation.parameters[place].required:
                yield _with_argument(sequence, index, place, None)
            if isinstance(argument, int) and (place > 0 or statement.operation.kind not in HAS_RECEIVER):
                for value in PLAIN:
                    yield _with_argument(sequence, index, place, Literal(value))
            if isinstance(argument, Literal):
                for simpler in _simpler_literals(argument):
                    yield _with_argument(sequence, index, place, simpler)


def _simpler_literals(literal: Literal) -> Iterator[Literal]:
    for value in SIMPLE.get(type(literal.value), ()):
        simpler = Literal(value)
        if simpler == literal:
            return
        yield simpler


def _with_argument(sequence: Sequence, index: int, place: int, argument: Literal | None) -> Sequence:
    statement = sequence.statements[index]
    arguments = (*statement.arguments[:place], argument, *statement.arguments[place + 1 :])
    return sequence.replacing(index, Statement(statement.operation, arguments))
