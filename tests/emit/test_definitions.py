"""Functions and classes that a test defines are written as a person would."""

from __future__ import annotations

from caddis.emit.script import script
from caddis.model.definition import Definition, Formal, Method, calling, defining, given, result
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Literal, Sequence, Statement
from emit.making import constructor, method

STACK = Statement(constructor("SumStack", ""), ())
PUSH = method("SumStack.push", "item")


def slots(*names: str) -> list[Statement]:
    """What stands for names."""
    return [given(name) for name in names]


def test_a_function_is_a_def_that_uses_names_around_it() -> None:
    """What it returns stands where it is made."""
    body = Sequence(
        (*slots("stack", "key", "number"), Statement(PUSH, (-3, -1)), Statement(PUSH, (-4, -2)), result(-1))
    )
    definition = Definition("key", (Method("key", (Formal("number"),), body),))

    source = script(Sequence((STACK, Statement(defining(definition, ["stack"]), (-1,)))))

    assert source.split("\n\n\n")[1:] == ["def key(number):\n    stack.push(number)\n    return stack.push(number)"]


def test_a_class_overrides_methods_and_calls_upward() -> None:
    """One method after the other."""
    push = Method(
        "push", (Formal("item", Literal(1)),), Sequence((*slots("self", "super()", "item"), Statement(PUSH, (-2, -1))))
    )
    pop = Method("pop", (), Sequence(tuple(slots("self", "super()"))))
    definition = Definition("MyStack", (push, pop), ("shop", "SumStack"))

    source = script(Sequence((Statement(defining(definition, []), ()), Statement(calling(), (-1,)))))

    assert source.split("\n\n\n") == [
        "from shop import SumStack\n\nclass MyStack(SumStack):\n    def push(self, item=1):\n        super().push(item)"
        "\n\n    def pop(self):\n        pass",
        "MyStack()",
    ]


def test_a_name_that_a_parameter_would_hide_is_another() -> None:
    """The receiver of one class is not that of a class inside."""
    inner = Method("push", (), Sequence((*slots("outer", "self", "super()"), Statement(PUSH, (-3, Literal(1))))))
    nested = Statement(defining(Definition("Inner", (inner,), ("shop", "SumStack")), ["outer"]), (-2,))
    outer = Method("push", (), Sequence((*slots("self", "super()"), nested)))
    operation = defining(Definition("Outer", (outer,), ("shop", "SumStack")), [])

    source = script(Sequence((Statement(operation, ()),)))

    assert "        outer = self\n" in source
    assert "                outer.push(1)" in source


def test_two_definitions_of_one_name_are_told_apart() -> None:
    """And each knows itself by its own name."""
    body = Sequence((*slots("listener"), result(-1)))
    definition = Definition("listener", (Method("listener", (), body),))
    operation = defining(definition, [])

    source = script(Sequence((Statement(operation, ()), Statement(operation, ()))))

    assert source == "def listener():\n    return listener\n\n\ndef listener2():\n    return listener2"


def test_what_keywords_a_constructor_takes_is_named() -> None:
    """As in any call."""
    definition = Definition("MyStack", (), ("shop", "SumStack"))
    call = calling((Parameter("limit", Place.KEYWORD),))

    source = script(Sequence((Statement(defining(definition, []), ()), Statement(call, (-1, Literal(3))))))

    assert source.endswith("class MyStack(SumStack):\n    pass\n\n\nMyStack(limit=3)")


def test_kinds_that_stand_only_inside_need_no_import() -> None:
    """Nor does what a test defines."""
    assert [Operation(kind, "", "", "x").imported for kind in (Kind.GIVEN, Kind.RESULT, Kind.CALL)] == [None] * 3
