"""Functions and classes that sequences define are real ones, and kept in check."""

from __future__ import annotations

import inspect
from contextlib import suppress
from typing import Any

from caddis.execute.defining import ALLOWANCE
from caddis.execute.interpreter import Interpreter
from caddis.model.definition import Definition, Formal, Method, calling, defining, given, result
from caddis.model.operation import Kind, Operation, Parameter, Place, constant, display
from caddis.model.outcome import Misused, Outcome, Spent
from caddis.model.sequence import Argument, Literal, Sequence, Statement


def method(cls: str, name: str, *arguments: Argument) -> Statement:
    """A call of a method of a builtin class."""
    parameters = tuple(Parameter(f"p{place}", Place.POSITIONAL) for place in range(len(arguments)))
    return Statement(Operation(Kind.METHOD, "builtins", cls, name, parameters), arguments)


def call(*arguments: Argument) -> Statement:
    """A call of the first of some values on the others."""
    parameters = tuple(Parameter(f"p{place}", Place.POSITIONAL) for place in range(len(arguments) - 1))
    return Statement(calling(parameters), arguments)


def function(*steps: Statement, captured: tuple[str, ...] = (), formals: tuple[Formal, ...] = ()) -> Statement:
    """A function of some steps; what it uses of the test stands right before it, the last one last."""
    slots = [given(name) for name in (*captured, "callback", *(formal.name for formal in formals))]
    definition = Definition("callback", (Method("callback", formals, Sequence((*slots, *steps))),))
    return Statement(defining(definition, captured), tuple(range(-len(captured), 0)))


def below(base: str, *methods: Method) -> Statement:
    """A class below a builtin one."""
    return Statement(defining(Definition("Mine", methods, ("builtins", base)), []), ())


def run(*statements: Statement) -> Outcome:
    """What comes of some statements."""
    return Interpreter().replay(Sequence(statements))


EMPTY = Statement(display("[", 0), ())


def test_a_function_uses_what_it_is_given_and_what_is_around_it() -> None:
    """And returns what its body says."""
    appends = function(method("list", "append", -3, -1), result(-2), captured=("items",), formals=(Formal("item"),))

    outcome = run(EMPTY, appends, call(-1, Literal(7)))

    assert (outcome.values[0], outcome.values[2]) == ([7], 7)


def test_a_function_has_the_signature_of_its_definition() -> None:
    """Whoever asks sees what a reader of the test sees."""
    formals = (Formal("a"), Formal("b", Literal(2)), Formal("*rest"), Formal("c", Literal("x"), by_keyword=True))

    (made,) = run(function(formals=formals)).values

    assert str(inspect.signature(made)) == "(a, b=2, *rest, c='x')"  # type: ignore[arg-type]


def test_a_function_knows_itself() -> None:
    """As it would by its name."""
    outcome = run(function(result(-1)), call(-1))

    assert outcome.values[0] is outcome.values[1]


def test_a_method_calls_what_it_overrides() -> None:
    """By `super()`, which is in scope."""
    slots = [given(name) for name in ("self", "super()", "item")]
    twice = Method("append", (Formal("item"),), Sequence((*slots, *[method("list", "append", -2, -1)] * 1)))

    outcome = run(below("list", twice), call(-1), method("list", "append", -1, Literal(3)))

    assert outcome.values[1] == [3]


def test_functions_that_call_each_other_without_end_are_stopped() -> None:
    """Quietly: what comes of it shows nothing."""
    outcome = run(function(call(-1)), call(-1))

    assert isinstance(outcome.exception, Spent)


def test_a_target_that_swallows_everything_does_not_hide_it() -> None:
    """The allowance is spent, whatever becomes of the exception."""
    wrapped = Statement(constant("execute.test_defining", "again_and_again"), ())

    outcome = run(function(), wrapped, call(-1, -2))

    assert isinstance(outcome.exception, Spent)


def again_and_again(callback: Any) -> str:
    """Calls a function more often than it may be called, and lets no exception through."""
    for _ in range(ALLOWANCE + 1):
        with suppress(BaseException):
            callback()
    return "fine"


def test_each_run_has_its_own_allowance() -> None:
    """Nothing is left of what an earlier one has spent."""
    interpreter, endless = Interpreter(), Sequence((function(call(-1)), call(-1)))
    interpreter.replay(endless)

    assert interpreter.replay(Sequence((function(), call(-1)))).exception is None


def test_an_exception_that_a_body_brings_about_shows_nothing() -> None:
    """Also if it was raised again as another."""
    raises = function(method("list", "pop", -2), captured=("items",))
    wrapped = Statement(constant("execute.test_defining", "complaining"), ())

    assert isinstance(run(EMPTY, raises, call(-1)).exception, Misused)
    assert isinstance(run(EMPTY, raises, wrapped, call(-1, -2)).exception, Misused)


def complaining(callback: Any) -> None:
    """Raises something else if a function raises."""
    try:
        callback()
    except IndexError as error:
        raise RuntimeError("it failed") from error


def test_whoever_judges_may_take_it_for_a_bug() -> None:
    """It is asked where the exception was raised, with what the body did so far."""
    interpreter, heard = Interpreter(), []

    def inside(statements: tuple[Statement, ...], values: list[object], exception: BaseException, calls: int) -> bool:
        heard.append((statements[-1].operation.name, values, type(exception), calls))
        return True

    interpreter.defining.inside = inside
    raises = function(method("list", "pop", -2), captured=("items",))

    outcome = interpreter.replay(Sequence((EMPTY, raises, call(-1))))

    assert isinstance(outcome.exception, IndexError)
    assert heard == [("pop", [[], outcome.values[1]], IndexError, 1)]


def test_a_class_is_the_same_in_every_run_but_for_what_it_uses() -> None:
    """Others remember much of each class, and a new one for each run would never end."""
    slots = [given(name) for name in ("items", "self", "super()")]
    shares = Method("share", (), Sequence((*slots, result(-3))))
    definition = Definition("Mine", (shares,), ("builtins", "list"))
    interpreter = Interpreter()
    program = Sequence(
        (EMPTY, Statement(defining(definition, ["items"]), (-1,)), call(-1), method("list", "share", -1))
    )

    first, second = interpreter.replay(program), interpreter.replay(program)

    assert first.values[1] is second.values[1]
    assert second.values[3] is second.values[0]


def test_what_a_run_adds_to_a_class_is_gone_in_the_next() -> None:
    """As if it were defined anew."""
    interpreter, program = Interpreter(), Sequence((below("list"),))
    interpreter.replay(program).values[0].extra = 1  # type: ignore[attr-defined]

    assert not hasattr(interpreter.replay(program).values[0], "extra")


def test_two_classes_of_one_definition_are_two() -> None:
    """Where a test defines both."""
    first, second = run(below("list"), below("list")).values

    assert first is not second
