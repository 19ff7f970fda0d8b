"""Violations with one cause are one group, whoever was called, and all its entry points are known."""

from __future__ import annotations

from random import Random

import pytest

from caddis.model.ignoring import Ignored
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import Confidence, Location, Violation
from caddis.reduce.grouping import Example, Group, Groups, Wanted, cause_of
from emit.making import Ref, constructor, display, function, method, sequence

STACK = constructor("Stack", "items=")
METHODS = tuple(method(f"Stack.{name}") for name in ("pop", "peek", "drop", "swap", "roll", "dup", "over", "nip"))
DATA = method("Stack.data")
REST = method("Stack.rest")
APPEND, EXTEND = (method(f"list.{name}", "x", module="builtins") for name in ("append", "extend"))
FALSE = Violation("sorted", "not sorted", (0,), ("assert {0} == sorted({0})",))
UNASKED = Violation("sorted", "TypeError", (0,), ("assert {0} == sorted({0})",), "TypeError")


def after(operation: Operation, length: int = 2) -> Sequence:
    """A stack, some of its own methods, and last an operation on it."""
    return sequence((STACK,), *[(METHODS[n % 8], Ref(0)) for n in range(length - 2)], (operation, Ref(0)))


def raised(line: int, exception: str = "IndexError", contract: str = "no_index_error") -> Violation:
    """What an exception of a line of the stack's helper shows."""
    return Violation(contract, exception, exception=exception, location=Location("stack.py", line, "_take"))


def grouped(*found: tuple[Sequence, Violation]) -> list[Group]:
    """The groups that violations fall into."""
    groups = Groups()
    for made, violation in found:
        groups.add(Example(made, violation))
    return list(groups.by_cause.values())


def test_of_a_thousand_violations_with_seven_causes_there_are_seven_groups() -> None:
    """Four lines of a helper behind eight methods, two methods that break a rule, and one that gives its list away."""
    rng = Random(5)
    leaks = [
        sequence((STACK,), (DATA, Ref(0)), (APPEND, Ref(1), 1)),
        sequence((STACK,), (DATA, Ref(0)), (EXTEND, Ref(1), Ref(1))),
        sequence((STACK,), (DATA, Ref(0)), (APPEND, Ref(1), 1), (EXTEND, Ref(1), Ref(1))),
    ]
    found = []
    for number in range(1_000):
        length = rng.randrange(2, 30)
        match number % 7:
            case 0 | 1 | 2 | 3 as line:
                found.append((after(rng.choice(METHODS), length), raised(line)))
            case 4 | 5 as which:
                found.append((after(METHODS[which], length), rng.choice([FALSE, UNASKED])))
            case _:
                found.append((rng.choice(leaks), rng.choice([FALSE, UNASKED])))
    groups = grouped(*found)

    assert len(groups) == 7
    assert sum(group.occurrences for group in groups) == 1_000
    assert [len(group.entry_points) for group in groups] == [8, 8, 8, 8, 1, 1, 2]


def test_an_exception_is_told_by_the_line_that_raised_it_and_its_type() -> None:
    """Neither by the method that was called nor by what the input was taken for."""
    pop, peek = METHODS[:2]

    assert cause_of(after(pop), raised(1)) == cause_of(after(peek), raised(1))
    assert cause_of(after(pop), raised(1)) == cause_of(after(pop), raised(1, contract="robustness"))
    assert cause_of(after(pop), raised(1)) != cause_of(after(pop), raised(2))
    assert cause_of(after(pop), raised(1)) != cause_of(after(pop), raised(1, "KeyError"))


def test_a_contract_is_told_by_the_call_after_which_it_breaks() -> None:
    """Or by the place that answers for it, where that is known: a class has one `__eq__`, whatever made the value."""
    pop, peek = METHODS[:2]
    unequal = Violation("equals_itself", "", (0,), ("assert {0} == {0}",), location=Location("s.py", 3, "Stack.__eq__"))

    assert cause_of(after(pop), FALSE) == cause_of(after(pop, 9), FALSE)
    assert cause_of(after(pop), FALSE) != cause_of(after(peek), FALSE)
    assert cause_of(after(pop), unequal) == cause_of(after(peek), unequal)


def test_what_is_done_to_a_list_is_laid_to_the_method_that_gave_it_away() -> None:
    """Or to the one that kept it."""
    given = sequence((STACK,), (DATA, Ref(0)), (APPEND, Ref(1), 1))
    other = sequence((STACK,), (REST, Ref(0)), (APPEND, Ref(1), 1))
    kept = sequence((display("[", 0),), (STACK, Ref(0)), (APPEND, Ref(0), 1))
    ours = sequence((display("[", 0),), (APPEND, Ref(0), 1))

    assert cause_of(given, FALSE) == ("sorted", DATA)
    assert cause_of(other, FALSE) == ("sorted", REST)
    assert cause_of(kept, FALSE) == ("sorted", STACK)
    assert cause_of(ours, FALSE) == ("sorted", APPEND)


def test_the_ends_of_processes_are_told_apart_by_what_was_running() -> None:
    """How and where a process ended says little, and what ran before says nothing."""
    pop, peek = METHODS[:2]
    crash, hang = Violation("crash", "ended by SIGSEGV"), Violation("hang", "hung")
    one, other = grouped((after(pop), crash), (after(pop, 5), hang), (after(peek), crash))

    assert (one.occurrences, other.occurrences) == (2, 1)


def test_the_surest_example_comes_first_then_the_plainest_then_the_shortest() -> None:
    """A contract that is false is plainer than one that cannot be asked."""
    pop = METHODS[0]
    low = Violation("sorted", "not sorted", (0,), ("assert {0} == sorted({0})",), confidence=Confidence.LOW)
    [group] = grouped((after(pop), low), (after(pop, 3), UNASKED), (after(pop, 5), FALSE), (after(pop, 4), FALSE))

    assert [example.violation for example in group.examples] == [FALSE, FALSE, UNASKED, low]
    assert [len(example.sequence) for example in group.examples] == [4, 5, 3, 2]
    assert group.confidence is Confidence.HIGH


def test_examples_are_few_and_show_other_entry_points() -> None:
    """One for each method, then more of any."""
    short = [(after(METHODS[0], length), raised(1)) for length in range(2, 40)]
    long = [(after(one, 50), raised(1)) for one in METHODS[1:4] * 3]
    [group] = grouped(*long, *short)

    assert [len(example.sequence) for example in group.examples] == [2, 50, 50, 50, 3, 4, 5, 6]
    assert [example.entry_point for example in group.examples[:4]] == [str(one) for one in METHODS[:4]]


def test_groups_of_several_workers_are_joined() -> None:
    """Counts add up, and the best examples of all are kept."""
    whole = Groups()
    for lengths in ((6, 2), (5, 3), (4, 7)):
        part = Groups()
        for length in lengths:
            part.add(Example(after(METHODS[0], length), FALSE))
        whole.join(part)
    [group] = whole.by_cause.values()

    assert (group.occurrences, [len(example.sequence) for example in group.examples]) == (6, [2, 3, 4, 5, 6, 7])


def test_what_the_user_ignores_does_not_count() -> None:
    """Nor is it an example; a group with nothing left is gone."""
    groups = Groups()
    for operation in METHODS[:3]:
        groups.add(Example(after(operation), raised(1)))
    [left] = groups.without(Ignored(("shop.Stack.pop:no_*",))).by_cause.values()

    assert (left.occurrences, list(left.entry_points)) == (2, ["shop.Stack.peek", "shop.Stack.drop"])
    assert [example.entry_point for example in left.examples] == ["shop.Stack.peek", "shop.Stack.drop"]
    assert groups.without(Ignored(("shop.Stack:no_index_error",))).by_cause == {}
    assert groups.without(Ignored(("no_key_error",))).by_cause == groups.by_cause


@pytest.mark.parametrize(
    ("shown", "met"),
    [
        (raised(1), True),
        (raised(2), False),
        (raised(1, "KeyError"), False),
        (raised(1, contract="robustness"), False),
        (None, False),
    ],
)
def test_a_smaller_sequence_shows_the_same_or_does_not_count(shown: Violation | None, met: bool) -> None:
    """A bug must not shrink into another."""
    wanted = Wanted.of(after(METHODS[0], 9), raised(1))

    assert wanted.is_met(after(METHODS[1]), shown) is met


def test_a_smaller_sequence_must_be_as_sure_a_bug() -> None:
    """Nor may it shrink into a misuse."""
    low, medium, high = (
        Violation("no_index_error", "", exception="IndexError", confidence=confidence)
        for confidence in (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)
    )
    made = sequence((function("f", "x"), 1))
    wanted = Wanted.of(made, medium)

    assert [wanted.is_met(made, violation) for violation in (low, medium, high)] == [False, True, True]
