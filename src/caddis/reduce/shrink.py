"""Shrinks a sequence: knows a sequence, a predicate, and what may stand for a value; nothing else.

One pass after the other goes over the sequence and takes every step that leaves the predicate true; a success does not
begin anything anew. The passes are repeated until none of them finds anything: nothing more can go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from enum import Enum

from caddis.model.operation import HAS_RECEIVER, Kind, Place
from caddis.model.sequence import Argument, Atom, Literal, Sequence, Statement
from caddis.reduce.atoms import complexity, shrink_atom
from caddis.reduce.definitions import of_the_base, weight, with_body, with_literal, without_overrides, without_unused

Predicate = Callable[[Sequence], bool]
Substitute = int | Literal | Sequence
"""What may stand for a value: an earlier one by its position, a literal, or the last value of another sequence."""
Substitutes = Callable[[Sequence], list[list[Substitute]]]
"""For each value of a sequence, what may stand for it, the simplest first."""

PLAIN: tuple[Atom, ...] = (0, "a")
"""What is tried in place of an object."""
MOST_IN_PAIRS = 20
"""Statements past which there would be too many pairs to try."""
VAIN_TRIES = 20
"""For each try, candidates that may be made up in vain: they are no smaller, or were tried before."""


class Depth(Enum):
    """How far to go: whole statements, what need not be given to them, or the literals they are given."""

    STATEMENTS = 1
    ARGUMENTS = 2
    LITERALS = 3


def by_the_same_operation(sequence: Sequence) -> list[list[Substitute]]:
    """Earlier values that were made in the same way."""
    operations = [statement.operation for statement in sequence]
    return [
        [earlier for earlier in range(index) if operations[earlier] == operation]
        for index, operation in enumerate(operations)
    ]


def shrink(
    sequence: Sequence,
    holds: Predicate,
    *,
    tries: int,
    deep: Depth = Depth.LITERALS,
    substitutes: Substitutes = by_the_same_operation,
) -> Sequence:
    """The smallest sequence found, by dropping and simplifying, for which the predicate still holds."""
    work = _Shrinking(sequence, holds, tries, substitutes)
    passes = [work.drop_statements, work.replace_values, work.shrink_definitions]
    if deep is Depth.ARGUMENTS:
        passes.append(work.leave_out_arguments)
    elif deep is Depth.LITERALS:
        passes += [work.fold_calls, work.simplify_arguments, work.simplify_together]
    passes.append(work.drop_pairs)
    before = None
    # to make up what is not tried any more would take long
    with suppress(_OutOfTries):
        while work.best != before:
            before = work.best
            for one in passes:
                one()
    return work.best


def size(sequence: Sequence) -> tuple[object, ...]:
    """What orders sequences: of two that show the same, the reader wants the smaller one."""
    arguments = [argument for argument in _all_arguments(sequence.statements) if argument is not None]
    literals = [argument for argument in arguments if isinstance(argument, Literal)]
    return (
        sum(map(weight, sequence)),
        len(arguments),
        len(arguments) - len(literals),
        *(complexity(literal.value) for literal in literals),
    )


def _on_the_same(sequence: Sequence, earlier: int, later: int) -> bool:
    """Whether two statements are called on the same value."""
    one, other = sequence.statements[earlier].receiver, sequence.statements[later].receiver
    return one is not None and other is not None and earlier + one == later + other


def _all_arguments(statements: Iterable[Statement]) -> Iterator[Argument]:
    """Those of statements, and of all inside what they define."""
    for statement in statements:
        yield from statement.arguments
        if statement.operation.definition is not None:
            for method in statement.operation.definition.methods:
                yield from _all_arguments(method.steps)


class _OutOfTries(Exception):
    """Enough was tried."""


class _Shrinking:
    """The smallest so far, and the steps from it."""

    def __init__(self, sequence: Sequence, holds: Predicate, tries: int, substitutes: Substitutes) -> None:
        self.best = sequence
        self.tries = tries
        self._vain = tries * VAIN_TRIES
        self._size = size(sequence)
        self._holds = holds
        self._substitutes = substitutes
        self._known: tuple[Sequence, list[list[Substitute]]] | None = None
        self._tried = {sequence}

    def drop_statements(self) -> None:
        """What comes after the fault, whatever the last call does not need, parts of that, single statements."""
        while len(self.best) > 1 and self._take(Sequence(self.best.statements[:-1])):
            pass
        needed = self.best.needed_by(len(self.best) - 1)
        if self._take(self.best.only(needed)):
            return
        spare = [index for index in range(len(self.best)) if index not in needed]
        width = len(spare)
        while (width := width // 2) > 1:
            end = len(spare)
            while end > 0:
                start = max(0, end - width)
                if self._take_any(_without(self.best, spare[start:end])):
                    # what stood before is where it was
                    needed = self.best.needed_by(len(self.best) - 1)
                    spare = [index for index in range(len(self.best)) if index not in needed]
                end = min(start, len(spare))
        for index in range(len(self.best) - 2, -1, -1):
            if index < len(self.best) - 1:
                self._take_any(_without(self.best, [index]))

    def drop_pairs(self) -> None:
        """Two calls on the same object, of which the later may undo what the earlier does: neither can go alone."""
        for back in range(2, len(self.best) if len(self.best) <= MOST_IN_PAIRS else 2):
            for further in range(back + 1, len(self.best) + 1):
                later, earlier = len(self.best) - back, len(self.best) - further
                if earlier < 0 or not _on_the_same(self.best, earlier, later):
                    continue
                if self._take_any(_without(self.best, [earlier, later])):
                    break

    def replace_values(self) -> None:
        """Earlier values, literals, or shorter ways to make them, in place of values."""
        # counted from the end: what is dropped stands before
        back = 2
        while back <= len(self.best):
            # what nobody uses can only be dropped
            used = self.best.users(len(self.best) - back)
            for substitute in self._substitutes_of(len(self.best) - back) if used else ():
                if self._take_any(_instead(self.best, len(self.best) - back, substitute)):
                    break
            back += 1

    def leave_out_arguments(self) -> None:
        """Those that are optional."""
        for back in range(1, len(self.best) + 1):
            # what was left out may have needed statements before
            if back <= len(self.best):
                for place in range(len(self.best.statements[-back].arguments)):
                    self._leave_out(back, place)

    def shrink_definitions(self) -> None:
        """Overrides that do not matter left out, and each body shrunk like any sequence."""
        for back in range(1, len(self.best) + 1):
            if back <= len(self.best):
                self._take_any(of_the_base(self.best, len(self.best) - back))
            if back > len(self.best) or self.best.statements[-back].operation.definition is None:
                continue
            while any(self._take_statement(back, one) for one in without_overrides(self.best.statements[-back])):
                pass
            definition = self.best.statements[-back].operation.definition
            for place in range(len(definition.methods) if definition is not None else 0):
                self._shrink_body(back, place)

    def _shrink_body(self, back: int, place: int) -> None:
        definition = self.best.statements[-back].operation.definition
        assert definition is not None
        method = definition.methods[place]

        def takes(candidate: Sequence) -> bool:
            changed = with_body(self.best.statements[-back], place, candidate)
            return changed is not None and self._take_statement(back, changed)

        if not takes(Sequence(method.body.statements[: method.slots])):
            shrink(method.body, takes, tries=self.tries)
        self._take_statement(back, without_unused(self.best.statements[-back]))
        self._use_parameters(back, place)

    def _use_parameters(self, back: int, place: int) -> None:
        """What a body is given, in place of a value of the test: often they are the same."""
        for captured in range(len(self.best.statements[-back].arguments) - 1, -1, -1):
            statement = self.best.statements[-back]
            if captured >= len(statement.arguments):
                continue
            assert statement.operation.definition is not None
            method = statement.operation.definition.methods[place]
            for formal in range(method.slots - len(method.formals), method.slots):
                body = _rewired(method.body, captured, formal)
                changed = None if body is None else with_body(statement, place, body)
                if changed is not None and self._take_statement(back, without_unused(changed)):
                    break

    def simplify_arguments(self) -> None:
        """Optional ones left out, others as plain as can be, displays of fewer elements."""
        back = 1
        while back <= len(self.best):
            if self.best.statements[-back].operation.kind is Kind.DISPLAY:
                self._drop_elements(back)
            for place in range(len(self.best.statements[-back].arguments)):
                self._simplify(back, place)
            back += 1

    def simplify_together(self) -> None:
        """Literals that are the same in several places, be it inside what is defined, and must stay so."""
        literals = [one for one in _all_arguments(self.best) if isinstance(one, Literal)]
        for literal, count in Counter(literals).items():
            if count > 1:
                self._simplify_all(literal)

    def _simplify_all(self, literal: Literal) -> None:
        before = self.best

        def takes(atom: Atom) -> bool:
            return self._take(Sequence(tuple(with_literal(each, literal, Literal(atom)) for each in before)))

        shrink_atom(literal.value, takes)

    def fold_calls(self) -> None:
        """What a call gives to a value, given instead to what made the value, where that left something open."""
        back = 2
        while back <= len(self.best):
            self._take_any(_folded(self.best, len(self.best) - back))
            back += 1

    def _simplify(self, back: int, place: int) -> None:
        statement = self.best.statements[-back]
        argument = statement.arguments[place]
        if argument is None or self._leave_out(back, place):
            return
        if isinstance(argument, Literal):
            shrink_atom(argument.value, lambda atom: self._take_argument(back, place, Literal(atom)))
        elif self._may_be_anything(back, place):
            any(self._take_argument(back, place, Literal(atom)) for atom in PLAIN)

    def _leave_out(self, back: int, place: int) -> bool:
        """Whether an argument that is given need not be."""
        statement = self.best.statements[-back]
        optional = statement.arguments[place] is not None and not statement.operation.parameters[place].required
        return optional and self._take_argument(back, place, None)

    def _may_be_anything(self, back: int, place: int) -> bool:
        """Whether an argument is neither a receiver nor a container, in whose place a number would be a misuse."""
        statement = self.best.statements[-back]
        argument = statement.arguments[place]
        if not isinstance(argument, int) or (place == 0 and statement.operation.kind in HAS_RECEIVER):
            return False
        made_by = self.best.statements[argument - back].operation
        return made_by.kind is not Kind.DISPLAY and made_by.module != "builtins"

    def _drop_elements(self, back: int) -> None:
        each = 2 if self.best.statements[-back].operation.name == "{:" else 1
        width = len(self.best.statements[-back].arguments)
        while width >= each:
            end = len(self.best.statements[-back].arguments)
            while end > 0:
                start = max(0, end - width)
                self._take_statement(back, _fewer(self.best.statements[-back], start, end))
                end = start
            width = width // 2 // each * each

    def _take_argument(self, back: int, place: int, argument: Argument) -> bool:
        return self._take_statement(back, _with_argument(self.best.statements[-back], place, argument))

    def _take_statement(self, back: int, statement: Statement) -> bool:
        """Another statement in a place, without what only the old one needed, or else with it."""
        index = len(self.best) - back
        changed = self.best.replacing(index, statement)
        return self._take_any((_without_unused(changed, self.best.sources(index)), changed))

    def _take_any(self, candidates: Iterable[Sequence]) -> bool:
        return any(map(self._take, candidates))

    def _take(self, candidate: Sequence) -> bool:
        """Whether a candidate is smaller and shows the same; then it is the best."""
        if not self.tries or not self._vain:
            raise _OutOfTries
        measured = size(candidate)
        if candidate in self._tried or measured >= self._size:
            self._vain -= 1
            return False
        self._tried.add(candidate)
        self.tries -= 1
        if not self._holds(candidate):
            return False
        self.best, self._size = candidate, measured
        return True

    def _substitutes_of(self, index: int) -> list[Substitute]:
        if self._known is None or self._known[0] is not self.best:
            self._known = (self.best, self._substitutes(self.best))
        known = self._known[1]
        return known[index] if index < len(known) else []


def _without(sequence: Sequence, dropped: Iterable[int]) -> Iterator[Sequence]:
    """The sequence without some statements and whatever needs them, if the last one is not among these."""
    gone = set(dropped)
    for index in range(len(sequence)):
        if index not in gone and not gone.isdisjoint(sequence.sources(index)):
            gone.add(index)
    if gone and len(sequence) - 1 not in gone:
        yield sequence.only(index for index in range(len(sequence)) if index not in gone)


def _without_unused(sequence: Sequence, suspects: Iterable[int]) -> Sequence:
    """The sequence without those of the suspects that nothing uses, nor what only they used."""
    gone: set[int] = set()
    waiting = list(suspects)
    while waiting:
        index = waiting.pop()
        if index not in gone and gone.issuperset(sequence.users(index)):
            gone.add(index)
            waiting.extend(sequence.sources(index))
    return sequence.only(index for index in range(len(sequence)) if index not in gone)


def _instead(sequence: Sequence, index: int, substitute: Substitute) -> Iterator[Sequence]:
    """Sequences in which something else stands for a value, without what went into it."""
    if isinstance(substitute, Sequence):
        grafted, ours = _grafted(sequence, index, substitute)
        yield grafted.only(grafted.needed_by(len(grafted) - 1))
        yield from _without(grafted, [position for position in ours if position < index])
        yield _without_unused(grafted, sequence.sources(index))
        return
    changed = _rewired(sequence, index, substitute)
    if changed is not None:
        yield changed.only(changed.needed_by(len(changed) - 1))
        before = sequence.needed_by(index) - (sequence.needed_by(substitute) if isinstance(substitute, int) else set())
        yield from _without(changed, before)
        yield _without_unused(changed, [index])


def _rewired(sequence: Sequence, old: int, new: int | Literal) -> Sequence | None:
    """The sequence with every use of one value turned to another; None where a literal cannot stand."""
    statements = []
    for index, statement in enumerate(sequence.statements):
        arguments = list(statement.arguments)
        for place, argument in enumerate(arguments):
            if isinstance(argument, int) and index + argument == old:
                if isinstance(new, Literal) and place == 0 and statement.operation.kind in HAS_RECEIVER:
                    return None
                arguments[place] = new - index if isinstance(new, int) else new
        statements.append(Statement(statement.operation, tuple(arguments)))
    return Sequence(tuple(statements))


def _grafted(sequence: Sequence, index: int, other: Sequence) -> tuple[Sequence, set[int]]:
    """The sequence with another one in place of a statement; and what that statement was made from."""
    moved = len(other) - 1
    later = []
    for position in range(index + 1, len(sequence)):
        statement = sequence.statements[position]
        arguments = tuple(
            argument - moved if isinstance(argument, int) and position + argument < index else argument
            for argument in statement.arguments
        )
        later.append(Statement(statement.operation, arguments))
    grafted = Sequence((*sequence.statements[:index], *other.statements, *later))
    return grafted, sequence.needed_by(index) - {index}


def _folded(sequence: Sequence, index: int) -> Iterator[Sequence]:
    """Sequences without a call, one of whose literals goes to the maker of its receiver instead."""
    statement = sequence.statements[index]
    receiver = statement.receiver
    if receiver is None:
        return
    maker = sequence.statements[index + receiver]
    for place, argument in enumerate(maker.arguments):
        if maker.operation.parameters[place].place is not Place.VARIADIC:
            for literal in statement.arguments:
                for together in _together(argument, literal):
                    changed = sequence.replacing(index + receiver, _with_argument(maker, place, together))
                    yield from _without(changed, [index])


def _together(given: Argument, more: Argument) -> Iterator[Literal]:
    """What one call may be given in place of what two were."""
    match given, more:
        case None, Literal():
            yield more
        case Literal(value=int(one)), Literal(value=int(other)):
            yield more
            yield Literal(one + other)
        case Literal(value=str(one)), Literal(value=str(other)):
            yield more
            yield Literal(one + other)


def _with_argument(statement: Statement, place: int, argument: Argument) -> Statement:
    return Statement(statement.operation, (*statement.arguments[:place], argument, *statement.arguments[place + 1 :]))


def _fewer(statement: Statement, start: int, end: int) -> Statement:
    """A display without some of its elements."""
    arguments = (*statement.arguments[:start], *statement.arguments[end:])
    parameters = statement.operation.parameters[: len(arguments)]
    return Statement(replace(statement.operation, parameters=parameters), arguments)
