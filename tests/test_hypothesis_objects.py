"""Objects for Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

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
