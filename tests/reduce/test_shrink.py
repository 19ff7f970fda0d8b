"""Shrinking knows a sequence and a predicate, and finds something small for which it still holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from caddis.model.operation import Operation
from caddis.model.sequence import Literal, Sequence
from caddis.reduce.shrink import Depth, Substitute, shrink
from emit.making import Default, Ref, constructor, display, function, method, sequence

STACK = constructor("Stack", "size=")
PUSH = method("Stack.push", "x")
POP = method("Stack.pop")
MERGE = method("Stack.merge", "other")
TAKE = function("take", "x")
PLENTY = 3_000


def calls(sequence: Sequence, operation: Operation) -> int:
    """How often an operation is called."""
    return [statement.operation for statement in sequence].count(operation)


def ends_with(operation: Operation, **least: int) -> Callable[[Sequence], bool]:
    """Holds for sequences that end with an operation, after at least so many pushes or pops."""
    named = {"push": PUSH, "pop": POP}
    return lambda made: (
        made.statements[-1].operation == operation
        and all(calls(made, named[name]) >= count for name, count in least.items())
    )


def test_statements_nobody_needs_go() -> None:
    """Other objects, and calls that do not matter."""
    long = sequence((STACK,), (STACK,), (PUSH, Ref(0), 1), (PUSH, Ref(1), 1), (POP, Ref(1)), (POP, Ref(0)))

    assert shrink(long, ends_with(POP), tries=PLENTY) == sequence((STACK,), (POP, Ref(0)))


def test_statements_that_matter_stay() -> None:
    """Though the last one does not take their values."""
    long = sequence((STACK,), *[(PUSH, Ref(0), n) for n in range(40)], (POP, Ref(0)))

    assert shrink(long, ends_with(POP, push=2), tries=PLENTY) == sequence(
        (STACK,), (PUSH, Ref(0), 0), (PUSH, Ref(0), 0), (POP, Ref(0))
    )


def test_what_undoes_each_other_goes_together() -> None:
    """Where neither could go alone."""
    long = sequence((STACK,), (PUSH, Ref(0), 0), (STACK,), (POP, Ref(0)), (PUSH, Ref(0), 0))

    def balanced(made: Sequence) -> bool:
        return made.statements[-1].operation == PUSH and calls(made, PUSH) == calls(made, POP) + 1

    assert shrink(long, balanced, tries=PLENTY) == sequence((STACK,), (PUSH, Ref(0), 0))


def test_what_comes_after_the_fault_goes() -> None:
    """If the fault shows earlier, the sequence ends there."""
    long = sequence((STACK,), (PUSH, Ref(0), 1), (POP, Ref(0)), (PUSH, Ref(0), 2))

    assert shrink(long, lambda made: calls(made, POP) > 0, tries=PLENTY) == sequence((STACK,), (POP, Ref(0)))


def test_two_objects_become_one_where_one_will_do() -> None:
    """`a.merge(b)` is `a.merge(a)`."""
    long = sequence((STACK,), (STACK,), (MERGE, Ref(0), Ref(1)))

    def of_stacks(made: Sequence) -> bool:
        return ends_with(MERGE)(made) and len(made.sources(len(made) - 1)) == 2

    assert shrink(long, of_stacks, tries=PLENTY) == sequence((STACK,), (MERGE, Ref(0), Ref(0)))


def test_an_object_becomes_a_literal_where_one_will_do() -> None:
    """But never the receiver."""
    long = sequence((STACK,), (STACK,), (MERGE, Ref(0), Ref(1)))
    short = shrink(long, ends_with(MERGE), tries=PLENTY)

    assert len(short) == 2
    assert short.sources(1) == [0]


def test_two_objects_stay_two_where_it_takes_two() -> None:
    """Aliasing is a difference."""
    long = sequence((STACK,), (STACK,), (MERGE, Ref(0), Ref(1)))

    def apart(made: Sequence) -> bool:
        return ends_with(MERGE)(made) and len(set(made.sources(len(made) - 1))) == 2

    assert shrink(long, apart, tries=PLENTY) == long


@pytest.mark.parametrize(
    ("atom", "simplest"),
    [(100, 0), (-1, 0), (2.5, 0.0), ("hello", ""), (b"abc", b""), (1 + 2j, 0j), (True, False), (None, None)],
)
def test_literals_become_simple(atom: object, simplest: object) -> None:
    """Each within its type."""
    assert shrink(sequence((TAKE, atom)), lambda _: True, tries=PLENTY) == sequence((TAKE, simplest))


def test_literals_stay_as_simple_as_the_fault_allows() -> None:
    """The first in order that will do."""

    def is_positive(made: Sequence) -> bool:
        (argument,) = made.statements[-1].arguments
        return isinstance(argument, Literal) and argument.value > 0  # type: ignore[operator]

    assert shrink(sequence((TAKE, 100)), is_positive, tries=PLENTY) == sequence((TAKE, 1))


def test_literals_are_left_alone_when_asked() -> None:
    """A regression test is worth its values."""
    made = sequence((STACK, 5), (PUSH, Ref(0), 100))

    assert shrink(made, ends_with(PUSH), tries=PLENTY, deep=Depth.STATEMENTS) == made


def test_optional_arguments_go() -> None:
    """Where they do not matter."""
    assert shrink(sequence((STACK, 5)), lambda _: True, tries=PLENTY) == sequence((STACK, Default()))


def test_optional_arguments_go_though_literals_stay() -> None:
    """What a regression test shows is clearer without them."""
    made = sequence((STACK, 5), (PUSH, Ref(0), 100))
    shown = sequence((STACK, Default()), (PUSH, Ref(0), 100))

    assert shrink(made, ends_with(PUSH), tries=PLENTY, deep=Depth.ARGUMENTS) == shown


@pytest.mark.parametrize(
    ("atom", "least", "smallest"),
    [
        (1_000_000, 777, 777),
        (-5_000, -12, 12),
        (99.5, 3.0, 3.0),
        (0.123456, 0.1, 1.0),
    ],
)
def test_numbers_are_bisected(atom: float, least: float, smallest: float) -> None:
    """To the last one that shows the fault, with as few tries as it takes, and without a sign or a fraction."""
    asked = 0

    def is_large(made: Sequence) -> bool:
        nonlocal asked
        asked += 1
        (argument,) = made.statements[-1].arguments
        return isinstance(argument, Literal) and abs(argument.value) >= abs(least)  # type: ignore[arg-type]

    assert shrink(sequence((TAKE, atom)), is_large, tries=PLENTY) == sequence((TAKE, smallest))
    assert asked < 50


@pytest.mark.parametrize(
    ("text", "needed", "smallest"),
    [
        ("the quick brown fox", "qf", "qf"),
        ("some (long text) here", "()", "()"),
        (b"\x00abc\xff\x01", b"\xff", b"\xff"),
        ("12 monkeys, 34 apes", "14", "14"),
    ],
)
def test_texts_lose_what_does_not_matter(text: str | bytes, needed: str | bytes, smallest: str | bytes) -> None:
    """Characters that need not be there, whatever stands between those that do."""

    def holds_all(made: Sequence) -> bool:
        (argument,) = made.statements[-1].arguments
        return isinstance(argument, Literal) and all(one in argument.value for one in needed)  # type: ignore[operator]

    assert shrink(sequence((TAKE, text)), holds_all, tries=PLENTY) == sequence((TAKE, smallest))


def test_characters_become_plain() -> None:
    """Where there must be some, but not these."""

    def is_long(made: Sequence) -> bool:
        (argument,) = made.statements[-1].arguments
        return isinstance(argument, Literal) and len(str(argument.value)) >= 3

    assert shrink(sequence((TAKE, "xÿz7!")), is_long, tries=PLENTY) == sequence((TAKE, "aaa"))


def test_the_same_literal_in_two_places_shrinks_in_both() -> None:
    """Where they have to stay the same."""

    def agree(made: Sequence) -> bool:
        literals = [one.value for statement in made for one in statement.arguments if isinstance(one, Literal)]
        return len(literals) == 2 and literals[0] == literals[1] > 2  # type: ignore[operator]

    long = sequence((STACK, 50), (PUSH, Ref(0), 50))

    assert shrink(long, agree, tries=PLENTY) == sequence((STACK, 3), (PUSH, Ref(0), 3))


def test_displays_lose_elements() -> None:
    """Those that do not matter, and what only they were made from."""
    long = sequence((STACK,), (STACK, 5), (display("[", 4), 1, Ref(0), 7, Ref(1)), (TAKE, Ref(2)))

    def holds_seven(made: Sequence) -> bool:
        return any(Literal(7) in made.statements[index].arguments for index in made.sources(len(made) - 1))

    assert shrink(long, holds_seven, tries=PLENTY) == sequence((display("[", 1), 7), (TAKE, Ref(0)))


def test_entries_of_a_dict_go_as_a_whole() -> None:
    """A key without a value is no entry."""
    long = sequence((display("{:", 6), "a", 1, "b", 2, "c", 3), (TAKE, Ref(0)))

    def holds_b(made: Sequence) -> bool:
        parts = [part for index in made.sources(len(made) - 1) for part in made.statements[index].arguments]
        assert len(parts) % 2 == 0
        return Literal("b") in parts[::2]

    assert shrink(long, holds_b, tries=PLENTY) == sequence((display("{:", 2), "b", 0), (TAKE, Ref(0)))


def test_a_short_way_to_make_a_value_replaces_a_long_one() -> None:
    """The statements that only the long one needed go with it, those done to them too."""
    wrapped = function("wrapped", "stack")
    long = sequence((STACK,), (PUSH, Ref(0), 1), (MERGE, Ref(0), Ref(0)), (wrapped, Ref(0)), (POP, Ref(3)))
    short = sequence((STACK, 9))

    def ways(made: Sequence) -> list[list[Substitute]]:
        return [[short] if statement.operation == wrapped else [] for statement in made]

    def is_full(made: Sequence) -> bool:
        filled = calls(made, wrapped) and calls(made, PUSH) and calls(made, MERGE)
        return ends_with(POP)(made) and (filled or made == sequence((STACK, 9), (POP, Ref(0))))

    assert shrink(long, is_full, tries=PLENTY, substitutes=ways) == sequence((STACK, 9), (POP, Ref(0)))


def test_a_call_is_folded_into_what_made_its_receiver() -> None:
    """Where the argument it brings can be given there."""
    long = sequence((STACK,), (PUSH, Ref(0), 5), (POP, Ref(0)))

    def has_five(made: Sequence) -> bool:
        return ends_with(POP)(made) and any(Literal(5) in statement.arguments for statement in made)

    assert shrink(long, has_five, tries=PLENTY) == sequence((STACK, 5), (POP, Ref(0)))


def test_long_sequences_take_few_tries() -> None:
    """What was found once is not looked for again from the start."""
    asked = 0

    def holds(made: Sequence) -> bool:
        nonlocal asked
        asked += 1
        return ends_with(POP, push=3)(made)

    long = sequence((STACK,), *[(PUSH, Ref(0), 9) if n % 10 == 0 else (POP, Ref(0)) for n in range(59)], (POP, Ref(0)))

    assert len(shrink(long, holds, tries=PLENTY)) == 5
    assert asked < 120


def test_nothing_smaller_leaves_the_sequence_as_it_is() -> None:
    """The predicate is the judge."""
    made = sequence((STACK, 5), (PUSH, Ref(0), 100))

    assert shrink(made, lambda candidate: candidate == made, tries=PLENTY) == made


def test_the_predicate_is_asked_so_many_times_and_no_more() -> None:
    """Tries are counted, so that a seed decides the result; the best so far is given."""
    asked = 0

    def holds(made: Sequence) -> bool:
        nonlocal asked
        asked += 1
        return ends_with(POP)(made)

    long = sequence((STACK,), *[(PUSH, Ref(0), n) for n in range(40)], (POP, Ref(0)))

    assert shrink(long, holds, tries=0) == long
    assert asked == 0
    assert len(shrink(long, holds, tries=3)) < len(long)
    assert asked <= 3


def test_every_candidate_is_a_whole_sequence() -> None:
    """No statement refers to one that is gone or not yet made."""
    long = sequence(
        (STACK,), (STACK,), (TAKE, Ref(0)), (MERGE, Ref(0), Ref(1)), (PUSH, Ref(1), Ref(3)), (MERGE, Ref(1), Ref(0))
    )

    def holds(made: Sequence) -> bool:
        for index in range(len(made)):
            assert all(0 <= source < index for source in made.sources(index))
        return ends_with(MERGE)(made) and calls(made, PUSH) > 0

    assert calls(shrink(long, holds, tries=PLENTY), PUSH) == 1
