"""Objects for Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, example, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import FailedHealthCheck, Unsatisfiable

import arbitcheck.stack
from arbitcheck.stack import Stack
from arbitcheck.sum_stack import SumStack
from caddis.hypothesis import objects, register

QUIET = settings(database=None, derandomize=True, max_examples=300, suppress_health_check=list(HealthCheck))


def test_objects_are_changed_by_calls() -> None:
    """Not only made: a stack has something on it only after a push."""
    stack = find(objects(Stack), lambda stack: len(stack) >= 2, settings=QUIET)

    assert len(stack) == 2


def test_what_methods_give_is_worked_with() -> None:
    """The list that a stack gives away: nothing else makes it hold what was never pushed."""
    pushed = find(
        objects(SumStack), lambda stack: stack.get_sum() == 0 and stack.get_data() not in ([], [0]), settings=QUIET
    )

    assert len(pushed.get_data()) <= 2


def test_the_falsifying_object_is_shown_as_the_calls_that_made_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Shrunk by Hypothesis: the two calls it takes."""

    @settings(QUIET, phases=(Phase.generate, Phase.shrink), report_multiple_bugs=False)
    @given(objects(SumStack))
    def sum_agrees(stack: SumStack) -> None:
        data = [item for item in stack.get_data() if isinstance(item, int)]
        assert stack.get_sum() == sum(data) or (stack.get_data() is not None and stack.get_data() != [])

    with pytest.raises(AssertionError) as failure:
        sum_agrees()
    notes = "\n".join(getattr(failure.value, "__notes__", ()))

    assert "SumStack made by:\nfrom arbitcheck.sum_stack import SumStack\n\nstack = SumStack()\n" in notes
    assert notes.count("\nstack.") <= 3


def test_from_type_makes_them_once_registered() -> None:
    """All public classes of a module."""
    assert register(arbitcheck.stack) == [Stack]
    assert len(find(st.from_type(Stack), lambda stack: len(stack) == 1, settings=QUIET)) == 1


def test_what_cannot_be_made_is_no_input() -> None:
    """Hypothesis says so in its own words."""

    class Unmakable:
        def __init__(self) -> None:
            raise ValueError

    with pytest.raises(Unsatisfiable):
        find(objects(Unmakable), lambda _: True, settings=QUIET)


def test_only_classes_have_objects() -> None:
    """Told at once."""
    with pytest.raises(TypeError, match="takes a class, not 3"):
        objects(3)  # type: ignore[arg-type]


def test_what_failed_is_remembered_in_its_database() -> None:
    """And tried before anything else, as small as it was made."""
    database, seen = InMemoryExampleDatabase(), list[int]()

    def look(phases: tuple[Phase, ...]) -> None:
        @settings(QUIET, derandomize=False, database=database, phases=phases)
        @seed(1)
        @given(objects(Stack))
        def is_low(stack: Stack) -> None:
            seen.append(len(stack))
            assert len(stack) < 3

        with pytest.raises(AssertionError):
            is_low()

    look((Phase.generate, Phase.shrink))
    found = len(seen)
    look((Phase.reuse,))

    assert found > 3
    assert seen[found:] == [3] * len(seen[found:])


def test_its_seed_decides_which_objects_there_are() -> None:
    """As it does with any strategy."""

    def sizes(number: int) -> list[int]:
        seen: list[int] = []

        @settings(QUIET, derandomize=False, max_examples=50)
        @seed(number)
        @given(objects(Stack))
        def look(stack: Stack) -> None:
            seen.append(len(stack))

        look()
        return seen

    assert sizes(1) == sizes(1) != sizes(2)


def test_an_example_given_by_hand_comes_first() -> None:
    """Beside the objects that are made."""
    by_hand, seen = Stack(), list[Stack]()

    @settings(QUIET)
    @given(objects(Stack))
    @example(by_hand)
    def look(stack: Stack) -> None:
        seen.append(stack)

    look()

    assert seen[0] is by_hand
    assert len(seen) > 1


def test_its_health_checks_look_at_them() -> None:
    """Objects of which hardly any will do are told as such."""

    @settings(QUIET, suppress_health_check=set(HealthCheck) - {HealthCheck.filter_too_much})
    @given(objects(Stack).filter(lambda stack: len(stack) > 10**6))
    def look(stack: Stack) -> None:
        """Never called."""

    with pytest.raises(FailedHealthCheck, match="filter"):
        look()
