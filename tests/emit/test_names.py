"""Names tell what a value is, and what a test tests."""

from __future__ import annotations

from caddis.emit.names import FORBIDDEN, finding_name, snake_case, unique, variable_name
from caddis.model.finding import Finding
from caddis.model.operation import Kind
from caddis.model.verdict import Violation
from emit.making import constructor, function, method, sequence


def named(type_name: str, others: str = "", taken: str = "", forbidden: str = "") -> str:
    return variable_name(None, type_name, others.split(), taken.split(), FORBIDDEN | set(forbidden.split()))


def test_a_variable_has_the_last_word_of_its_type() -> None:
    """Unless that is ambiguous, taken by Python, or imported."""
    assert named("SumStack") == "stack"
    assert named("SumStack", taken="stack") == "stack2"
    assert named("SumStack", others="SumStack MaxStack") == "sum_stack"
    assert named("OrderedDict") == "ordered_dict"
    assert named("SumStack", forbidden="stack") == "sum_stack"
    assert named("bidict", forbidden="bidict") == "bidict1"
    assert named("bidict", forbidden="bidict", taken="bidict1") == "bidict2"
    assert named("Vector2") == "vector2"
    assert named("Vector2", taken="vector2") == "vector2_2"
    assert named("Lambda") == "lambda1"
    assert named("L") == "l1"
    assert named("dict_keys") == "keys"
    assert named("<lambda>") == "lambda1"


def test_builtins_have_sensible_names() -> None:
    """Names that are not the builtin's own."""
    assert [named(t) for t in ("int", "str", "list", "dict", "bool")] == ["number", "text", "items", "mapping", "flag"]


def test_getters_name_what_they_get() -> None:
    """Methods `get_x` and properties `x`."""
    got = [
        variable_name(operation, "list", (), (), FORBIDDEN)
        for operation in (
            method("A.get_data"),
            method("A.getData"),
            method("A.total", kind=Kind.READ),
            method("A.get_id"),
            method("A.get"),
            function("get_parts"),
        )
    ]

    assert got == ["data", "data", "total", "id1", "items", "parts"]


def test_snake_case_knows_acronyms() -> None:
    """And turns any other sign into an underscore."""
    assert [snake_case(n) for n in ("HTTPServer", "_SumStack", "OMD", "no side-effects")] == [
        "http_server",
        "sum_stack",
        "omd",
        "no_side_effects",
    ]


def test_findings_are_named_after_operation_and_contract() -> None:
    """The contract's words come last."""
    finding = Finding(sequence((constructor("Interval"),)), Violation("equals itself", "…"), ("Interval",))

    assert finding_name(finding) == "test_interval_equals_itself"


def test_what_becomes_of_a_process_is_said_with_a_verb() -> None:
    """As one would tell it."""
    names = [
        finding_name(Finding(sequence((function(name),)), Violation(kind, "…"), ()))
        for name, kind in (("spin", "hang"), ("vanish", "exit"), ("deep_compare", "crash"), ("grow", "memory"))
    ]

    assert names == ["test_spin_hangs", "test_vanish_exits", "test_deep_compare_crashes", "test_grow_exhausts_memory"]


def test_repeated_names_get_numbers() -> None:
    """Numbers that collide with no other name."""
    assert unique(["a", "a", "a_2", "b", "a"]) == ["a", "a_3", "a_2", "b", "a_4"]
