"""What goes through the pipe comes out the same, as JSON, with each operation and statement spelt once."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from caddis.model.codec import Decoder, Encoder, row_of
from caddis.model.finding import Assertion, Case, Finding, Refusal
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Atom, Literal, Sequence, Statement
from caddis.model.verdict import Location, Violation
from emit.making import Default, Ref, constructor, function, method, sequence

STACK = constructor("Stack")
PUSH = method("Stack.push", "x")
TAKE = function("take", "x")
LOCATION = Location("stack.py", 7, "Stack.push")


def through_json(data: Any) -> Any:
    """What the other end of the pipe reads."""
    return json.loads(json.dumps(data))


def round_trip(*sequences: Sequence) -> list[Sequence]:
    """The sequences after a journey."""
    encoder, decoder = Encoder(), Decoder()
    numbers = [encoder.sequence(made) for made in sequences]
    decoder.learn(through_json(encoder.drain()))
    return [decoder.sequence(made) for made in through_json(numbers)]


ATOMS: list[Atom] = [
    None,
    True,
    False,
    0,
    -1,
    10**4000,
    -(2**64),
    0.0,
    -0.0,
    0.1,
    5e-324,
    math.inf,
    -math.inf,
    math.nan,
    1 + 2j,
    complex(-0.0, math.inf),
    complex(math.nan, -0.0),
    "",
    "é\n\x00\N{SNAKE}",
    "\ud800 lone \udfff",
    '"quoted" \\',
    b"",
    bytes(range(256)),
]


@pytest.mark.parametrize("atom", ATOMS, ids=lambda atom: ascii(atom)[:20])
def test_every_atom_survives(atom: Atom) -> None:
    """With its type and spelling."""
    made = sequence((TAKE, atom))

    assert round_trip(made) == [made]


def test_numbers_too_long_to_print_survive() -> None:
    """They are spelt in hexadecimal."""
    made = Sequence((Statement(TAKE, (Literal(1 << 20_000),)),))

    assert round_trip(made) == [made]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_operation_survives(kind: Kind) -> None:
    """With the place of each parameter, and whether it is required."""
    parameters = tuple(Parameter(f"{place}_{needed}", place, needed) for place in Place for needed in (True, False))
    operation = Operation(kind, "package.module", "Outer.Inner", "name", parameters)
    made = Sequence((Statement(operation, (Literal(1),) * len(parameters)),))

    (read,) = round_trip(made)

    assert read == made
    assert read.statements[0].operation == operation


def test_references_literals_and_defaults_stay_apart() -> None:
    """-1 is a reference, the literal -1 a number, and no argument is not None."""
    both = function("both", "x y=")
    made = sequence((STACK,), (both, Ref(0), -1), (both, -1, Ref(0)), (both, None, Default()), (both, Ref(0), None))

    assert round_trip(made) == [made]


def test_operations_and_statements_are_spelt_once() -> None:
    """However often sequences use them, over any number of batches."""
    encoder = Encoder()
    long = sequence((STACK,), (PUSH, Ref(0), 1), (STACK,), (PUSH, Ref(2), 1), (PUSH, Ref(2), 1))

    first = encoder.sequence(long)
    sent = encoder.drain()
    again = encoder.sequence(long)

    # the last statement reaches one further back: another statement
    assert first == again == row_of([0, 1, 0, 1, 2])
    assert len(sent["operations"]) == 2
    assert len(sent["statements"]) == 3
    assert encoder.drain() == {"operations": [], "statements": []}


def test_a_decoder_learns_batch_by_batch() -> None:
    """Later definitions build on earlier ones."""
    encoder, decoder = Encoder(), Decoder()
    short, long = sequence((STACK,)), sequence((STACK,), (PUSH, Ref(0), 1))
    read = []
    for made in (short, long):
        numbers = encoder.sequence(made)
        decoder.learn(through_json(encoder.drain()))
        read.append(decoder.sequence(numbers))

    assert read == [short, long]


VIOLATIONS = [
    Violation("no_index_error", "IndexError: é \ud800", exception="IndexError", location=LOCATION),
    Violation("hashes", "differ", (0, 1), ("assert {0} == {1}", "assert hash({0}) == hash({1})")),
]


@pytest.mark.parametrize("violation", VIOLATIONS, ids=lambda violation: violation.contract)
def test_findings_survive(violation: Violation) -> None:
    """With violation, place and names; and so keep their identity."""
    encoder, decoder = Encoder(), Decoder()
    finding = Finding(
        sequence((STACK,), (PUSH, Ref(0), 1)), violation, ("Stack", "NoneType"), occurrences=3, about="shop.Stack"
    )

    data = through_json(encoder.finding(finding))
    decoder.learn(through_json(encoder.drain()))

    assert decoder.finding(data) == finding
    assert decoder.finding(data).id == finding.id
    assert decoder.violation(through_json(encoder.violation(violation))) == violation


def test_cases_survive() -> None:
    """With their assertions."""
    encoder, decoder = Encoder(), Decoder()
    asserted = (Assertion(0, "len({0})", "1", 1), Assertion(1, "{0}", "None", 1))
    asserted += (
        Assertion(1, "{0} is {1}", "", 1, (0,)),
        Assertion(0, "{0}", "shop.Stack()", 1, names=(("shop", "Stack"),)),
    )
    refusal = Refusal("builtins", "IndexError", "empty")
    case = Case(sequence((STACK,), (PUSH, Ref(0), 1)), asserted, ("Stack", "NoneType"), refusal=refusal)

    data = through_json(encoder.case(case))
    decoder.learn(through_json(encoder.drain()))

    assert decoder.case(data) == case


def test_what_is_no_argument_is_refused() -> None:
    """A corpus from elsewhere is not silently misread."""
    definitions = {
        "operations": [["function", "m", "", "f", [["x", "either", True]], "plain"]],
        "statements": [[0, [{"x": 1}]]],
    }

    with pytest.raises(ValueError, match="not an argument"):
        Decoder().learn(definitions)
