"""Each kind of member becomes an operation as Python code uses it."""

from __future__ import annotations

import sys

from caddis.model.api import Clue, Source
from caddis.model.operation import Kind, Place
from caddis.model.types import ANYTHING, NONE, Instance, OneOf, exactly

INT, STR = Instance(int), Instance(str)


def shape(operation) -> list[tuple[str, str, bool]]:
    """Name, place and need of each parameter."""
    return [(each.name, each.place.value, each.required) for each in operation.parameters]


def test_constructor(discovered):
    """A class is called with what its `__init__` takes, and gives an instance."""
    found = discovered("api_kinds")
    operation = found.operation("api_kinds.Stack")
    cls = sys.modules["api_kinds"].Stack

    assert operation.kind == Kind.CONSTRUCTOR
    assert (operation.owner, operation.name) == ("Stack", "Stack")
    assert shape(operation) == [("items", "either", False), ("capacity", "keyword", False)]
    assert Instance(cls) == found.signature("api_kinds.Stack").returns
    assert (OneOf((Instance(list, (INT,)), NONE)), INT) == found.signature("api_kinds.Stack").parameters


def test_method_has_its_receiver_first(discovered):
    """The first parameter of a method is its receiver."""
    found = discovered("api_kinds")

    assert shape(found.operation("api_kinds.Stack.push")) == [("self", "positional", True), ("item", "either", True)]
    assert (Instance(sys.modules["api_kinds"].Stack), INT) == found.signature("api_kinds.Stack.push").parameters


def test_kinds_of_members(discovered):
    """Methods, class methods, static methods, properties and cached ones are told apart."""
    found = discovered("api_kinds")
    stack = "api_kinds.Stack."

    assert [n.removeprefix(stack) for n in found.names("method", stack)] == [
        "push", "cached", "push_one", "later", "forever", "__call__",
    ]  # fmt: skip
    assert [stack + "of"] == found.names("class method", stack)
    assert [stack + "compare"] == found.names("static method", stack)
    assert [stack + "top", stack + "capacity", stack + "total"] == found.names("read", stack)
    assert [stack + "capacity"] == found.names("write", stack)
    assert found.signature("api_kinds.Stack.capacity", "write").parameters[1:] == (INT,)
    assert found.signature("api_kinds.Stack.top").returns == INT


def test_operators(discovered):
    """Special methods become the operators they stand for, with as many arguments as those take."""
    found = discovered("api_kinds")
    stack = "api_kinds.Stack."
    names = {name.removeprefix(stack) for name in found.names("operator", stack)}

    assert {
        "__len__", "__contains__", "__getitem__", "__setitem__", "__iter__", "__add__", "__iadd__", "__enter__",
    } == names  # fmt: skip
    assert len(found.operation(stack + "__setitem__").parameters) == 3
    assert Instance(list) == found.signature(stack + "__iter__").returns


def test_untyped_operand_is_most_likely_of_the_same_class(discovered):
    """The other side of an operator without annotation is tried with the same class."""
    signature = discovered("api_kinds").signature("api_kinds.Stack.__add__")

    assert OneOf((signature.parameters[0], ANYTHING)) == signature.parameters[1]


def test_the_use_of_an_operand_is_a_clue_unless_the_same_class_is_likely(discovered):
    """What `in` is asked about need not be another of the class, but here the code asks for that."""
    found = discovered("hinted_operands")
    span = Instance(sys.modules["hinted_operands"].Span)

    assert Clue(Source.USE, span) in found.signature("hinted_operands.Span.__contains__").clues[1]
    assert found.signature("hinted_operands.Span.__add__").clues == ()


def test_inherited_members_belong_to_the_subclass(discovered):
    """A subclass offers what it inherits, under its own name."""
    names = discovered("api_kinds").names(under="api_kinds.SubStack.")

    assert "api_kinds.SubStack.clear" in names
    assert "api_kinds.SubStack.push" in names
    assert "api_kinds.SubStack.__len__" in names
    assert "api_kinds.SubStack.__hash__" not in names


def test_members_of_builtin_bases(discovered):
    """What a class inherits from list is its own, with the types typeshed knows."""
    found = discovered("api_kinds")

    assert found.signature("api_kinds.Words.index").returns == INT
    assert "api_kinds.Words.append" in found.names("method")
    assert "api_kinds.Words.__getitem__" in found.names("operator")


def test_machinery_is_not_inherited(discovered):
    """What every object, exception or enumeration has is no part of an API."""
    found = discovered("api_kinds")

    assert found.names(under="api_kinds.Refused") == ["api_kinds.Refused", "api_kinds.Refused.hint"]
    assert found.names(under="api_kinds.Square") == [
        "api_kinds.Square",
        "api_kinds.Square.area",
        "api_kinds.Square.double",
    ]
    assert found.names(under="api_kinds.Access") == ["api_kinds.Access.READ", "api_kinds.Access.WRITE"]


def test_enumeration(discovered):
    """The members of an enumeration are constants, aliases aside, and it is not called."""
    found = discovered("api_kinds")

    assert found.names("constant", "api_kinds.Colour") == ["api_kinds.Colour.RED", "api_kinds.Colour.GREEN"]
    assert found.names("method", "api_kinds.Colour") == ["api_kinds.Colour.darker"]
    assert "api_kinds.Colour" not in found.names("constructor")


def test_dataclass_attributes(discovered):
    """The fields of a dataclass are read; class variables and initialisers are not."""
    found = discovered("api_kinds")

    assert found.names("read", "api_kinds.Point") == ["api_kinds.Point.x", "api_kinds.Point.y", "api_kinds.Point.tags"]
    assert Instance(list, (STR,)) == found.signature("api_kinds.Point.tags").returns
    assert {"__eq__", "__lt__", "__repr__"} <= {o.name for o in found.api.operations if o.owner == "Point"}


def test_slots_and_tuples(discovered):
    """Slots and the fields of named tuples are read, with their types where known."""
    found = discovered("api_kinds")

    assert [found.signature(f"api_kinds.Slotted.{name}").returns for name in ("left", "right")] == [INT, ANYTHING]
    assert found.names("read", "api_kinds.Pair.") == ["api_kinds.Pair.first", "api_kinds.Pair.second"]
    assert found.signature("api_kinds.Person.name").returns == STR
    assert found.signature("api_kinds.Person").parameters == (STR, INT)


def test_abstract_classes_are_not_made(discovered):
    """Abstract classes and protocols have no constructor, and their unwritten methods are no operations."""
    found = discovered("api_kinds")

    assert found.names(under="api_kinds.Shape") == ["api_kinds.Shape.double"]
    assert found.names(under="api_kinds.Sized") == []


def test_nested_class(discovered):
    """A class inside a class is reached through it."""
    operation = discovered("api_kinds").operation("api_kinds.Stack.Frame")

    assert (operation.owner, operation.name, operation.imported) == ("Stack.Frame", "Frame", "Stack")


def test_module_constant(discovered):
    """A public instance of one of the target's classes is a constant; a number is not."""
    found = discovered("api_kinds")

    assert [name for name in found.names("constant") if name.count(".") == 1] == ["api_kinds.ORIGIN"]
    assert found.operation("api_kinds.ORIGIN").parameters == ()


def test_what_is_awaited_and_what_asks_for_a_loop(discovered):
    """Coroutine functions are awaited; a generator, a wrapper, and a function that brings its own loop are not."""
    found = discovered("api_waiting")
    waiting = {str(operation).removeprefix("api_waiting."): operation.waiting for operation in found.api.operations}

    assert {name for name, how in waiting.items() if how == "awaited"} == {
        "fetch", "half", "Client.get", "Client.make", "Client.ready", "Client.__call__",
        "Client.__aenter__", "Client.__aiter__", "Client.__anext__", "Client.__await__",
    }  # fmt: skip
    assert {name for name, how in waiting.items() if how == "inside"} == {"start", "Client", "Client.restart"}
    assert {"count", "wrapped", "waited", "Client.all"} <= waiting.keys()


def test_private_names_on_request(discovered):
    """Names with one underscore join in only when asked for."""
    assert "api_kinds._private" not in discovered("api_kinds").names()
    assert {"api_kinds._private", "api_kinds.Stack._grow"} <= set(discovered("api_kinds", private=True).names())


def test_parameters_of_a_function(discovered):
    """Places, defaults, `*args` and keywords are kept; `**kwargs` is left to its default."""
    found = discovered("api_kinds")
    operation = found.operation("api_kinds.add")
    known = dict(
        zip([each.name for each in operation.parameters], found.signature("api_kinds.add").parameters, strict=True)
    )

    assert list(known) == ["a", "b", "rest1", "rest2", "rest3", "c", "d", "e"]
    assert [each.place for each in operation.parameters[2:5]] == [Place.VARIADIC] * 3
    assert [each.name for each in operation.parameters if each.required] == ["a", "c"]
    assert OneOf((ANYTHING, NONE)) == known["d"]
    assert OneOf((Instance(float), ANYTHING)) == known["e"]


def test_options_that_a_function_looks_for(tmp_path, monkeypatch, discovered):
    """They are parameters like others; so are those that examples give it."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "temporary_options.py").write_text(
        'def f(size, **options):\n    """>>> f(1, shown=2, size=3)"""\n'
        "    return options.get('size', 0) + options.pop('step', 2) + options['_own'](size)\n",
        encoding="utf-8",
    )
    found = discovered("temporary_options")
    operation, signature = found.operation("temporary_options.f"), found.signature("temporary_options.f")

    assert [each.name for each in operation.parameters] == ["size", "step", "shown"]
    assert [each.place for each in operation.parameters[1:]] == [Place.KEYWORD] * 2
    assert [each.required for each in operation.parameters] == [True, False, False]
    assert Clue(Source.USE, INT) in signature.clues[1]
    assert Clue(Source.EXAMPLE, exactly(2)) in signature.clues[2]


def test_decorated_functions(discovered):
    """Wrapped, cached, dispatched and partial functions keep what is known of them."""
    found = discovered("api_kinds")

    assert found.signature("api_kinds.wrapped").parameters == (INT,)
    assert found.signature("api_kinds.wrapped").returns == STR
    assert found.signature("api_kinds.remembered").returns == INT
    assert found.signature("api_kinds.dispatched").parameters == (ANYTHING,)
    assert found.operation("api_kinds.add_one").parameters[0].name == "b"
    assert found.operation("api_kinds.add_one").kind == "function"


def test_order_is_that_of_definition(discovered):
    """Operations come in the order a reader of the module meets them, the same every time."""
    names = discovered("api_kinds").names()

    assert names.index("api_kinds.Stack") < names.index("api_kinds.Colour.RED") < names.index("api_kinds.add")
    assert names == discovered("api_kinds").names()


def test_hostile_objects_are_survived_untouched(discovered):
    """Objects that fight being looked at give what can be known, and none of their properties is run."""
    found = discovered("api_hostile")

    assert found.signature("api_hostile.Guarded").parameters == (INT,)
    assert "api_hostile.Guarded.ask" in found.names("method")
    assert "api_hostile.Guarded.price" in found.names("read")
    assert "api_hostile.Anything.use" in found.names("method")
    assert "api_hostile.lying" in found.names("function")
    assert found.signature("api_hostile.with_default").parameters == (ANYTHING, ANYTHING)
    assert not {"price", "descriptor", "secret"} & set(sys.modules["api_hostile"].touched)


def test_a_setter_that_only_raises_is_no_way_to_write(discovered):
    """It says that the attribute is read only; one that checks first may be written."""
    found = discovered("members_read_only")

    assert found.names("read") == ["members_read_only.Version.major", "members_read_only.Version.minor"]
    assert found.names("write") == ["members_read_only.Version.minor"]
