"""Source in which names stand with their modules, written as one file writes them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from caddis.model.finding import Name


def respelt(source: str, names: Iterable[Name], spell: Callable[[Name], str]) -> str:
    """An expression in which each of the names, written with its module, is written as `spell` says."""
    wanted = {".".join(name): name for name in names}
    if not wanted or not source:
        return source
    # offsets in a tree count bytes
    text = source.encode()
    for start, end, name in sorted(_found(ast.parse(source, mode="eval").body, wanted), reverse=True):
        text = text[:start] + spell(name).encode() + text[end:]
    return text.decode()


def _found(node: ast.AST, wanted: dict[str, Name]) -> Iterator[tuple[int, int, Name]]:
    """Where in a single line the names stand."""
    if isinstance(node, ast.Attribute) and (name := wanted.get(ast.unparse(node))) is not None:
        yield node.col_offset, node.end_col_offset or 0, name
        return
    for child in ast.iter_child_nodes(node):
        yield from _found(child, wanted)
