"""Which fields of its object a method reads and writes, by its source and that of the methods it calls on itself."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType
from typing import Any

from caddis.discover.code import _functions, _owner
from caddis.discover.foreign import attempt, static
from caddis.discover.sources import function_behind
from caddis.model.operation import Operation

MUTATING = frozenset(
    [
        "add",
        "append",
        "appendleft",
        "clear",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
    ]
)


def fields_of(operation: Operation) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that an operation reads, and those that it writes."""
    owner = attempt(lambda: _owner(operation), None)
    functions = attempt(lambda: [*_functions(operation, owner)], [])
    reads: set[str] = set()
    writes: set[str] = set()
    for function in functions:
        found = _found(function)
        if found is None:
            continue
        called = [_found(helper) for name in sorted(found.called) if (helper := _method(owner, name)) is not None]
        for each in (found, *called):
            if each is not None:
                reads |= each.reads
                writes |= each.writes
    return frozenset(reads), frozenset(writes)


def _method(owner: Any, name: str) -> FunctionType | None:
    return attempt(lambda: function_behind(static(owner, name)), None)


def _found(function: FunctionType) -> _Finder | None:
    def find() -> _Finder | None:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        definition = tree.body[0]
        if not isinstance(definition, (ast.FunctionDef, ast.AsyncFunctionDef)) or not definition.args.args:
            return None
        finder = _Finder(definition.args.args[0].arg)
        finder.visit(definition)
        return finder

    return attempt(find, None)


class _Finder(ast.NodeVisitor):
    def __init__(self, itself: str) -> None:
        self._itself = itself
        self._other_names: dict[str, str] = {}
        self.reads: set[str] = set()
        self.writes: set[str] = set()
        self.called: set[str] = set()

    def _field(self, node: ast.AST) -> str | None:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == self._itself:
            return node.attr
        if isinstance(node, ast.Subscript):
            return self._field(node.value)
        return self._other_names.get(node.id) if isinstance(node, ast.Name) else None

    def visit_Assign(self, node: ast.Assign) -> None:
        field = self._field(node.value)
        if field is not None:
            self._other_names |= {target.id: field for target in node.targets if isinstance(target, ast.Name)}
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        field = self._field(node.target)
        if field is not None:
            self.reads.add(field)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == self._itself:
            (self.reads if isinstance(node.ctx, ast.Load) else self.writes).add(node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        field = self._field(node.value)
        if field is not None and not isinstance(node.ctx, ast.Load):
            self.writes.add(field)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute):
            field = self._field(node.func.value)
            if field is not None and node.func.attr in MUTATING:
                self.writes.add(field)
            if isinstance(node.func.value, ast.Name) and node.func.value.id == self._itself:
                self.called.add(node.func.attr)
        self.generic_visit(node)
