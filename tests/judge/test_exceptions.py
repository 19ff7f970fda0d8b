"""Which exceptions are faults: Figure 4's method contracts, carried to Python."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest

from caddis.judge.exceptions.inputs import Inputs
from caddis.judge.exceptions.trusting import Expectations
from caddis.model.api import Clue, Signature, Source
from caddis.model.operation import Kind
from caddis.model.types import NONE, Instance, OneOf
from caddis.model.verdict import Confidence
from caddis.plugin import contract
from emit.making import Ref, constructor, display, function, method, sequence
from judge.judging import broken, judged
from subjects import judge_calls

MODULE = "subjects.judge_calls"
SHELF = constructor("Shelf", "label= items=", MODULE)
NOTHING = function("nothing", module=MODULE)


def called(name: str) -> str | None:
    """The contract that a method of an empty shelf breaks."""
    return broken((SHELF,), (method(f"Shelf.{name}", module=MODULE), Ref(0)))


@pytest.mark.parametrize("name", ["last", "take", "last_with_cleanup", "last_raised_again", "through_another"])
def test_an_index_error_of_the_interpreter_is_a_fault(name: str) -> None:
    """An index was used that nobody checked; cleaning up on the way changes nothing."""
    assert called(name) == "no_index_error"


@pytest.mark.parametrize("name", ["checked_last", "checked_last_with_cleanup"])
def test_an_index_error_raised_on_purpose_is_none(name: str) -> None:
    """The instruction that raised is a `raise`."""
    assert called(name) is None


@pytest.mark.parametrize("name", ["inner_label", "inner_item", "inner_call"])
def test_using_a_none_nobody_gave_is_a_fault(name: str) -> None:
    """The AttributeError or TypeError speaks of a NoneType object."""
    assert called(name) == "no_none_error"


@pytest.mark.parametrize("name", ["add_to_total", "length_of_total"])
def test_calculating_with_a_none_nobody_gave_is_a_fault(name: str) -> None:
    """Operators word their complaint otherwise."""
    assert called(name) == "no_none_error"


@pytest.mark.parametrize("name", ["checked_inner", "checked_attribute"])
def test_an_error_raised_on_purpose_is_none_whatever_it_says(name: str) -> None:
    """Also one that reads like the interpreter's."""
    assert called(name) is None


def test_an_assertion_that_fails_is_a_fault() -> None:
    """The code itself says that it cannot happen."""
    assert called("impossible") == "no_assertion_error"


@pytest.mark.parametrize(("name", "expected"), [("missing_key", "no_key_error"), ("wrong_value", "no_value_error")])
def test_a_value_that_nobody_gave_is_a_fault(name: str, expected: str) -> None:
    """There is no input that could be to blame."""
    assert called(name) == expected


def test_exceptions_from_the_code_of_others_are_no_fault() -> None:
    """The target only passed them on."""
    assert called("mean") is None


def test_nothing_is_a_fault_in_the_code_of_others() -> None:
    """The frame that raised must be the target's own."""
    assert broken((SHELF,), (method("Shelf.last", module=MODULE), Ref(0)), owned=False) is None


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("__getitem__", (5,)), ("__setitem__", (5, "x")), ("__delitem__", (5,))],
)
def test_indexing_may_raise_index_error(name: str, arguments: tuple[object, ...]) -> None:
    """That is the protocol of `x[i]`."""
    operation = method(f"Shelf.{name}", "index item" if len(arguments) == 2 else "index", Kind.OPERATOR, MODULE)

    assert broken((SHELF,), (operation, Ref(0), *arguments)) is None


def test_other_operators_may_not() -> None:
    """`x in shelf` has no index to be wrong."""
    contains = method("Shelf.__contains__", "item", Kind.OPERATOR, MODULE)
    known = {contains: Signature((Instance(judge_calls.Shelf), Instance(bool)), Instance(bool))}
    violation = judged((SHELF,), (contains, Ref(0), True), known=known.get)

    assert violation is not None
    assert violation.contract == "no_index_error"


SHOUT = function("shout", "text", MODULE)
SHOUT_FIRST = function("shout_first", "texts", MODULE)


def test_a_none_that_was_given_is_no_fault_of_the_code() -> None:
    """As a literal, as the result of an earlier call, or inside a container."""
    assert broken((SHOUT, None)) is None
    assert broken((NOTHING,), (SHOUT, Ref(0))) is None
    assert broken((display("[", 1), None), (SHOUT_FIRST, Ref(0))) is None
    assert broken((NOTHING,), (display("[", 1), Ref(0)), (SHOUT_FIRST, Ref(1))) is None


@pytest.mark.parametrize(("manager", "expected"), [(nullcontext(), True), (nullcontext(1), False)])
def test_a_none_inside_an_object_of_others_was_given_too(manager: object, expected: bool) -> None:
    """A context manager that gives nothing; not one that gives something."""
    steps = sequence((constructor("nullcontext", module="contextlib"),), (SHOUT, Ref(0)))
    inputs = Inputs(steps.statements, [manager], Expectations(lambda _operation: None, lambda _module: False))

    assert expected is inputs.gives_none


def test_a_none_given_to_an_earlier_call_may_have_been_kept() -> None:
    """The constructor took it; the method that stumbles over it is not at fault."""
    assert broken((SHELF, None), (method("Shelf.label_length", module=MODULE), Ref(0))) is None


def test_a_none_given_inside_what_was_kept_is_no_fault_either() -> None:
    """A list with a None in it went into the constructor."""
    steps = (display("[", 1), None), (SHELF, "", Ref(0)), (method("Shelf.given_upper", module=MODULE), Ref(1))

    assert broken(*steps) is None


def test_a_fault_is_placed_at_the_line_that_raised() -> None:
    """The innermost of the target's own, through whatever method it was reached."""
    violation = judged((SHELF,), (method("Shelf.through_another", module=MODULE), Ref(0)))

    assert violation is not None
    assert violation.claim == ()
    assert (violation.exception, violation.message) == ("IndexError", "IndexError: list index out of range")
    assert violation.location is not None
    assert (violation.location.file, violation.location.function) == (judge_calls.__file__, "Shelf.last")


def compared(name: str) -> str | None:
    """What comparing an object of a class breaks."""
    equals = method(f"{name}.__eq__", "other", Kind.OPERATOR, MODULE)
    return broken((constructor(name, module=MODULE),), (equals, Ref(0), 1))


def test_comparing_may_not_be_left_unimplemented() -> None:
    """Unless that is for classes below to do."""
    assert compared("Stubborn") == "no_not_implemented_error"
    assert compared("Abstract") is None


def test_what_is_said_to_be_raised_is_expected() -> None:
    """By the signature, under any of the names of the exception's classes."""
    allowed = function("allowed", "number", MODULE)
    signature = Signature((Instance(int),), Instance(int))

    for name, expected in (("IndexError", None), ("lib.LookupError", None), ("ValueError", "no_index_error")):
        known = {allowed: replace(signature, raises=(name,))}
        violation = judged((allowed, True), known=known.get, line=Confidence.LOW)
        assert (violation.contract if violation is not None else None) == expected


def test_what_is_not_given_as_asked_is_a_misuse() -> None:
    """A list of the wrong things is no list of the right ones."""
    first = function("shout_first", "texts", MODULE)
    known = {first: Signature((Instance(list, (Instance(str),)),), Instance(str))}

    for item, expected in ((1, None), ("a", None)):
        assert judged((display("[", 1), item), (first, Ref(0)), known=known.get, line=Confidence.LOW) is expected


def test_a_none_that_was_given_is_not_even_counted() -> None:
    """However much is asked for; unless the annotations allow it, and the code does not."""
    known = {SHOUT: Signature((OneOf((Instance(str), NONE)),), Instance(str))}

    assert judged((SHOUT, None), line=Confidence.LOW) is None
    violation = judged((SHOUT, None), known=known.get)
    assert violation is not None
    assert (violation.contract, violation.confidence) == ("no_none_error", Confidence.MEDIUM)


def test_a_result_is_only_held_against_a_promise_if_the_inputs_kept_theirs() -> None:
    """What is given back unchanged is as wrong as it was."""
    same = function("unchanged", "number", MODULE)
    known = {same: Signature((Instance(int),), Instance(int), promised=Clue(Source.ANNOTATION, Instance(int)))}
    lying = {same: Signature((Instance(int),), Instance(int), promised=Clue(Source.ANNOTATION, Instance(str)))}

    assert judged((same, "a"), known=known.get) is None
    violation = judged((same, 1), known=lying.get)
    assert violation is not None
    assert (violation.contract, violation.claim) == ("documentation", ("assert isinstance({0}, str)",))


def test_a_promise_of_the_user_comes_before_a_mere_suspicion() -> None:
    """What is low is told only if nothing surer is."""

    @contract
    def never_an_index_error(values: list[object], exception: BaseException | None) -> bool:
        return not isinstance(exception, IndexError)

    violation = judged(
        (function("allowed", "number", MODULE), 7), state_contracts=(never_an_index_error,), line=Confidence.LOW
    )

    assert violation is not None
    assert violation.contract == "never_an_index_error"


@pytest.mark.parametrize(
    ("source", "sure"),
    [
        (Source.ANNOTATION, Confidence.HIGH),
        (Source.DOCSTRING, Confidence.MEDIUM),
        (Source.DEFAULT, Confidence.MEDIUM),
    ],
)
def test_an_object_that_cannot_be_shown_may_have_been_made_of_something_wrong(source: Source, sure: Confidence) -> None:
    """Where only prose or a guess says what it takes, and an error of types is what it says."""
    week = constructor("Week", "start", module="subjects.shown_week")
    options = (Instance(int), Instance(list))
    known = {week: Signature(options[:1], Instance(object), ((Clue(source, OneOf(options)),),))}

    violation = judged((display("[", 0),), (week, Ref(0)), known=known.get)

    assert violation is not None
    assert (violation.contract, violation.confidence) == ("repr_never_raises", sure)
