"""Values are built again from source text, or not at all."""

from __future__ import annotations

import datetime
import decimal

import pytest

from caddis.discover.building import Builder, is_same
from caddis.discover.foreign import attempt
from caddis.emit.code import body
from caddis.execute.interpreter import Interpreter
from caddis.model.operation import Operation
from emit.making import constructor
from subjects import built_of_others
from subjects.built_of_others import Account, Clock, Code, Email, Kind, Person, Rate, Span

MODULE = "subjects.built_of_others"


def lines(source: str, value: object, *known: Operation) -> list[str] | None:
    """The code that builds a value again."""
    constructors = {getattr(built_of_others, operation.name): operation for operation in known}
    made = Builder((MODULE,), constructors).build(source, value)
    if made is None:
        return None
    outcome = Interpreter().replay(made)
    assert is_same(outcome.values[-1], value)
    names = tuple(type(each).__name__ for each in outcome.values)
    return body(made, names, lambda operation: operation.path)


@pytest.mark.parametrize(
    ("source", "value", "code"),
    [
        ("Person('bert')", Person("bert"), ['_ = Person("bert")']),
        (
            "Account(Person('bert'), 7_000, kind=Kind.SAVINGS)",
            Account(Person("bert"), 7_000, kind=Kind.SAVINGS),
            ['person = Person("bert")', "_ = Account(person, 7000, kind=Kind.SAVINGS)"],
        ),
        ("Rate(percent=-inf, steps=(1, 2))", Rate(float("-inf"), (1, 2)), None),
        ("Rate(nan)", Rate(float("nan")), None),
        ("Span(low=1, high=-2)", Span(1, -2), ["_ = Span(low=1, high=-2)"]),
        ("of('x')", Code.of("x"), ['_ = Code.of("x")']),
        ("Code.of('x')", Code.of("x"), ['_ = Code.of("x")']),
        ("Email('a@b')", Email("a@b"), ['_ = Email("a@b")']),
        ("opened('bert')", Account(Person("bert"), 7_000), ['_ = opened("bert")']),
        ("datetime.date(2000, 1, 2)", datetime.date(2000, 1, 2), ["_ = date(2000, 1, 2)"]),
        ("Decimal('1.5')", decimal.Decimal("1.5"), ['_ = Decimal("1.5")']),
        ("[Kind.SAVINGS, {'a': {1, 2}}]", [Kind.SAVINGS, {"a": {1, 2}}], None),
    ],
)
def test_what_can_be_read_back(source: str, value: object, code: list[str] | None) -> None:
    """Calls of classes, of their methods and of functions, displays, members of enumerations."""
    made = lines(source, value)

    assert made is not None
    assert code is None or [line.removeprefix("_ = ") for line in code] == [line.removeprefix("_ = ") for line in made]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("<Person at 0x1234>", Person("bert")),
        ("Person('alice')", Person("bert")),
        ("Person('nobody')", Person("bert")),
        ("Nobody('bert')", Person("bert")),
        ("Person(*['bert'])", Person("bert")),
        ("(lambda: Person('bert'))()", Person("bert")),
        ("'a@b'", Email("a@b")),
        ("5", 5),
        ("Clock(1)", Clock(1)),
        ("[[[[[[[[[[[[[1]]]]]]]]]]]]]", [[[[[[[[[[[[[1]]]]]]]]]]]]]),
        ("Span(1, 2" + ")" * 10, Span(1, 2)),
    ],
)
def test_what_cannot(source: str, value: object) -> None:
    """No code, other code, code that fails, code that makes something else: each time, too long, or an atom."""
    assert lines(source, value) is None


def test_known_operations_are_used() -> None:
    """So that what is built counts as a call of them; where the arguments do not fit one, it is called all the same."""
    known = constructor("Span", "low high", MODULE)
    other = constructor("Span", "low", MODULE)
    made = [Builder((MODULE,), {Span: each}).build("Span(1, high=2)", Span(1, 2)) for each in (known, other)]

    assert [each.statements[-1].operation == known for each in made if each is not None] == [True, False]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Person("bert"), Person("bert"), True),
        (Person("bert"), Person("alice"), False),
        ([Person("bert")], [Person("bert")], True),
        ({1: Person("bert")}, {1: Person("alice")}, False),
        (Rate(float("nan")), Rate(float("nan")), True),
        (0.0, -0.0, False),
        (1, 1.0, False),
        (Code.of("a"), Code.of("a"), True),
        (object(), object(), False),
    ],
)
def test_the_same(one: object, other: object, same: bool) -> None:
    """Of one class, and equal or in the same state."""
    assert attempt(lambda: is_same(one, other), None) is same
