"""What is left of a suite when some of its tests waver."""

from __future__ import annotations

from dataclasses import replace

from caddis.campaign.replays import Failure
from caddis.campaign.suite import Suite
from caddis.emit.module import TestFile, regression_source
from caddis.emit.regenerating import read
from caddis.model.finding import Assertion, Case, Refusal
from emit.making import Ref, constructor, method, sequence

STACK = constructor("Stack")
PUSH = method("Stack.push", "x")
FILE = "test_shop.py"


def emit(cases: list[Case]) -> dict[str, TestFile]:
    """One file."""
    return {FILE: regression_source("shop", cases)} if cases else {}


def pushed(*assertions: tuple[str, str]) -> Case:
    """A push on a stack, and what is asserted of the stack."""
    return Case(
        sequence((STACK,), (PUSH, Ref(0), 1)),
        tuple(Assertion(0, template, expected, 1) for template, expected in assertions),
        ("Stack", "NoneType"),
    )


def name_in(suite: Suite) -> str:
    """Of its only test."""
    [entry] = suite.files[FILE].entries
    return entry.name


def line_of(suite: Suite, text: str) -> int:
    """The line of the suite's file that has a text."""
    return next(number for number, line in enumerate(suite.files[FILE].source.splitlines(), 1) if text in line)


def test_an_assertion_that_wavers_goes_and_the_others_stay() -> None:
    """Found by the line that failed."""
    suite = Suite((pushed(("len({0})", "1"), ("{0}.age", "7"), ("{0}.top", "1")),), emit)
    failure = Failure("AssertionError", "assert 8 == 7", line=line_of(suite, "age"), here=True)

    left = suite.after({(FILE, name_in(suite)): failure})

    assert (pushed(("len({0})", "1"), ("{0}.top", "1")),) == left.cases


def test_a_test_that_raises_goes_whole() -> None:
    """It wavers without its assertions, too: the exception came from inside a call."""
    suite = Suite((pushed(("len({0})", "1"), ("{0}.age", "7")),), emit)
    failure = Failure("AssertionError", "", line=line_of(suite, "age"), here=False)

    assert suite.after({(FILE, name_in(suite)): failure}).cases == ()


def test_a_test_without_assertions_is_none() -> None:
    """The last one takes the test with it."""
    suite = Suite((pushed(("{0}.age", "7")),), emit)
    failure = Failure("AssertionError", "", line=line_of(suite, "age"), here=True)

    assert suite.after({(FILE, name_in(suite)): failure}).cases == ()


def test_a_refusal_in_other_words_is_still_a_refusal() -> None:
    """What it says is left out; when it does not come, the test is."""
    case = replace(pushed(), refusal=Refusal("builtins", "ValueError", "at 12:30"))
    suite = Suite((case,), emit)
    other = Failure("AssertionError", "Regex pattern did not match.")

    [left] = suite.after({(FILE, name_in(suite)): other}).cases

    assert Refusal("builtins", "ValueError") == left.refusal
    assert suite.after({(FILE, name_in(suite)): Failure("Failed", "DID NOT RAISE")}).cases == ()


def test_what_was_not_run_is_not_confirmed() -> None:
    """Unless it need not be, as where time is short."""
    suite = Suite((pushed(("{0}.top", "1")),), emit)

    assert suite.after({}).cases == ()
    assert suite is suite.after({}, unseen=False)


def test_of_several_rows_the_one_that_failed_goes() -> None:
    """The others are still shown."""
    cases = tuple(pushed(("{0}.top", str(number))) for number in range(3))
    suite = Suite(cases, emit)

    left = suite.after({(FILE, name_in(suite)): Failure("AssertionError", "", row=1)})

    assert (cases[0], cases[2]) == left.cases


def test_an_earlier_test_that_wavers_makes_room_for_the_new_one() -> None:
    """The text of the earlier run was kept for it as long as it passed."""
    before = read(Suite((pushed(("{0}.top", "7")),), emit).files[FILE].source)
    assert before is not None
    suite = Suite((pushed(("{0}.top", "1")),), emit, {FILE: before})

    assert "stack.top == 7" in suite.files[FILE].source
    left = suite.after({(FILE, name_in(suite)): Failure("AssertionError", "")})
    assert "stack.top == 1" in left.files[FILE].source


def test_a_test_that_states_nothing_is_left_out() -> None:
    """What was seen of it could not be written."""
    silent, telling = pushed(), pushed(("{0}.top", "1"))

    assert Suite((silent, telling), emit).asserting().cases == (telling,)
