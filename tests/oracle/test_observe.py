"""What is asserted of a sequence that ran well: its value, and what its objects show of their state."""

from __future__ import annotations

import pytest

from caddis.execute.interpreter import Interpreter
from caddis.model.sequence import Sequence
from caddis.oracle.observe import LONGEST, observations, source
from emit.making import Ref, constructor, function, method, sequence

MODULE = "subjects.observe_state"
STACK = constructor("Stack", module=MODULE)
PUSH = method("Stack.push", "item", module=MODULE)
POP = method("Stack.pop", module=MODULE)
IS_EMPTY = method("Stack.is_empty", module=MODULE)


def observed(*steps: tuple[object, ...]) -> list[tuple[int, str, str]]:
    """The subject, template and expected value of each assertion."""
    made = sequence(*steps)
    before, after = Interpreter().replay(Sequence(made.statements[:-1])), Interpreter().replay(made)
    assert after.exception is None
    assertions = observations(made, before.values, after.values)
    assert all(assertion.after == len(made) - 1 for assertion in assertions)
    return [(assertion.subject, assertion.template, assertion.expected) for assertion in assertions]


def test_a_simple_value_is_asserted_as_it_is() -> None:
    """Nothing else is needed."""
    assert observed((function("text", module=MODULE),)) == [(0, "{0}", "'text'")]


def test_a_call_without_a_value_returns_none() -> None:
    """Where there is nothing better to say."""
    assert observed((function("nothing", module=MODULE),)) == [(0, "{0}", "None")]


def test_an_object_is_asserted_by_its_observers() -> None:
    """Length, properties and methods named like observers; those that fail or give no simple value are left out."""
    assert observed((STACK,)) == [(0, "len({0})", "0"), (0, "{0}.is_empty()", "True")]


def test_the_state_of_the_receiver_is_asserted_where_it_changed() -> None:
    """After the value the call returned."""
    assert observed((STACK,), (PUSH, Ref(0), 1), (PUSH, Ref(0), 2), (POP, Ref(0))) == [
        (3, "{0}", "2"),
        (0, "len({0})", "1"),
        (0, "{0}.top", "1"),
    ]


def test_a_receiver_that_did_not_change_is_not_asked() -> None:
    """Nothing of it is news."""
    assert observed((STACK,), (IS_EMPTY, Ref(0))) == [(1, "{0}", "True")]


def test_a_call_for_its_effect_is_asserted_by_the_effect() -> None:
    """None is what it returns anyway."""
    assert observed((STACK,), (PUSH, Ref(0), 7)) == [
        (0, "len({0})", "1"),
        (0, "{0}.is_empty()", "False"),
        (0, "{0}.top", "7"),
    ]


def test_an_overridden_observer_is_asked_once() -> None:
    """Though it stands in two classes."""
    assert observed((constructor("Tall", module=MODULE),)) == [(0, "len({0})", "0"), (0, "{0}.is_empty()", "False")]


def test_there_are_only_so_many_observers() -> None:
    """A test is to be read."""
    assert observed((constructor("Many", module=MODULE),)) == [
        (0, "{0}.a", "1"),
        (0, "{0}.b", "2"),
        (0, "{0}.c", "3"),
        (0, "{0}.d", "4"),
    ]


def test_without_observers_the_repr_is_asserted() -> None:
    """If the class has one of its own."""
    assert observed((constructor("Shown", module=MODULE),)) == [(0, "repr({0})", "'Shown()'")]


def test_without_anything_to_show_the_class_is_asserted() -> None:
    """Better than nothing."""
    assert observed((constructor("Opaque", module=MODULE),)) == [(0, "type({0}).__name__", "'Opaque'")]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, "1"),
        (True, "True"),
        (1.5, "1.5"),
        (b"a", "b'a'"),
        ([1, "a", None], "[1, 'a', None]"),
        ((1, [2]), "(1, [2])"),
        ({"a": [1]}, "{'a': [1]}"),
        ({1}, "{1}"),
        (float("nan"), None),
        (float("-inf"), None),
        ([float("nan")], None),
        ({"b", "a"}, "{'a', 'b'}"),
        (set(), "set()"),
        ([{1, 2}], None),
        (object(), None),
        ([[[[1]]]], None),
        (10**40, None),
        (10**5000, None),
        ("x" * LONGEST, None),
        ([object()], None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_only_what_reads_well_is_written_as_source(value: object, expected: str | None) -> None:
    """Not NaN, sets whose order would waver, deep or long things, or objects."""
    assert source(value) == expected
