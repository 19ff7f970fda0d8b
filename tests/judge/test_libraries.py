"""Contracts that the target states itself: whom a broken one is blamed on, and that sound twins are left in peace."""

from __future__ import annotations

import pytest

from caddis.model.verdict import Confidence
from emit.making import function
from judge.judging import judged
from judge.stating import blamed, violations

OF_BOTH = {
    ("precondition", "root_of_difference"),
    ("precondition", "roots"),
    ("precondition", "initial_of_stripped"),
    ("precondition", "wait_for"),
    ("postcondition", "root"),
    ("postcondition", "positive_later"),
    ("postcondition", "Account.shown"),
    ("postcondition", "Account.is_open"),
    ("invariant", "Account.withdraw"),
}
"""What the subjects of both libraries break: callers by what they pass on, callees by what they give back."""


def test_icontract_blames_the_right_function() -> None:
    """Also by snapshots, for class methods and setters, and where a subclass asks for less and promises the same."""
    assert blamed("judged_icontract_broken") == OF_BOTH | {
        ("postcondition", "put_twice"),
        ("invariant", "Account.limit"),
        ("postcondition", "Account.opened"),
        ("postcondition", "PatientReader.read"),
    }


def test_deal_blames_the_right_function() -> None:
    """Also for generators, for exceptions and effects that are not declared, and through what joins contracts."""
    assert blamed("judged_deal_broken") == OF_BOTH | {
        ("precondition", "between_neighbours"),
        ("precondition", "describe"),
        ("postcondition", "counted"),
        ("postcondition", "doubled"),
        ("declared_exceptions", "share"),
        ("declared_exceptions", "looked_up"),
        ("declared_reason", "checked"),
        ("declared_effects", "greeting"),
    }


def test_asserts_at_the_top_blame_the_caller() -> None:
    """Those further down are nobody's precondition."""
    assert blamed("judged_asserts_broken") == {
        ("precondition", "root_of_difference"),
        ("precondition", "Spiral.unwound"),
        ("precondition", "Spring.__init__"),
        ("no_assertion_error", "middle"),
    }


def test_checks_blame_the_call_after_which_they_fail() -> None:
    """By returning False or by raising, setters too; and a function that breaks an invariant unseen."""
    assert blamed("judged_checks_broken") == {
        ("check_rep", "Ring.drop"),
        ("check_rep", "Dial.value"),
        ("_check_invariants", "Sorted.add"),
        ("invariant", "drain"),
    }


@pytest.mark.parametrize("library", ["icontract", "deal", "asserts", "checks"])
def test_what_keeps_its_contracts_is_not_reported(library: str) -> None:
    """Whatever it is called with: what we break ourselves is our misuse."""
    assert blamed(f"judged_{library}_sound", line=Confidence.LOW) == set()


def test_an_exception_that_is_raised_again_and_again_does_not_remember_whom_it_blamed() -> None:
    """icontract takes an exception object as `error=`."""
    blames = [judged((function(name, "number", "subjects.judged_same_error"), 0)) for name in ("one", "other", "one")]

    assert [blame.blame.rpartition(".")[2] for blame in blames if blame is not None] == ["one", "other", "one"]


@pytest.mark.parametrize("library", ["icontract", "deal"])
def test_a_violation_says_who_what_and_why(library: str) -> None:
    """In words that do not differ from run to run."""
    module = f"subjects.judged_{library}_broken"
    found = {violation.blame: violation for violation in violations(f"judged_{library}_broken", 300)}
    caller, callee = found[f"{module}.root_of_difference"], found[f"{module}.Account.withdraw"]

    assert (
        caller.message == f"precondition of {module}.root broken by its caller {module}.root_of_difference: number > 0"
    )
    assert caller.location is not None
    assert caller.location.function == "root_of_difference"
    assert callee.message == f"invariant broken by {module}.Account.withdraw: self.balance >= 0"
    assert {caller.confidence, callee.confidence} == {Confidence.HIGH}
    assert caller.why
    assert callee.why
