"""Contracts, filters and literals in plain Python: what a plugin file defines is found, and stated as code."""

from __future__ import annotations

from types import ModuleType

import pytest

import caddis
from caddis.plugin import Literals, Plugins, StateContract, ValueContract, ValueFilter, collect, contract, extensible


class Stack:
    def __init__(self, *items: int) -> None:
        self.items = list(items)

    def total(self) -> int:
        return sum(self.items)


class Tall(Stack):
    pass


@contract(Stack)
def adds_up(stack: Stack) -> bool:
    """One expression."""
    return stack.total() == sum({0: stack.items}[0])


@contract(Stack)
def is_checked_at_length(stack: Stack) -> None:
    """Several statements."""
    limit = {"most": 10}
    assert len(stack.items) < limit["most"], f"{stack.items}"


@contract(Stack)
def is_not_empty(stack: Stack) -> list[int]:
    return stack.items


unnamed = contract(Stack)(lambda stack: True)


@contract
def nothing_raises(values: list[object], exception: BaseException | None) -> bool:
    return exception is None


@extensible
def is_small(value: object) -> object:
    return not isinstance(value, Stack) or value.items[:2]


def stated(made: ValueContract, name: str) -> str:
    """The claim of a contract as the lines of a test about a variable."""
    return "\n".join(line.format(name) for line in made.claim())


def passes(made: ValueContract, value: object) -> bool:
    """Whether the claim of a contract, run as code, agrees with a value."""
    try:
        exec(stated(made, "it"), {"it": value})
    except AssertionError:
        return False
    return True


def test_a_contract_concerns_its_class_and_those_below() -> None:
    """And is named after its function."""
    assert isinstance(adds_up, ValueContract)
    assert adds_up.name == "adds_up"
    assert [adds_up.concerns(cls) for cls in (Stack, Tall, int)] == [True, True, False]


def test_true_and_none_agree_and_false_does_not() -> None:
    """A predicate may return its answer or only assert."""
    assert adds_up.holds(Stack(1, 2))
    assert is_checked_at_length.holds(Stack())
    assert not contract(Stack)(lambda _: False).holds(Stack())
    with pytest.raises(AssertionError):
        is_checked_at_length.holds(Stack(*range(20)))


def test_what_holds_and_what_is_claimed_agree() -> None:
    """A true answer that is not True satisfies the assertion in the test."""
    full = Stack(1, 2)

    assert passes(is_not_empty, full)
    assert is_not_empty.holds(full)


def test_one_expression_is_claimed_as_an_assertion() -> None:
    """About the variable of the test, braces and all."""
    assert stated(adds_up, "stack2") == "assert stack2.total() == sum({0: stack2.items}[0])"


def test_more_than_an_expression_is_claimed_by_its_definition() -> None:
    """Followed by a call."""
    assert stated(is_checked_at_length, "stack2").splitlines()[0] == "def is_checked_at_length(stack):"
    assert stated(is_checked_at_length, "stack2").splitlines()[-2:] == [
        "answer = is_checked_at_length(stack2)",
        "assert answer is None or answer",
    ]


@pytest.mark.parametrize("made", [adds_up, is_checked_at_length], ids=lambda made: made.name)
def test_a_claim_runs(made: ValueContract) -> None:
    """It agrees with what satisfies the contract, and with nothing else."""

    class Wrong(Stack):
        def total(self) -> int:
            return -1

    assert passes(made, Stack(1, 2))
    assert not passes(made, Wrong(*range(20)))


def test_a_predicate_without_source_has_no_claim() -> None:
    """It is still checked."""
    namespace: dict[str, object] = {}
    exec("def holds(value): return False", namespace)
    made = contract(Stack)(namespace["holds"])  # type: ignore[arg-type]

    assert made.claim() == ()
    assert not made.holds(Stack())
    assert unnamed.claim() == ()


def test_a_bare_contract_is_of_values_and_exception() -> None:
    """And named after its function."""
    assert isinstance(nothing_raises, StateContract)
    assert nothing_raises.name == "nothing_raises"
    assert nothing_raises.holds([1], None)
    assert not nothing_raises.holds([1], ValueError())


def test_a_filter_accepts_what_its_function_finds_true() -> None:
    """Anything true will do."""
    assert isinstance(is_small, ValueFilter)
    assert is_small.accepts(1)
    assert is_small.accepts(Stack(1))
    assert not is_small.accepts(Stack())


def test_literals_are_of_a_type() -> None:
    """Several at once."""
    assert caddis.literals(str, "a", "b") == Literals(str, ("a", "b"))


def test_a_plugin_is_what_a_module_defines() -> None:
    """Each kind in the order of its names; other names do not matter, and nothing is registered anywhere."""
    first, second = ModuleType("first"), ModuleType("second")
    first.adds_up, first.other, first.is_small = adds_up, 3, is_small  # type: ignore[attr-defined]
    second.nothing_raises = nothing_raises  # type: ignore[attr-defined]
    second.words = caddis.literals(str, "mine")  # type: ignore[attr-defined]
    second.unnamed = unnamed  # type: ignore[attr-defined]

    assert collect([first, second]) == Plugins(
        contracts=(adds_up, unnamed),
        state_contracts=(nothing_raises,),
        filters=(is_small,),
        literals=(Literals(str, ("mine",)),),
    )
    assert collect([]) == Plugins()
