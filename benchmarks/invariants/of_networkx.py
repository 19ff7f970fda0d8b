"""What the documentation of networkx.Graph promises; directed graphs and multigraphs are below it: not meant."""

from __future__ import annotations

from networkx import Graph

from caddis import assume, check


@check
def adjacency_is_symmetric(graph: Graph) -> None:
    """ "Undirected graph": whoever is adjacent is adjacent both ways, with the same data."""
    assume(type(graph) is Graph)
    for node, neighbours in graph.adjacency():
        for other, data in neighbours.items():
            assert graph.adj[other][node] is data


@check
def degrees_count_every_edge_twice(graph: Graph) -> None:
    """ "degree: the number of edges adjacent to the node"; a self-loop counts twice."""
    assume(type(graph) is Graph)
    assert sum(degree for _, degree in graph.degree()) == 2 * graph.number_of_edges()


@check
def edges_join_nodes(graph: Graph) -> None:
    """An edge is between two nodes of the graph."""
    assume(type(graph) is Graph)
    assert all(one in graph and other in graph for one, other in graph.edges())
