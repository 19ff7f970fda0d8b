"""The example of the paper on Palulu: the histories of Figures 6 and 8, models of Figure 4, tests as in Figure 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.model.sequence import Literal
from cli.running import SUBJECTS, Project
from recording.recorded import Recorded, graph, recorded, sources
from subjects.recorded_graphs import Graph, Node

MODULE = "subjects.recorded_graphs"
MAIN = """
from recorded_graphs import Graph, Node

g1 = Graph.generate_graph()
n1 = Node("NYC")
n1.set_owner(g1)
n2 = Node("Boston")
n2.set_owner(g1)
g1.add_node(n1)
g1.add_node(n2)
n1.add_edge(n2)
n1.get_degree()
"""


def main() -> None:
    """The run of Figure 1."""
    g1 = Graph.generate_graph()
    n1 = Node("NYC")
    n1.set_owner(g1)
    n2 = Node("Boston")
    n2.set_owner(g1)
    g1.add_node(n1)
    g1.add_node(n2)
    n1.add_edge(n2)
    n1.get_degree()


@pytest.fixture
def run(tmp_path: Path) -> Recorded:
    """That run, recorded."""
    return recorded(tmp_path, main, MODULE)


def test_the_history_of_the_graph(run: Recorded) -> None:
    """Figure 6, with the writes that it leaves out."""
    [thing] = run.of("Graph")

    assert run.raw[thing] == [
        "Graph.generate_graph @ result",
        "  Graph.__init__ @ 0",
        "    Graph._adj_map @ 0",
        "  Graph.init @ 0",
        "    Graph._adj_map @ 0",
        "Node.set_owner @ 1",
        "  Node._owner @ 1",
        "Node.set_owner @ 1",
        "  Node._owner @ 1",
        "Graph.add_node @ 0",
        "Graph.add_node @ 0",
        "Graph.add_edge @ 0",
        "  Graph._add_to_node @ 0",
        "  Graph._add_to_node @ 0",
        "Graph.get_degree @ 0",
    ]


def test_the_history_of_a_node(run: Recorded) -> None:
    """Figure 6: calls of builtin containers that it takes part in are there, too."""
    assert run.raw[run.of("Node")[0]] == [
        "Node.__init__ @ 0",
        "  Node._name @ 0",
        "  Node._owner @ 0",
        "Node.set_owner @ 0",
        "  Node._owner @ 0",
        "Graph.add_node @ 1",
        "  dict.__setitem__ @ 1",
        "Node.add_edge @ 0",
        "  Graph.add_edge @ 1",
        "    Graph._add_to_node @ 1",
        "      dict.get @ 1",
        "    Graph._add_to_node @ 2",
        "      set.add @ 1",
        "Node.get_degree @ 0",
        "  Graph.get_degree @ 1",
        "    dict.get @ 1",
    ]


def test_the_filtered_histories_of_the_nodes(run: Recorded) -> None:
    """Figure 8."""
    first, second = (run.filtered[thing] for thing in run.of("Node"))

    assert first == [
        "Node.__init__ @ 0",
        "Node.set_owner @ 0",
        "Graph.add_node @ 1",
        "Node.add_edge @ 0",
        "  Graph.add_edge @ 1",
    ]
    assert second == [
        "Node.__init__ @ 0",
        "Node.set_owner @ 0",
        "Graph.add_node @ 1",
        "Node.add_edge @ 1",
        "  Graph.add_edge @ 2",
    ]


def test_the_model_of_graph(run: Recorded) -> None:
    """Figure 4: five states, and two ways to come to adding nodes."""
    model = run.usage.models[f"{MODULE}:Graph"]

    assert sources(model) == {"Graph.generate_graph", "Graph"}
    assert graph(model) == {
        "Graph.generate_graph @ -1": {"Graph.add_node @ 0"},
        "Graph @ 0": {"Graph.init @ 0"},
        "Graph.init @ 0": {"Graph.add_node @ 0"},
        "Graph.add_node @ 0": {"Graph.add_node @ 0", "Graph.add_edge @ 0"},
        "Graph.add_edge @ 0": set(),
    }


def test_the_model_of_node(run: Recorded) -> None:
    """Figure 4: what is nested is another way to go on, and the place of the object tells calls apart."""
    model = run.usage.models[f"{MODULE}:Node"]

    assert sources(model) == {"Node"}
    assert graph(model) == {
        "Node @ 0": {"Node.set_owner @ 0"},
        "Node.set_owner @ 0": {"Graph.add_node @ 1"},
        "Graph.add_node @ 1": {"Node.add_edge @ 0", "Graph.add_edge @ 1", "Node.add_edge @ 1", "Graph.add_edge @ 2"},
        "Node.add_edge @ 0": set(),
        "Graph.add_edge @ 1": set(),
        "Node.add_edge @ 1": set(),
        "Graph.add_edge @ 2": set(),
    }


def test_values_are_kept_for_each_parameter(run: Recorded) -> None:
    """They are part of the node."""
    [made] = [node for node in run.usage.models[f"{MODULE}:Node"].nodes if node.callee.path == "Node"]

    assert made.given[made.parameters.index("name")] == (Literal("NYC"), Literal("Boston"))


def test_tests_obey_the_rules_and_go_beyond_the_run(tmp_path: Path) -> None:
    """Figure 2: nodes have an owner and graphs are initialised before they are used, in ways that the run had not."""
    project = Project(tmp_path)
    (project.directory / "recorded_graphs.py").write_text((SUBJECTS / "recorded_graphs.py").read_text())
    (project.directory / "main.py").write_text(MAIN)
    assert project.caddis("trace", "--of", "recorded_graphs", "main.py").status == 0

    run = project.caddis(
        "generate", "recorded_graphs.py", "--strategy", "model", "--steps", "1500", "--max-tests", "60"
    )
    source = run.files["tests/caddis/test_recorded_graphs.py"]

    assert run.status == 0
    assert "add_edge" in source or "get_degree" in source
    for name, test in run.tests("tests/caddis/test_recorded_graphs.py").items():
        if "generate_graph" not in test and "add_node(" in test:
            assert test.index(".init()") < test.index("add_node("), name
        if "node.get_degree()" in test:
            assert test.index("set_owner(") < test.index("node.get_degree()"), name
    # a graph with one node, or with three: the run had two, and an edge between them
    nodes = [test.count(".add_node(") for test in run.tests("tests/caddis/test_recorded_graphs.py").values()]
    assert {1, 3} & {*nodes}
