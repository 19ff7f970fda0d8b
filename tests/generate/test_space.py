"""The parameter graph, the sizes of its spaces and their members: Figures 2 and 3 of the JCrasher paper."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from caddis.discover import discover, locate
from caddis.emit.script import script
from caddis.generate.draft import Draft
from caddis.generate.graph import NONE, Graph, Slot
from caddis.generate.recipes import Recipe
from caddis.generate.space import Shuffled, Space
from caddis.model.api import Signature
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Atom, Literal, Sequence
from caddis.model.types import ANYTHING, Instance, OneOf, Type, exactly

TESTS = Path(__file__).parent.parent
INT = Instance(int)


def function(*parameters: Parameter) -> Operation:
    """A function with these parameters."""
    return Operation(Kind.FUNCTION, "subject", "", "call", parameters)


def space_of(parameters: tuple[Parameter, ...], types: tuple[Type, ...], **added: tuple[Atom, ...]) -> list[str]:
    """The calls of a function to depth 3, as one would write them."""
    operation = function(*parameters)
    graph = Graph({operation: Signature(types, ANYTHING)}, {}, {int: added.get("int", ())})
    space = Space(graph)
    return [program(space.member(operation, 3, number)) for number in range(space.size(operation, 3))]


def program(recipe: Recipe) -> str:
    """A program that makes a call, without its imports."""
    draft = Draft(0)
    recipe.make(draft)
    lines = script(Sequence(draft.statements)).splitlines()
    return "; ".join(line for line in lines if line and "import" not in line)


@pytest.fixture(scope="module")
def figure() -> tuple[Graph, Space, dict[str, Operation]]:
    """Figure 2: f(A, int), A(B), B.m(int) that returns an A, B()."""
    api = discover([locate("subjects.enumerated_figure", TESTS)])
    graph = Graph(api.operations, {}, {})
    return graph, Space(graph), {operation.path: operation for operation in api.operations}


def test_the_graph_leads_from_types_to_values_and_operations(
    figure: tuple[Graph, Space, dict[str, Operation]],
) -> None:
    """Figure 2: None and the two operations that yield an A, None and the one that yields a B, three numbers."""
    graph, _, operations = figure
    [way] = graph.calls(operations["f"])
    a, number = way.slots
    assert a is not None
    assert number is not None

    assert graph.presets(a) == (NONE,)
    assert {str(each.operation.path) for each in graph.ways(a.known)} == {"A", "B.m"}
    assert graph.presets(number) == (Literal(-1), Literal(0), Literal(1))
    assert graph.ways(number.known) == ()


def test_nothing_is_called_on_none(figure: tuple[Graph, Space, dict[str, Operation]]) -> None:
    """As a receiver it would be no call of the class's."""
    graph, _, operations = figure
    receiver = graph.calls(operations["B.m"])[0].slots[0]
    assert receiver is not None

    assert graph.presets(receiver) == ()
    assert [each.operation.path for each in graph.ways(receiver.known)] == ["B"]


def test_sizes_add_up_over_ways_and_multiply_over_slots(figure: tuple[Graph, Space, dict[str, Operation]]) -> None:
    """Figure 3: an A is None, A(None), A(B()) or B().m of three numbers, six in all; so f has 6 · 3 calls."""
    _, space, operations = figure
    sizes = {
        path: [space.size(operation, depth) for depth in (0, 1, 2, 3, 4)] for path, operation in operations.items()
    }

    assert sizes == {"f": [0, 3, 6, 18, 18], "A": [0, 1, 2, 2, 2], "B.m": [0, 0, 3, 3, 3], "B": [0, 1, 1, 1, 1]}


def test_members_come_in_the_order_of_the_figure(figure: tuple[Graph, Space, dict[str, Operation]]) -> None:
    """From f(None, -1), f(None, 0), f(None, 1), f(A(None), -1) to f(B().m(1), 1)."""
    _, space, operations = figure
    members = [program(space.member(operations["f"], 3, number)) for number in range(18)]

    assert members[:4] == ["f(None, -1)", "f(None, 0)", "f(None, 1)", "a = A(None); f(a, -1)"]
    assert members[-1] == "b = B(); result = b.m(1); f(result, 1)"
    assert len(set(members)) == 18


def test_there_is_no_member_past_the_last(figure: tuple[Graph, Space, dict[str, Operation]]) -> None:
    """The size is exact."""
    _, space, operations = figure

    with pytest.raises(IndexError):
        space.member(operations["f"], 3, 18)


def test_an_optional_argument_is_given_or_left_out() -> None:
    """Each by itself, since names reach past a gap."""
    optional = Parameter("first", required=False), Parameter("second", required=False)

    assert space_of(optional, (exactly(1), exactly(2))) == [
        "call()",
        "call(second=2)",
        "call(first=1)",
        "call(first=1, second=2)",
    ]


def test_nothing_is_given_by_position_past_a_gap() -> None:
    """What can only be given by position needs all before it."""
    parameters = (
        Parameter("first", required=False),
        Parameter("rest", Place.VARIADIC, required=False),
        Parameter("rest", Place.VARIADIC, required=False),
    )

    assert space_of(parameters, (exactly(1), exactly(2), exactly(3))) == [
        "call()",
        "call(first=1)",
        "call(1, 2)",
        "call(1, 2, 3)",
    ]


def test_containers_are_written_out() -> None:
    """With none, one and two elements."""
    calls = space_of((Parameter("items"),), (Instance(list, (exactly("a", "b"),)),))

    assert calls == [
        "call(None)",
        "call([])",
        'call(["a"])',
        'call(["b"])',
        'call(["a", "a"])',
        'call(["a", "b"])',
        'call(["b", "a"])',
        'call(["b", "b"])',
    ]


def test_none_is_tried_for_objects_and_not_for_numbers() -> None:
    """As null is in the paper."""
    graph = Graph({}, {}, {})

    assert NONE in graph.presets(Slot(Instance(str)))
    assert NONE not in graph.presets(Slot(INT))
    assert NONE in graph.presets(Slot(OneOf((INT, Instance(type(None))))))


def test_the_users_atoms_are_presets() -> None:
    """Beside the three of the paper."""
    assert space_of((Parameter("number"),), (INT,), int=(42,)) == ["call(-1)", "call(0)", "call(1)", "call(42)"]


def test_the_size_of_what_could_never_be_built_is_known() -> None:
    """A function of functions of functions, and any one of its calls."""
    api = discover([locate("collections", TESTS)])
    space = Space(Graph(api.operations, api.helpers, {}))
    largest = max(api.operations, key=lambda operation: space.size(operation, 6))
    size = space.size(largest, 6)

    assert math.log10(size) > 1000
    assert space.member(largest, 6, 0) != space.member(largest, 6, size - 1)


@pytest.mark.parametrize("size", [1, 2, 3, 10, 1000])
def test_a_shuffle_has_each_number_once(size: int) -> None:
    """In another order for another key."""
    shuffled = [Shuffled(size, "a")[position] for position in range(size)]

    assert sorted(shuffled) == list(range(size))
    assert size < 10 or shuffled != [Shuffled(size, "b")[position] for position in range(size)]


def test_a_shuffle_draws_evenly() -> None:
    """A tenth of it has about a tenth of each tenth."""
    size = 100_000
    shuffled = Shuffled(size, "key")
    tenths = [0] * 10
    for position in range(size // 10):
        tenths[shuffled[position] * 10 // size] += 1

    # the standard deviation is 30
    assert all(abs(count - 1_000) < 150 for count in tenths)


def test_of_the_largest_spaces_any_member_is_found() -> None:
    """No list of them is ever made."""
    size = 10**500
    drawn = {Shuffled(size, "key")[position] for position in range(50)}

    assert len(drawn) == 50
    assert max(drawn) > 10**498
