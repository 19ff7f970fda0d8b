"""Tests that differ only in values, merged into one with a row of values for each."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable
from collections.abc import Sequence as Listing
from dataclasses import dataclass
from typing import TypeVar

from caddis.emit.expressions import document
from caddis.emit.imports import Import
from caddis.emit.layout import lay_out
from caddis.emit.leaves import Code, Leaf
from caddis.emit.names import FORBIDDEN, NOUNS
from caddis.emit.printer import render
from caddis.emit.words import evaluated

MOST_ROWS = 8
"""More than these are merged into several tests."""
MOST_COLUMNS = 5
WIDEST = 52
"""The characters of the values in a row; with an id, wider ones would need several lines."""
NEEDED = Import("pytest")


@dataclass(frozen=True, slots=True)
class Column:
    """A parameter: the places of the literals it stands for, and the source of its value in each row."""

    name: str
    places: tuple[int, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Code with parameters in place of the literals that vary."""

    lines: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def decorator(self, ids: Listing[str] | None) -> list[str]:
        """The lines that give the rows, with these ids, or with those that pytest makes itself."""
        rows = [", ".join(values) for values in zip(*(column.values for column in self.columns), strict=True)]
        several = len(self.columns) > 1
        if ids is not None:
            rows = [f'pytest.param({row}, id="{identity}")' for row, identity in zip(rows, ids, strict=True)]
        elif several:
            rows = [f"({row})" for row in rows]
        names = ", ".join(f'"{name}"' for name in self.parameters)
        source = f"pytest.mark.parametrize({f'({names})' if several else names}, [{', '.join(rows)}])"
        tree = ast.parse(source, mode="eval")
        return render(["@", document(tree.body, source)], 0)


Item = TypeVar("Item")


def alike(items: Iterable[tuple[Item, Code, object]]) -> list[list[Item]]:
    """Items whose code differs only in values, together; each comes with its code, and with what else must be equal.

    What is merged has few columns and few rows; each group stands where its first item stood.
    """
    groups: list[tuple[list[Item], list[Code]]] = []
    by_shape: dict[object, list[tuple[list[Item], list[Code]]]] = defaultdict(list)
    for item, code, setting in items:
        candidates = by_shape[code.shape, setting]
        for members, codes in candidates:
            if len(members) < MOST_ROWS and fits([*codes, code]):
                members.append(item)
                codes.append(code)
                break
        else:
            group = ([item], [code])
            candidates.append(group)
            groups.append(group)
    return [members for members, _ in groups]


def fits(codes: Listing[Code]) -> bool:
    """Whether pieces of code of one shape make a table that is easy to read, and does what they do."""
    columns = _columns(codes)
    if not 0 < len(columns) <= MOST_COLUMNS:
        return False
    # a variable that may be changed must be made anew each time
    bound = [code.leaves[place] for _, places in columns for place in places for code in codes]
    if any(leaf.variable and leaf.mutable for leaf in bound):
        return False
    rows = zip(*(values for values, _ in columns), strict=True)
    return all(sum(len(value) + 2 for value in row) <= WIDEST for row in rows)


def tabulated(codes: Listing[Code], reserved: Collection[str], indent: int) -> Table:
    """One piece of code for several of a shape, to stand `indent` columns from the left.

    No parameter has a reserved name.
    """
    first = codes[0]
    forbidden = {*FORBIDDEN, *first.names, *reserved}
    taken: set[str] = set()
    columns: list[Column] = []
    # variables keep their names
    for values, places in sorted(_columns(codes), key=lambda column: not first.leaves[column[1][0]].variable):
        leaves = [first.leaves[place] for place in places]
        bound = next((leaf.name for leaf in leaves if leaf.variable), None)
        name = bound or _parameter(leaves, values, taken, forbidden)
        taken.add(name)
        columns.append(Column(name, places, values))
    columns.sort(key=lambda column: (column.name.startswith("expected"), column.places[0]))
    return Table(tuple(lay_out(_with_names(first, columns), indent)), tuple(columns))


def _columns(codes: Listing[Code]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """The values of the literals that vary, each with the places it stands at; what may be changed stands at one."""
    columns: dict[tuple[tuple[str, ...], int], list[int]] = {}
    for place, leaves in enumerate(zip(*(code.leaves for code in codes), strict=True)):
        values = tuple(leaf.text for leaf in leaves)
        if len(set(values)) > 1:
            alone = place if any(leaf.mutable for leaf in leaves) else -1
            columns.setdefault((values, alone), []).append(place)
    return [(values, tuple(places)) for (values, _), places in columns.items()]


def _parameter(leaves: Listing[Leaf], values: Iterable[str], taken: Collection[str], forbidden: Collection[str]) -> str:
    """A name for a column, after one of the places it stands at, or else after its type."""
    types = {type(evaluated(value)).__name__ for value in values}
    nouns = [NOUNS.get(name, "value") for name in types] if len(types) == 1 else []
    wanted = sorted((leaf.name.strip("_") for leaf in leaves), key=lambda name: name.startswith("expected"))
    names = [name for name in [*wanted, *nouns, "value"] if name.isidentifier()]
    free = next((name for name in names if name not in forbidden and name not in taken), None)
    if free:
        return free
    number = 2
    while (numbered := f"{names[0]}{number}") in forbidden or numbered in taken:
        number += 1
    return numbered


def _with_names(code: Code, columns: Iterable[Column]) -> str:
    """Code with names in place of literals, and without the variables that were bound to one."""
    texts = {place: column.name for column in columns for place in column.places}
    changes = []
    for place, name in texts.items():
        leaf = code.leaves[place]
        changes.append((_span(code.source, leaf.node), b"" if leaf.variable else name.encode()))
    source = code.source.encode()
    for (start, end), text in sorted(changes, reverse=True):
        source = source[:start] + text + source[end:]
    bound = {name for place, name in texts.items() if code.leaves[place].variable}
    return "\n".join(line for line in source.decode().split("\n") if line.removesuffix(" = ") not in bound)


def _span(source: str, node: ast.expr) -> tuple[int, int]:
    """Where an expression begins and ends, in bytes."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line.encode()) + 1)
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
