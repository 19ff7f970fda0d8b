"""Preconditions are asked before a call is made: one they refuse is not even tried."""

from __future__ import annotations

from typing import Any

import pytest

from caddis.config import GenerateConfig
from caddis.judge.libraries.asking import Preconditions, Refusal
from caddis.model.operation import Kind, Operation
from emit.making import Ref, constructor, function, method, sequence
from engine.exploring import explore
from subjects import judged_asked, judged_asked_of_state

MODULE = "subjects.judged_asked"
BOTH = pytest.mark.parametrize("library", ["icontract", "deal"])


def refused(operation: Operation, *arguments: object, on: object = None) -> Refusal | None:
    """What stands against a call, on an object if one is given."""
    before: list[tuple[Any, ...]] = [(constructor("Box", module=MODULE),)] if on is not None else []
    given = (Ref(0), *arguments) if on is not None else arguments
    made = sequence(*before, (operation, *given))
    return Preconditions().refuse(made.statements[-1], [] if on is None else [on])


@BOTH
def test_a_function_is_asked_for_its_arguments(library: str) -> None:
    """Given by position, by name, or left to their defaults."""
    divide = function(f"divide_{library}", "number by=", MODULE)

    assert refused(divide, 6, 2) is None
    assert refused(divide, 6) is None
    refusal = refused(divide, 6, 0)
    assert refusal is not None
    assert (refusal.raised, refusal.said) == (
        {"icontract": "ViolationError", "deal": "PreContractError"}[library],
        "precondition: by != 0",
    )


@BOTH
def test_a_condition_that_has_no_answer_lets_no_call_through(library: str) -> None:
    """It would raise the same inside the call."""
    refusal = refused(function(f"above_{library}", "number", MODULE), "three")

    assert refusal is not None
    assert refusal.raised == "TypeError"


@BOTH
def test_methods_properties_and_constructors_are_asked(library: str) -> None:
    """On the state the object is in; what a constructor is about to make has none yet."""
    box = getattr(judged_asked, f"Box{library.title()}")
    name, take = box.__name__, method(f"{box.__name__}.take", module=MODULE)
    size = method(f"{name}.size", "value", Kind.WRITE, MODULE)
    of = method(f"{name}.of", "count", Kind.CLASS_METHOD, MODULE)

    assert refused(take, on=box(0)) is not None
    assert refused(take, on=box(1)) is None
    assert refused(size, -1, on=box(1)) is not None
    assert refused(size, 1, on=box(1)) is None
    assert refused(of, -1) is not None
    assert refused(of, 1) is None
    assert refused(constructor(name, "count", MODULE), -1) is not None
    assert refused(constructor(name, "count", MODULE), 1) is None


def test_a_subclass_that_asks_for_less_is_asked_for_less() -> None:
    """By icontract, the conditions of one of the classes must hold."""
    read = method("Strict.read", "count", module=MODULE)

    assert refused(read, 5, on=judged_asked.Strict()) is not None
    assert refused(read, 5, on=judged_asked.Lenient()) is None
    assert refused(read, -5, on=judged_asked.Lenient()) is not None


def test_nothing_is_asked_where_an_iterator_would_be_used_up() -> None:
    """The call itself asks."""
    numbers = iter([-1])
    total = function("total", "numbers", MODULE)
    made = sequence((function("iterated", module=MODULE),), (total, Ref(0)))

    assert Preconditions().refuse(made.statements[-1], [numbers]) is None
    assert next(numbers) == -1


def test_a_condition_that_must_be_awaited_is_left_to_the_call() -> None:
    """There is no loop to await it in."""
    assert refused(function("awaited", "number", MODULE), -1) is None


def test_contracts_that_are_switched_off_refuse_nothing() -> None:
    """As `deal.disable` says."""
    divide = function("divide_deal", "number by=", MODULE)

    with judged_asked.switched_off():
        assert refused(divide, 6, 0) is None
    assert refused(divide, 6, 0) is not None


def test_only_operations_with_preconditions_are_concerned() -> None:
    """The others are run as ever."""
    preconditions = Preconditions()

    assert preconditions.concern(function("divide_deal", "number by=", MODULE))
    assert preconditions.concern(constructor("BoxIcontract", "count", MODULE))
    assert not preconditions.concern(function("plain", "number", MODULE))
    assert not preconditions.concern(constructor("Lenient", "", MODULE))


def test_a_call_refused_for_the_state_of_its_object_is_not_made() -> None:
    """Neither the first time nor when it is repeated; the library itself never gets to see one."""
    judged_asked_of_state.told.clear()
    explored = explore("judged_asked_of_state", 300, seed=1, generate=GenerateConfig(repetition=0.5))

    assert explored.counts["illegal"] > 0
    assert "take" in explored.succeeded
    assert judged_asked_of_state.told == []


@BOTH
def test_no_call_of_an_exploration_breaks_a_precondition(library: str) -> None:
    """None reaches the function, and none of those refused for its literals is a step."""
    explored = explore(f"judged_asked_{library}", 300, seed=1)

    assert explored.counts["illegal"] == 0
    assert explored.counts["violation"] == 0
    assert explored.succeeded >= {"chosen", "Box"}
