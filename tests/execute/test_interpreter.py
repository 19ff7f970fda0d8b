"""Every kind of operation does what its source says, and what it raises becomes data."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator
from typing import Any

import pytest

from caddis.execute.interpreter import ENDLESS, Interpreter
from caddis.model.operation import Kind, Operation, Parameter, Place, Waiting
from caddis.model.operators import AWAITED, COPYING, EXPRESSIONS, IN_PLACE, OPERATORS, STATEMENTS, arity
from caddis.model.outcome import Outcome, OutOfTime, TooMany
from caddis.model.sequence import Literal, Statement
from emit.making import Default, Ref, constructor, display, function, method, sequence
from subjects import interpret_kinds

MODULE = "subjects.interpret_kinds"
STACK = constructor("Stack", "*item *item2", MODULE)
PUSH = method("Stack.push", "item times=", module=MODULE)
JOIN = Operation(
    Kind.FUNCTION,
    MODULE,
    "",
    "join",
    (
        Parameter("first", Place.POSITIONAL),
        Parameter("second"),
        Parameter("rest", Place.VARIADIC, required=False),
        Parameter("rest", Place.VARIADIC, required=False),
        Parameter("third", Place.KEYWORD, required=False),
    ),
)


def replay(*steps: tuple[object, ...]) -> Outcome:
    """What happens when the steps run."""
    return Interpreter().replay(sequence(*steps))


def last(*steps: tuple[object, ...]) -> object:
    """The value of the last step, all having returned."""
    outcome = replay(*steps)
    assert outcome.exception is None, outcome.exception
    return outcome.values[-1]


def of_stack(name: str, kind: Kind, parameters: str = "") -> Operation:
    return method(f"Stack.{name}", parameters, kind, MODULE)


def test_constructors_and_methods() -> None:
    """On nothing, a literal, an earlier value, or several."""
    size = method("Stack.size", module=MODULE)

    assert last((STACK,), (size, Ref(0))) == 0
    assert last((STACK, 1, 2), (size, Ref(0))) == 2
    assert last((STACK,), (PUSH, Ref(0), 1), (size, Ref(1))) == 1
    assert last((STACK,), (PUSH, Ref(0), 1, 3), (size, Ref(0))) == 3
    assert last((STACK, 4), (size, Ref(0)), (PUSH, Ref(0), Ref(1)), (of_stack("top", Kind.READ), Ref(0))) == 1


def test_class_methods_static_methods_and_nested_classes() -> None:
    """By their path inside the module."""
    made = last((of_stack("of", Kind.CLASS_METHOD, "item"), 7))
    frame = last((constructor("Stack.Frame", module=MODULE),))

    assert isinstance(made, interpret_kinds.Stack)
    assert made.items == [7]
    assert last((of_stack("double", Kind.STATIC_METHOD, "item"), 7)) == 14
    assert isinstance(frame, interpret_kinds.Stack.Frame)


def test_properties_are_read_and_written() -> None:
    """Writing has no value."""
    read, write = of_stack("top", Kind.READ), of_stack("top", Kind.WRITE, "value")
    outcome = replay((STACK, 1), (write, Ref(0), 9), (read, Ref(0)))

    assert outcome.values[1:] == [None, 9]


def test_constants_are_values() -> None:
    """Of a module, of a class, and classes and functions themselves."""
    assert last((Operation(Kind.CONSTANT, MODULE, "", "limit"),)) == 10
    assert last((Operation(Kind.CONSTANT, MODULE, "Stack", "maximum"),)) == 5
    assert last((Operation(Kind.CONSTANT, MODULE, "", "Stack"),)) is interpret_kinds.Stack
    assert last((Operation(Kind.CONSTANT, "builtins", "", "len"),)) is len


def test_functions_also_of_builtins() -> None:
    """Builtins need no import."""
    assert last((function("sorted", "x", "builtins"), "cab")) == ["a", "b", "c"]
    assert last((function("default", "first= second=", MODULE),)) == (1, 2)


def test_arguments_go_to_their_parameters() -> None:
    """By place, by name, and spread; literals and earlier values in any mixture."""
    default = function("default", "first= second=", MODULE)

    assert last((default, Default(), 5)) == (1, 5)
    assert last((JOIN, 1, 2)) == (1, 2, (), None)
    assert last((JOIN, 1, 2, 3, 4)) == (1, 2, (3, 4), None)
    assert last((JOIN, 1, 2, Default(), Default(), 5)) == (1, 2, (), 5)
    assert last((STACK,), (JOIN, 1, Ref(0), 3, Ref(0), Ref(0))) == last_join()


def last_join() -> object:
    """Equal to a join of a stack that cannot be told from another by `==`."""

    class Same:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, interpret_kinds.Stack)

        __hash__ = None  # type: ignore[assignment]

    return (1, Same(), (3, Same()), Same())


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ((display("[", 0),), []),
        ((display("[", 2), 1, "a"), [1, "a"]),
        ((display("(", 0),), ()),
        ((display("(", 1), 1), (1,)),
        ((display("{", 2), 1, 2), {1, 2}),
        ((display("{:", 0),), {}),
        ((display("{:", 4), "a", 1, "b", 2), {"a": 1, "b": 2}),
    ],
)
def test_displays(made: tuple[object, ...], expected: object) -> None:
    """Lists, tuples, sets and dicts, empty or not."""
    value = last(made)

    assert value == expected
    assert type(value) is type(expected)


def test_displays_hold_the_very_values() -> None:
    """Not copies of them."""
    outcome = replay((STACK,), (display("[", 2), Ref(0), Ref(0)))

    assert outcome.values[1] == [outcome.values[0]] * 2


ANSWERS: dict[str, object] = {
    "__len__": 3,
    "__repr__": "shown",
    "__str__": "text",
    "__bytes__": b"bytes",
    "__hash__": 5,
    "__bool__": False,
    "__int__": 7,
    "__float__": 1.5,
    "__complex__": 2j,
    "__contains__": True,
    "__iter__": iter(()),
    "__reversed__": iter(()),
    "__await__": iter(()),
}
VALUES = ANSWERS | dict.fromkeys(("__setitem__", "__delitem__", "__await__"))
VALUES |= {"__iter__": [], "__reversed__": [], "__aiter__": []}


WAITING = dict.fromkeys(AWAITED, Waiting.AWAITED)


def answering(name: str, heard: list[tuple[object, ...]]) -> object:
    """An object with one special method, which notes its arguments and answers."""

    def method(self: object, *arguments: object) -> object:
        heard.append(arguments)
        return ANSWERS.get(name, "answer")

    async def waiting(self: object, *arguments: object) -> object:
        return method(self, *arguments)

    async def waiting_for_none(self: object, *arguments: object) -> AsyncIterator[object]:
        method(self, *arguments)
        for item in ():
            yield item

    waits = {"__aiter__": waiting_for_none, "__anext__": waiting, "__aenter__": waiting}

    async def leave(*_: object) -> None: ...

    return type("Answering", (), {name: waits.get(name, method), "__exit__": lambda *_: None, "__aexit__": leave})()


@pytest.mark.parametrize("name", [name for name in OPERATORS if name not in COPYING])
def test_every_operator_calls_its_special_method(name: str) -> None:
    """With its arguments, and gives what the source would give."""
    heard: list[tuple[object, ...]] = []
    arguments = (1, "two")[: arity(name)]
    parameters = tuple(Parameter(f"p{i}", Place.POSITIONAL) for i in range(arity(name) + 1))
    operation = Operation(Kind.OPERATOR, "m", "C", name, parameters, WAITING.get(name, Waiting.PLAIN))
    statement = Statement(operation, (-1, *map(Literal, arguments)))
    interpreter = Interpreter()

    with interpreter.prepared((statement,)):
        outcome = interpreter.run((statement,), [answering(name, heard)])

    assert outcome.exception is None
    assert heard == [arguments]
    assert outcome.values[1] == VALUES.get(name, "answer")


@pytest.mark.parametrize("name", COPYING)
def test_a_copy_is_equal_and_another(name: str) -> None:
    """Whichever way it is made."""
    operation = Operation(Kind.OPERATOR, "m", "C", name, (Parameter("self", Place.POSITIONAL),))

    original, copied = Interpreter().run((Statement(operation, (-1,)),), [[1, "two"]]).values

    assert copied == original
    assert copied is not original


CALCULATIONS: list[tuple[str, tuple[Any, ...], object]] = [
    ("__add__", (7, 2), 9),
    ("__sub__", (7, 2), 5),
    ("__rsub__", (7, 2), -5),
    ("__mul__", (7, 2), 14),
    ("__truediv__", (7, 2), 3.5),
    ("__floordiv__", (7, 2), 3),
    ("__mod__", (7, 2), 1),
    ("__pow__", (7, 2), 49),
    ("__rpow__", (7, 2), 128),
    ("__and__", (7, 2), 2),
    ("__or__", (5, 2), 7),
    ("__xor__", (7, 2), 5),
    ("__lshift__", (7, 2), 28),
    ("__rshift__", (7, 2), 1),
    ("__lt__", (7, 2), False),
    ("__ge__", (7, 2), True),
    ("__ne__", (7, 2), True),
    ("__neg__", (7,), -7),
    ("__pos__", (True,), 1),
    ("__invert__", (7,), -8),
    ("__abs__", (-7,), 7),
    ("__round__", (2.6,), 3),
    ("__contains__", ("abc", "b"), True),
    ("__getitem__", ("abc", 1), "b"),
    ("__iter__", ("abc",), ["a", "b", "c"]),
    ("__reversed__", ("abc",), ["c", "b", "a"]),
    ("__iadd__", (7, 2), 9),
]


@pytest.mark.parametrize(("name", "operands", "expected"), CALCULATIONS)
def test_operators_calculate(name: str, operands: tuple[Any, ...], expected: object) -> None:
    """Receiver first, except in the reflected ones."""
    parameters = tuple(Parameter(f"p{i}", Place.POSITIONAL) for i in range(len(operands)))

    assert last((Operation(Kind.OPERATOR, "builtins", "int", name, parameters), *operands)) == expected


def test_templates_are_python() -> None:
    """The same table is written into tests."""
    for template in OPERATORS.values():
        ast.parse(template.format("a", "b", "c"))
    assert OPERATORS.keys() == EXPRESSIONS.keys() | STATEMENTS.keys() | IN_PLACE.keys() | AWAITED.keys()


def test_in_place_operators_give_what_their_receiver_is_bound_to() -> None:
    """The same object, or a new one, while the old value stays where it was."""
    add = of_stack("__iadd__", Kind.OPERATOR, "other")
    items, one = display("[", 1), display("[", 1)
    outcome = replay((items, 1), (one, 2), (add, Ref(0), Ref(1)))
    assert outcome.values[2] is outcome.values[0]
    assert outcome.values[0] == [1, 2]

    outcome = replay((constructor("Immutable", module=MODULE),), (add, Ref(0), 1))
    assert outcome.values == [(), (1,)]


def test_with_enters_and_leaves() -> None:
    """Its value is what it was entered as."""
    outcome = replay((STACK,), (of_stack("__enter__", Kind.OPERATOR), Ref(0)))

    assert outcome.values[1] == "inside"
    assert outcome.values[0].items == [1, 2]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["__iter__", "__reversed__"])
def test_endless_iterators_are_bounded(name: str) -> None:
    """More items than anybody asked for count as endless."""
    outcome = replay((STACK,), (of_stack(name, Kind.OPERATOR), Ref(0)))

    assert isinstance(outcome.exception, TooMany)


def test_long_iterators_are_not_endless() -> None:
    """Up to the limit all items are taken."""
    items = last((function("range", "stop", "builtins"), ENDLESS), (of_stack("__iter__", Kind.OPERATOR), Ref(0)))

    assert items == list(range(ENDLESS))


@pytest.mark.parametrize(
    ("name", "expected"), [("exits", SystemExit), ("interrupts", KeyboardInterrupt), ("missing", AttributeError)]
)
def test_exceptions_become_data(name: str, expected: type[BaseException]) -> None:
    """Whatever is raised ends the run, and only the run; the values so far are there."""
    outcome = replay((STACK,), (function(name, module=MODULE),), (STACK,))

    assert type(outcome.exception) is expected
    assert len(outcome.values) == 1
    assert not outcome.out_of_time


def test_running_out_of_time_is_an_outcome() -> None:
    """Told apart from what the code itself raises."""
    assert Outcome([], OutOfTime()).out_of_time
    assert not Outcome([], ValueError()).out_of_time
    assert not Outcome([]).out_of_time


def test_a_run_goes_on_from_the_values_there_are() -> None:
    """References count from where the statement stands."""
    interpreter = Interpreter()
    values: list[object] = []
    made = sequence((STACK,), (PUSH, Ref(0), 1), (PUSH, Ref(0), 2))
    for statement in made:
        assert interpreter.run((statement,), values).exception is None

    assert len(values) == 3
    assert values[0].items == [1, 2]  # type: ignore[attr-defined]


def test_replays_are_apart() -> None:
    """Each starts from nothing."""
    interpreter = Interpreter()
    made = sequence((STACK,), (PUSH, Ref(0), 1))
    first, second = interpreter.replay(made), interpreter.replay(made)

    assert first.values[0] is not second.values[0]
    assert second.values[0].items == [1]  # type: ignore[attr-defined]
