"""What differs between two sides, told from what was seen of one sequence on each."""

from __future__ import annotations

from typing import Any

from caddis.model.difference import RESULT, Manner
from caddis.oracle.differing import differences


def seen(*views: tuple[int, str, Any], **more: Any) -> dict[str, Any]:
    """What a worker tells."""
    return {"views": [list(view) for view in views], **more}


def manners(old: dict[str, Any], new: dict[str, Any], last: int = 0) -> list[Manner]:
    """In what ways two differ."""
    return [one.manner for one in differences(old, new, last)]


def test_the_same_is_no_difference() -> None:
    """Whatever it is."""
    assert manners(seen((RESULT, "{0}", "1")), seen((RESULT, "{0}", "1"))) == []


def test_an_operation_that_is_absent_is_no_difference() -> None:
    """It is listed apart."""
    assert manners(seen((RESULT, "{0}", "1")), {"absent": "m.f"}) == []


def test_a_class_of_exception_is_behaviour_and_a_message_is_words() -> None:
    """Programs catch the one, people read the other."""
    old = {"raised": [0, "KeyError", "a", "m.f"]}

    assert manners(old, {"raised": [0, "ValueError", "a", "m.f"]}) == [Manner.RAISES]
    assert manners(old, {"raised": [0, "KeyError", "b", "m.f"]}) == [Manner.MESSAGE]
    assert manners(old, seen((RESULT, "{0}", "1"))) == [Manner.RAISES]


def test_what_a_refused_call_leaves_behind_is_compared() -> None:
    """Both raise the same, and one has changed its receiver before."""
    raised = [1, "ValueError", "no", "m.f"]
    [one] = differences(seen((0, "{0}.x", "1"), raised=raised), seen((0, "{0}.x", "2"), raised=raised), 1)

    assert (one.manner, one.refused, one.old, one.new) == (Manner.STATE, True, "1", "2")


def test_what_was_never_called_is_not_compared() -> None:
    """Both sides raised before."""
    assert manners({"raised": [0, "KeyError", "a", "m.f"]}, {"raised": [0, "ValueError", "a", "m.f"]}, last=2) == []


def test_results_come_before_state_and_words_last() -> None:
    """The first is shown."""
    old = seen((RESULT, "{0}", "1"), (0, "repr({0})", "'a'"), (0, "len({0})", "1"))
    new = seen((RESULT, "{0}", "2"), (0, "repr({0})", "'b'"), (0, "len({0})", "2"))

    assert manners(old, new) == [Manner.RESULT, Manner.STATE, Manner.TEXT]


def test_a_plain_value_is_not_an_object() -> None:
    """Though nothing can be asked of both."""
    old = seen((RESULT, "{0}", "None"))
    new = seen((RESULT, "type({0}).__name__", "'Node'"))

    assert manners(old, new) == [Manner.RESULT]


def test_an_object_inside_a_field_is_looked_into() -> None:
    """What differs is a field of it."""

    def node(size: str) -> Any:
        return {"type": "Node", "fields": {"name": "'a'", "size": size}}

    [one] = differences(seen((0, "{0}.parent", node("1"))), seen((0, "{0}.parent", node("2"))), 0)

    assert (one.template, one.old, one.new) == ("{0}.parent.size", "1", "2")


def test_a_new_warning_is_words() -> None:
    """By its class, whatever it says."""
    old = seen((RESULT, "{0}", "1"), warned=["UserWarning: a"])

    assert manners(old, seen((RESULT, "{0}", "1"), warned=["UserWarning: b"])) == []
    assert manners(old, seen((RESULT, "{0}", "1"), warned=[])) == [Manner.WARNING]


def test_a_process_that_ends_on_one_side_only() -> None:
    """On both it is the same."""
    assert manners({"ended": "exits"}, seen((RESULT, "{0}", "1"))) == [Manner.ENDS]
    assert manners({"ended": "exits"}, {"ended": "exits"}) == []
