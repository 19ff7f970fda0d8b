"""The names of tests tell what is shown, are short, and depend on nobody else as far as possible."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from caddis.emit.telling import Scenery, title_of
from caddis.emit.titles import LONGEST, Title, named
from caddis.model.finding import Assertion, Case, Refusal
from caddis.model.operation import Kind, Operation
from caddis.model.sequence import Sequence
from emit.making import Ref, constructor, display, function, method, operator, sequence

STACK = constructor("Stack", "items=")
PUSH = method("Stack.push", "x")
POP = method("Stack.pop", "index=")
CLEAR = method("Stack.clear")
SHOP = Scenery(frozenset({"shop"}), frozenset({"Stack"}))
ALONE = Scenery(frozenset({"shop"}), frozenset({"Stack"}), "Stack")


def case(made: Sequence, *assertions: Assertion, refusal: str = "") -> Case:
    raised = Refusal("builtins", refusal) if refusal else None
    return Case(made, assertions, tuple("" for _ in made), refusal=raised)


def returning(made: Sequence, expected: str) -> Case:
    return case(made, Assertion(len(made) - 1, "{0}", expected, len(made) - 1))


def called(*cases: Case, scenery: Scenery = ALONE) -> list[str]:
    return named(title_of(one, scenery) for one in cases)


def on_stack(*steps: tuple[object, ...]) -> Sequence:
    return sequence((STACK,), *((operation, Ref(0), *rest) for operation, *rest in steps))


def test_the_object_may_be_empty() -> None:
    """If its class has a length."""
    popped = case(on_stack((POP,)), refusal="IndexError")

    assert called(popped) == ["test_pop_on_empty_raises_index_error"]
    assert called(popped, scenery=SHOP) == ["test_stack_pop_on_empty_raises_index_error"]
    assert called(popped, scenery=Scenery(frozenset({"shop"}))) == ["test_stack_pop_raises_index_error"]


def test_calls_before_are_told() -> None:
    """As far as they may have changed the object, and with what came back of theirs."""
    pushed = on_stack((PUSH, 1), (PUSH, 2), (POP,))
    cleared = on_stack((PUSH, 1), (CLEAR,), (operator("Stack.__len__"),))

    assert called(returning(pushed, "2")) == ["test_pop_after_push_returns_last"]
    assert called(returning(pushed, "1")) == ["test_pop_after_push_returns_first"]
    assert called(returning(on_stack((PUSH, 1), (POP,)), "1")) == ["test_pop_after_push"]
    assert called(returning(cleared, "0")) == ["test_len_after_push_and_clear_is_zero"]


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        (None, "with_none_text"),
        ("", "with_empty_text"),
        (" \n", "with_blank_text"),
        ("né", "with_non_ascii_text"),
        (0, "with_zero_text"),
        (-2.5, "with_negative_text"),
        (float("nan"), "with_nan_text"),
        ("plain", ""),
    ],
)
def test_the_kind_of_an_argument_is_told(argument: object, words: str) -> None:
    """If there is anything special about it."""
    name = "_".join(filter(None, ["test_parse", words, "returns_true"]))

    assert [name] == called(returning(sequence((function("parse", "text"), argument)), "True"))


def test_optional_arguments_are_told() -> None:
    """By their names; what cannot be left out goes without saying."""
    parse = function("parse", "text limit= strict=")
    limited, strict, lax = (sequence((parse, "a", *rest)) for rest in ((3,), (3, True), (4, False)))

    assert called(*map(case, (limited, strict, lax))) == [
        "test_parse_with_limit",
        "test_parse_with_limit_and_strict",
        "test_parse_with_limit_and_no_strict",
    ]


def test_what_makes_an_argument_is_told() -> None:
    """A call, the object itself, or nothing in brackets; a list with something in it is a value like others."""
    merge, parse = function("merge", "one"), function("parse", "text")
    nested = sequence((parse, "a"), (merge, Ref(0)))
    itself = on_stack((PUSH, Ref(0)))
    empty, full = sequence((display("[", 0),), (merge, Ref(0))), sequence((display("[", 1), 1), (merge, Ref(0)))

    assert called(*map(case, (nested, itself, empty, full))) == [
        "test_merge_with_parse",
        "test_push_on_empty_with_itself",
        "test_merge_with_empty_one",
        "test_merge",
    ]


def test_what_is_left_behind_is_told() -> None:
    """Where nothing came back that says more."""
    emptied = case(on_stack((PUSH, 1), (CLEAR,)), Assertion(0, "len({0})", "0", 2))
    total = case(on_stack((PUSH, 1)), Assertion(0, "{0}.total", "1", 1))
    drained = case(on_stack((PUSH, 1), (POP,)), Assertion(0, "{0}.get_data()", "[]", 2))
    grown = case(on_stack((PUSH, 1)), Assertion(0, "len({0})", "1", 1))

    assert called(emptied, total, drained, grown) == [
        "test_clear_after_push_leaves_it_empty",
        "test_push_on_empty_changes_total",
        "test_pop_after_push_leaves_data_empty",
        "test_push_on_empty_leaves_1_item",
    ]


def test_looking_at_a_plain_result_is_not_what_is_tested() -> None:
    """The function that gave an iterator is, and that it yields nothing."""
    iterate = Operation(Kind.OPERATOR, "builtins", "generator", "__iter__", POP.parameters[:1])
    listed = sequence((function("chunks", "text"), "abc"), (iterate, Ref(0)))

    assert called(returning(listed, "[]")) == ["test_chunks_yields_nothing"]
    assert called(returning(listed, "['abc']")) == ["test_chunks"]


def test_operations_have_words() -> None:
    """Owner first, if it is not the only class; operators are spoken."""
    steps: Iterable[tuple[Operation, ...]] = (
        (operator("Stack.__iadd__", "x"), Ref(0), 1),  # type: ignore[arg-type]
        (method("Stack.total", "v", Kind.WRITE), Ref(0), 1),  # type: ignore[arg-type]
        (method("Stack.total", kind=Kind.DELETE), Ref(0)),  # type: ignore[arg-type]
        (constructor("Outer.Inner"),),
        (method("Color.RED", kind=Kind.CONSTANT),),
    )

    assert called(*(case(sequence((STACK, 5), step)) for step in steps), scenery=SHOP) == [
        "test_stack_plus_in_place",
        "test_stack_set_total",
        "test_stack_delete_total",
        "test_outer_inner",
        "test_color_red",
    ]


def test_the_first_keeps_its_name_and_the_others_get_words_of_their_own() -> None:
    """A number comes last, when nothing tells them apart."""
    parse = function("parse", "text")
    first, second, third = (
        returning(sequence((parse, text)), expected) for text, expected in (("a", "7"), ("b", "8"), ("b", "8"))
    )

    assert ["test_parse"] == called(first) == called(second)
    assert called(first, second, third) == ["test_parse", "test_parse_returns_8", "test_parse_returns_number"]
    assert named([Title(("a",))] * 3) == ["test_a", "test_a_2", "test_a_3"]


def test_names_stay_short() -> None:
    """What matters least is left out first: arguments, then calls before."""
    long = Title(
        ("a_class_of_some_length", "and_its_method"),
        earlier=("after", "something_else_was_called"),
        outcome=("raises", "key_error"),
    )

    assert named([long]) == ["test_a_class_of_some_length_and_its_method_raises_key_error"]
    assert max(map(len, named([Title(("x" * 200,))]))) == LONGEST


def test_names_are_plain_letters() -> None:
    """Whatever the values are."""
    odd = returning(sequence((function("parse", "text"), "a b\n→")), "(1+2j)")

    for name in title_of(odd, ALONE).names():
        assert name.isascii()
        assert name.isidentifier()
