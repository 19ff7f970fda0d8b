"""A sequence becomes the lines a person would write."""

from __future__ import annotations

from caddis.emit.code import body
from caddis.model.finding import Assertion, Refusal
from caddis.model.operation import Kind, Operation
from caddis.model.operators import COPYING
from emit.making import Ref, constructor, display, function, lines, method, operator, sequence

STACK = constructor("SumStack")
PUSH = method("SumStack.push", "x")
POP = method("SumStack.pop")
GET_DATA = method("SumStack.get_data")
ADD = operator("SumStack.__add__", "other")
IADD = operator("SumStack.__iadd__", "other")
EQ = operator("SumStack.__eq__", "other")


def test_values_are_named_only_when_they_are_used() -> None:
    """Types name variables, getters name what they get, and a call for its effect is a bare line."""
    made = sequence((STACK,), (STACK,), (PUSH, Ref(0), 1), (GET_DATA, Ref(0)), (PUSH, Ref(1), Ref(3)), (POP, Ref(1)))

    assert lines(made, "SumStack SumStack NoneType list NoneType int") == [
        "stack = SumStack()",
        "stack2 = SumStack()",
        "stack.push(1)",
        "data = stack.get_data()",
        "stack2.push(data)",
        "stack2.pop()",
    ]


def test_an_assertion_on_a_value_nobody_else_uses_holds_the_call() -> None:
    """`is` for the singletons, `==` for the rest, in the order given."""
    made = sequence((STACK,), (PUSH, Ref(0), 3), (POP, Ref(0)))
    asserted = (
        Assertion(1, "{0}", "None", 1),
        Assertion(0, "len({0})", "1", 1),
        Assertion(2, "{0}", "3", 2),
        Assertion(0, "{0}.is_empty()", "True", 2),
    )

    assert lines(made, "SumStack NoneType int", *asserted) == [
        "stack = SumStack()",
        "assert stack.push(3) is None",
        "assert len(stack) == 1",
        "assert stack.pop() == 3",
        "assert stack.is_empty() is True",
    ]


def test_an_assertion_asked_later_or_twice_needs_a_name() -> None:
    """The value is bound, and asked where the assertion says."""
    made = sequence((STACK,), (POP, Ref(0)), (PUSH, Ref(0), 3))

    assert lines(made, "SumStack int NoneType", Assertion(1, "{0}", "3", 2)) == [
        "stack = SumStack()",
        "number = stack.pop()",
        "stack.push(3)",
        "assert number == 3",
    ]


def test_displays_of_literals_are_written_where_they_are_used() -> None:
    """Nested ones and constants too; what holds a named value, or is used twice, has its own line."""
    red = method("Color.RED", kind=Kind.CONSTANT)
    paint = function("paint", "a b=")
    made = sequence(
        (red,),
        (display("(", 1), Ref(0)),
        (display("{:", 4), "a", Ref(1), "b", -1),
        (display("{", 0),),
        (paint, Ref(2), Ref(3)),
        (display("[", 2), Ref(4), 1),
        (paint, Ref(5), Ref(5)),
    )

    assert lines(made, "Color tuple dict set - list -") == [
        'result = paint({"a": (Color.RED,), "b": -1}, b=set())',
        "items = [result, 1]",
        "paint(items, b=items)",
    ]


def test_a_receiver_is_never_a_display_or_a_literal() -> None:
    """Both get a name."""
    made = sequence(
        (display("[", 1), 1),
        (method("list.append", "x", module="builtins"), Ref(0), 2),
        (operator("str.__mod__", "x"), "%d", 3),
    )

    assert lines(made, "list NoneType -") == ["items = [1]", "items.append(2)", 'text = "%d"', "_ = text % 3"]


def test_operators_follow_their_templates() -> None:
    """With brackets where precedence needs them, and a name where a linter would complain."""
    stack = (STACK,)
    made = sequence(
        stack,
        (operator("SumStack.__rpow__", "other"), Ref(0), -1),
        (operator("SumStack.__getitem__", "key"), Ref(0), "a"),
        (operator("SumStack.__setitem__", "key value"), Ref(0), "a", 1.5),
        (operator("SumStack.__delitem__", "key"), Ref(0), "a"),
        (operator("SumStack.__len__"), Ref(0)),
        (EQ, Ref(0), None),
        (ADD, Ref(0), -1),
        (operator("SumStack.__neg__"), Ref(7)),
        (method("SumStack.total", kind=Kind.READ), Ref(0)),
        (method("SumStack.total", "value", kind=Kind.WRITE), Ref(0), Ref(9)),
        (EQ, Ref(0), Ref(0)),
    )
    types = "SumStack int int NoneType NoneType int bool SumStack int int NoneType bool"

    assert lines(made, types, Assertion(6, "{0}", "False", 6), Assertion(11, "{0}", "True", 11)) == [
        "stack = SumStack()",
        "_ = (-1) ** stack",
        '_ = stack["a"]',
        'stack["a"] = 1.5',
        'del stack["a"]',
        "len(stack)",
        "nothing = None",
        "assert (stack == nothing) is False",
        "stack2 = stack + -1",
        "_ = -stack2",
        "total = stack.total",
        "stack.total = total",
        "assert (stack == stack) is True  # noqa: PLR0124",
    ]


def test_in_place_operators_keep_what_is_used_again() -> None:
    """The receiver is rebound only when nobody asks for it again."""
    made = sequence((STACK,), (IADD, Ref(0), 1), (IADD, Ref(1), 2), (PUSH, Ref(1), 3), (POP, Ref(2)))

    assert lines(made, "SumStack SumStack SumStack NoneType int") == [
        "stack = SumStack()",
        "stack += 1",
        "stack2 = stack",
        "stack2 += 2",
        "stack.push(3)",
        "stack2.pop()",
    ]


def test_with_binds_its_value_when_it_is_used() -> None:
    """And leaves the name out otherwise."""
    made = sequence(
        (STACK,),
        (operator("SumStack.__enter__"), Ref(0)),
        (operator("SumStack.__enter__"), Ref(0)),
        (POP, Ref(2)),
    )

    assert lines(made, "SumStack SumStack SumStack int") == [
        "stack = SumStack()",
        "with stack:",
        "    pass",
        "with stack as stack2:",
        "    pass",
        "stack2.pop()",
    ]


def test_a_value_that_is_none_is_written_as_none() -> None:
    """It has no name."""
    made = sequence((STACK,), (POP, Ref(0)), (PUSH, Ref(0), Ref(1)))

    assert lines(made, "SumStack NoneType NoneType") == ["stack = SumStack()", "stack.pop()", "stack.push(None)"]


def test_class_methods_and_nested_classes_go_through_the_class() -> None:
    """Keywords name optional arguments."""
    made = sequence(
        (display("[", 1), 1),
        (method("SumStack.from_list", "items limit=", Kind.CLASS_METHOD), Ref(0), 5),
        (constructor("Outer.Inner", "stack"), Ref(1)),
    )

    assert lines(made, "list SumStack Inner") == [
        "stack = SumStack.from_list([1], limit=5)",
        "Outer.Inner(stack)",
    ]


def test_repetition_in_displays_keeps_its_meaning() -> None:
    """A set drops what is equal, a dict is cut at the second of a key."""
    use = function("use", "x")
    made = sequence((display("{", 3), 1, True, 2), (use, Ref(0)), (display("{:", 4), "a", 1, "a", 2), (use, Ref(2)))

    assert lines(made, "set - dict -") == ["use({1, 2})", 'use({"a": 1} | {"a": 2})']


def test_long_lines_break_as_ruff_breaks_them() -> None:
    """All arguments on a line, then one a line; displays at once one a line."""
    make = function("make", "first second third=")
    made = sequence(
        (make, "a" * 27, "b" * 27, "c" * 10),
        (display("[", 3), 10**30, 10**30, 10**30),
        (make, Ref(1), "b" * 60, "c" * 20),
    )

    assert [
        "make(",
        f'    "{"a" * 27}", "{"b" * 27}", third="{"c" * 10}"',
        ")",
        "make(",
        "    [",
        f"        {10**30},",
        f"        {10**30},",
        f"        {10**30},",
        "    ],",
        f'    "{"b" * 60}",',
        f'    third="{"c" * 20}",',
        ")",
    ] == lines(made, "- list -")


def test_a_claim_may_say_where_the_last_call_stands() -> None:
    """With all its lines, indented as the claim has it."""
    claim = ("before = len({0})", "with contextlib.suppress(Exception):", "    {last}", "assert len({0}) == before")
    made = sequence((STACK,), (POP, Ref(0)), (EQ, Ref(0), None), (PUSH, Ref(0), -1))

    def spell(operation: Operation) -> str:
        return operation.path

    assert body(made, ("SumStack", "int", "bool"), spell, subjects=(0,), claim=claim)[-4:] == [
        "before = len(stack)",
        "with contextlib.suppress(Exception):",
        "    stack.push(-1)",
        "assert len(stack) == before",
    ]


def test_copies_are_written_with_their_modules() -> None:
    """And named after what they are copies of."""
    made = sequence(
        (STACK,), *((operator(f"SumStack.{name}"), Ref(0)) for name in COPYING), (POP, Ref(1)), (POP, Ref(2))
    )

    assert lines(made, "SumStack SumStack SumStack SumStack int int") == [
        "stack = SumStack()",
        "stack2 = copy.copy(stack)",
        "stack3 = copy.deepcopy(stack)",
        "pickle.loads(pickle.dumps(stack))",
        "stack2.pop()",
        "stack3.pop()",
    ]


def test_what_came_back_is_compared_by_identity() -> None:
    """In the call itself, if nobody else asks for what it returned."""
    made = sequence((STACK,), (PUSH, Ref(0), 3))

    assert lines(made, "SumStack SumStack", Assertion(1, "{0} is {1}", "", 1, (0,))) == [
        "stack = SumStack()",
        "assert stack.push(3) is stack",
    ]


def test_a_claim_stands_as_it_is() -> None:
    """There is nothing to compare it with."""
    made = sequence((GET_DATA, 1))

    assert lines(made, "str", Assertion(0, "{0}.startswith('a')", "", 0)) == [
        "number = 1",
        "data = number.get_data()",
        'assert data.startswith("a")',
    ]


def test_a_literal_gets_its_name_before_the_block_that_expects_an_exception() -> None:
    """Only the call itself is expected to raise."""
    made = sequence((GET_DATA, 1))
    refused = body(made, (), str, refusal=Refusal("builtins", "ValueError", "no"))

    assert refused == ["number = 1", 'with pytest.raises(builtins.ValueError, match="no"):', "    number.get_data()"]


def test_an_operator_in_place_that_is_refused_keeps_its_name() -> None:
    """Nobody asks for what it would have made."""
    refused = body(sequence((STACK,), (IADD, Ref(0), 3)), ("SumStack",), str, refusal=Refusal("builtins", "ValueError"))

    assert refused == ["stack = shop.SumStack()", "with pytest.raises(builtins.ValueError):", "    stack += 3"]
