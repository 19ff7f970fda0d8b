"""The program of Figure 1 of the paper on Palulu: graphs, and nodes that know the graph they belong to."""

from __future__ import annotations


class Graph:
    """Must be initialised before any other call; a node must be added before it is given edges."""

    def __init__(self) -> None:
        self._adj_map: dict[Node, set[Node]] | None = None

    @staticmethod
    def generate_graph() -> Graph:
        g = Graph()
        g.init()
        return g

    def init(self) -> None:
        self._adj_map = {}

    def add_node(self, n: Node) -> None:
        self._adj_map[n] = set()

    def add_edge(self, n1: Node, n2: Node) -> None:
        self._add_to_node(n1, n2)
        self._add_to_node(n2, n1)

    def _add_to_node(self, source: Node, target: Node) -> None:
        successors = self._adj_map.get(source)
        successors.add(target)

    def get_degree(self, n: Node) -> int:
        return len(self._adj_map.get(n))


class Node:
    """Must have an owner before any other call."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._owner: Graph | None = None

    def set_owner(self, a: Graph) -> None:
        self._owner = a

    def add_edge(self, n: Node) -> None:
        self._owner.add_edge(self, n)

    def get_degree(self) -> int:
        return self._owner.get_degree(self)
