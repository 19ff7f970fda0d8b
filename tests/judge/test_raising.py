"""Where an exception came from: JCrasher's reading of the call stack, carried to Python."""

from __future__ import annotations

import pytest

from caddis.discover import discover, locate
from caddis.engine.knowing import Knowing
from caddis.judge.tracebacks import line_of
from caddis.model.operation import Operation
from caddis.model.verdict import Confidence, Violation
from emit.making import Ref, operator
from engine.exploring import TESTS
from judge.judging import judged

MODULE = "subjects.judge_stack"
API = discover([locate(MODULE, TESTS)])
KNOWN = Knowing(API)


def operation(path: str) -> Operation:
    """One of the subject's operations."""
    return next(each for each in API.operations if each.path == path)


def raised(*steps: tuple[object, ...]) -> Violation | None:
    """What is said of an exception, however unsure."""
    return judged(*steps, known=KNOWN, line=Confidence.LOW)


@pytest.mark.parametrize("name", ["by_itself", "by_helper", "by_lambda", "by_wrapped", "by_coroutine", "Below", "Base"])
def test_what_refuses_in_its_own_name_is_no_violation(name: str) -> None:
    """Private helpers, nested code, wrappers and superclass constructors are parts of the operation."""
    assert raised((operation(name), 1)) is None


def test_an_inherited_method_is_part_of_the_one_that_calls_it() -> None:
    """By `super()`, under the same name and on the same receiver."""
    assert raised((operation("Below"), 7), (operation("Below.check"), Ref(0), 1)) is None


@pytest.mark.parametrize(
    ("name", "raiser"),
    [
        ("by_another", "refuse"),
        ("by_helper_of_another", "by_helper"),
        ("Holder", "Base.__init__"),
    ],
)
def test_what_another_operation_refuses_is_blamed_on_the_one_that_passed_it_on(name: str, raiser: str) -> None:
    """It should have known better, or said so itself; that is seldom sure."""
    violation = raised((operation(name), 1))

    assert violation is not None
    assert (violation.contract, violation.confidence) == ("robustness", Confidence.LOW)
    assert violation.blame in (f"{MODULE}.{name}", f"{MODULE}.{name}.__init__")
    assert f"{MODULE}.{raiser}" in violation.why


def test_a_generator_is_an_operation_wherever_it_is_consumed() -> None:
    """Its frame stands for the call that made it."""
    violation = raised((operation("by_generator"), 1), (operator("generator.__iter__"), Ref(0)))

    assert violation is not None
    assert (violation.contract, violation.blame) == ("robustness", f"{MODULE}.by_generator")


def test_what_other_packages_refuse_is_passed_on_as_well() -> None:
    """They are public operations, too."""
    violation = raised((operation("by_others"), "{"))

    assert violation is not None
    assert (violation.contract, violation.blame) == ("robustness", f"{MODULE}.by_others")


def test_what_is_documented_is_expected() -> None:
    """Whoever raises it."""
    assert raised((operation("documented"), 1)) is None


def test_wrongly_typed_input_that_is_refused_on_the_way_is_nobodys_fault() -> None:
    """Not even the operation's that passed it on."""
    assert raised((operation("by_another"), "1")) is None


def test_an_instruction_without_a_line_stands_at_its_function() -> None:
    """Compilers leave lines out now and then, and so may whoever makes code."""

    def fails() -> None:
        raise ValueError

    fails.__code__ = fails.__code__.replace(co_linetable=b"")
    with pytest.raises(ValueError) as caught:
        fails()

    assert line_of(caught.tb.tb_next or caught.tb) == fails.__code__.co_firstlineno
