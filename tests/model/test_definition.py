"""Functions and classes that a test defines, as values."""

from __future__ import annotations

import json

from caddis.model.codec import Decoder, Encoder
from caddis.model.definition import (
    Definition,
    Formal,
    Gives,
    Method,
    all_operations,
    calling,
    defining,
    given,
    is_synthesised,
    real_class,
    result,
)
from caddis.model.operation import Kind, Operation, Parameter, Place, display
from caddis.model.sequence import Literal, Sequence, Statement

APPEND = Operation(
    Kind.METHOD,
    "builtins",
    "list",
    "append",
    (Parameter("self", Place.POSITIONAL), Parameter("item", Place.POSITIONAL)),
)


def listener(item: int = 1) -> Definition:
    """A function that puts something into a list of the test, and returns what it is given."""
    body = (given("items"), given("listener"), given("event"), Statement(APPEND, (-3, Literal(item))), result(-2))
    return Definition("listener", (Method("listener", (Formal("event"),), Sequence(body), gives=Gives.ALWAYS),))


def program(definition: Definition) -> Sequence:
    """A list, and a function that uses it and is called."""
    called = calling((Parameter("event", Place.POSITIONAL),))
    return Sequence(
        (
            Statement(display("[", 0), ()),
            Statement(defining(definition, ["items"]), (-1,)),
            Statement(called, (-1, Literal("a"))),
        )
    )


def test_a_body_is_a_sequence_whose_first_statements_are_slots() -> None:
    """What it does comes after them."""
    (method,) = listener().methods

    assert method.slots == 3
    assert [step.operation.name for step in method.steps] == ["append", "return"]


def test_definitions_are_equal_if_their_bodies_are() -> None:
    """And so are the statements that make them."""
    assert program(listener()) == program(listener())
    assert hash(program(listener())) == hash(program(listener()))
    assert program(listener(1)) != program(listener(2))


def test_what_a_definition_uses_is_an_argument_of_its_statement() -> None:
    """So whoever takes a sequence apart need not know of bodies."""
    assert program(listener()).needed_by(2) == {0, 1, 2}


def test_definitions_survive_the_codec() -> None:
    """With signatures, defaults, bases and bodies inside bodies."""
    inner = Statement(defining(listener(), ["items"]), (-4,))
    slots = (given("items"), given("self"), given("super()"), given("text"))
    formals = (Formal("text", Literal("x")), Formal("*args"), Formal("flag", Literal(False), by_keyword=True))
    method = Method("write", formals, Sequence((*slots, inner, result(-1))), decorator="classmethod", waits=True)
    sequence = program(Definition("MyFile", (method,), ("io", "StringIO")))
    encoder, decoder = Encoder(), Decoder()
    row = encoder.sequence(sequence)

    decoder.learn(json.loads(json.dumps(encoder.drain())))

    assert decoder.sequence(row) == sequence


def test_all_that_a_definition_names_is_found() -> None:
    """Its base, and what its bodies call."""
    slots = (given("self"), given("super()"))
    method = Method(
        "flush", (), Sequence((*slots, Statement(display("[", 0), ()), Statement(APPEND, (-1, Literal(1)))))
    )
    operation = defining(Definition("MyFile", (method,), ("io", "StringIO")), [])

    assert [str(each) for each in all_operations([Statement(operation, ())])] == [
        "MyFile",
        "io.StringIO",
        "[",
        "builtins.list.append",
    ]


def test_a_class_of_a_test_stands_for_its_base() -> None:
    """Other classes stand for themselves."""
    made = type("Made", (list,), {"__module__": "caddis synthesised"})

    assert (is_synthesised(made), real_class(made), real_class(int)) == (True, list, int)
