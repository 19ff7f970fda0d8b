"""Shrinking knows bodies."""

from __future__ import annotations

from dataclasses import replace

from caddis.execute.interpreter import Interpreter
from caddis.model.definition import Definition, Formal, Gives, Method, calling, defining, given, result
from caddis.model.operation import Kind, Operation, Parameter, Place, display
from caddis.model.sequence import Argument, Literal, Sequence, Statement
from caddis.reduce.definitions import without_step
from caddis.reduce.shrink import shrink, size


def method(name: str, *arguments: Argument) -> Statement:
    """A call of a method of a list."""
    parameters = tuple(Parameter(f"p{place}", Place.POSITIONAL) for place in range(len(arguments)))
    return Statement(Operation(Kind.METHOD, "builtins", "list", name, parameters), arguments)


EMPTY = Statement(display("[", 0), ())


def shrunk(*statements: Statement) -> Sequence:
    """The smallest sequence whose first list ends up with something in it."""

    def holds(candidate: Sequence) -> bool:
        outcome = Interpreter().replay(candidate)
        return outcome.exception is None and any(value and isinstance(value, list) for value in outcome.values)

    return shrink(Sequence(statements), holds, tries=1_000)


def appending(*more: Statement, gives: Gives = Gives.ANYTHING) -> Definition:
    """A function that appends to the first of two lists of the test, and does more."""
    slots = [given(name) for name in ("items", "others", "callback", "event")]
    body = Sequence((*slots, method("append", -4, -1), *more))
    return Definition("callback", (Method("callback", (Formal("event"),), body, gives=gives),))


def called(definition: Definition) -> tuple[Statement, ...]:
    """Two lists, a function that uses them, and its call."""
    call = Statement(calling((Parameter("event", Place.POSITIONAL),)), (-1, Literal(100)))
    return (EMPTY, EMPTY, Statement(defining(definition, ["items", "others"]), (-2, -1)), call)


def test_only_the_statements_that_matter_stay_in_a_body() -> None:
    """And only the values that these use are captured."""
    small = shrunk(*called(appending(method("append", -4, -2), method("clear", -5), result(-2))))
    definition = small.statements[1].operation.definition

    assert definition is not None
    assert [step.operation.name for step in definition.methods[0].steps] == ["append"]
    assert len(small) == 3
    assert small.statements[1].arguments == (-1,)


def test_what_a_body_is_given_is_used_rather_than_a_value_of_the_test() -> None:
    """Where they are the same."""
    definition = appending()
    call = Statement(calling((Parameter("event", Place.POSITIONAL),)), (-1, -3))
    appends = replaced(definition, (method("append", -4, Literal(100)),))

    small = shrunk(EMPTY, EMPTY, Statement(defining(appends, ["items", "others"]), (-2, -1)), call)

    assert small.statements[1].arguments == ()
    assert small.statements[1].operation.definition is not None
    assert small.statements[1].operation.definition.methods[0].steps[0].arguments[0] == -1


def replaced(definition: Definition, steps: tuple[Statement, ...]) -> Definition:
    """A function that does something else."""
    (only,) = definition.methods
    return replace(definition, methods=(replace(only, body=Sequence((*only.body.statements[: only.slots], *steps))),))


def test_what_a_function_owes_stays() -> None:
    """A value of the same type, as plain as can be."""
    small = shrunk(*called(appending(result(Literal(1234)), gives=Gives.ALWAYS)))
    definition = small.statements[1].operation.definition

    assert definition is not None
    assert definition.methods[0].steps[-1] == result(Literal(0))


def test_a_step_goes_with_all_that_needs_its_value() -> None:
    """Unless that is what the function owes."""
    more = (method("copy", -5), method("clear", -1), result(-2))
    free, owing = (called(appending(*more, gives=gives))[2] for gives in (Gives.ANYTHING, Gives.ALWAYS))

    smaller = without_step(free, 0, 5)

    assert smaller is not None
    assert smaller.operation.definition is not None
    assert [step.operation.name for step in smaller.operation.definition.methods[0].steps] == ["append"]
    assert without_step(owing, 0, 5) is None


def test_only_the_overrides_that_matter_stay() -> None:
    """Where none does, neither does the class."""
    slots = [given(name) for name in ("self", "super()")]
    idle = [Method(name, (), Sequence(tuple(slots))) for name in ("clear", "reverse")]
    definition = Definition("Mine", tuple(idle), ("builtins", "list"))

    small = shrunk(
        Statement(defining(definition, []), ()), Statement(calling(), (-1,)), method("append", -1, Literal(1))
    )

    assert [statement.operation.kind for statement in small] == [Kind.CONSTRUCTOR, Kind.METHOD]


def test_bodies_count_when_sequences_are_compared() -> None:
    """Of two definitions, the shorter one is smaller."""
    longer = Sequence(called(appending(method("clear", -4))))

    assert size(Sequence(called(appending()))) < size(longer)
