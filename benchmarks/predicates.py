"""Puts into a module what notes the blocks reached, and the combinations of conditions met, as it runs.

A block is a suite, or what follows a compound statement. The conditions of a function are the atoms of its tests: of
`if`, `while`, conditional expressions, `and`, `or` and `not`. Each call of the function asks some of them, each perhaps
several times; the combination it met says of each whether it was never asked, only false, only true, or both.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

FALSE, TRUE = 1, 2
_HEADER = f"from {__name__} import end as _end, note as _note, reach as _reach"

blocks: set[int] = set()
"""The blocks reached so far."""
combinations: set[tuple[int, bytes]] = set()
"""The combinations met so far, each with the number of its function."""


def reach(block: int) -> None:
    """A block begins."""
    blocks.add(block)


def note(asked: bytearray, condition: int, value: object) -> object:
    """A condition was asked, with this answer."""
    asked[condition] |= TRUE if value else FALSE
    return value


def end(function: int, asked: bytearray) -> None:
    """A call has ended."""
    combinations.add((function, bytes(asked)))


@dataclass(frozen=True, slots=True)
class Instrumented:
    """The source of a module that notes what it does, and how many blocks and conditions there are."""

    source: str
    blocks: int
    conditions: int


def instrumented(source: str) -> Instrumented:
    """A module with what notes blocks and conditions in every function."""
    tree = ast.parse(source)
    noting = _Noting()
    noting.visit(tree)
    future = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    place = tree.body.index(future[-1]) + 1 if future else 1
    tree.body[place:place] = ast.parse(_HEADER).body
    return Instrumented(ast.unparse(ast.fix_missing_locations(tree)), noting.blocks, noting.conditions)


class _Noting(ast.NodeTransformer):
    """Rewrites functions, and what is inside them."""

    def __init__(self) -> None:
        self.blocks = 0
        self.conditions = 0
        self._functions = 0
        self._asked = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A call is noted as a whole, however it ends."""
        function, self._functions = self._functions, self._functions + 1
        before, self._asked = self._asked, 0
        documented = ast.get_docstring(node) is not None
        body = self._suite(node.body[documented:])
        asked, self._asked = self._asked, before
        self.conditions += asked
        if asked:
            wrapped = ast.parse(
                f"_asked = bytearray({asked})\ntry:\n    pass\nfinally:\n    _end({function}, _asked)"
            ).body
            assert isinstance(wrapped[1], ast.Try)
            wrapped[1].body = body
            body = wrapped
        node.body[documented:] = body
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """Both suites are blocks."""
        node.test = self._test(node.test)
        node.body = self._suite(node.body)
        node.orelse = self._suite(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        """The body is a block."""
        node.test = self._test(node.test)
        node.body = self._suite(node.body)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """The body is a block; nothing is asked."""
        node.iter = self.visit(node.iter)
        node.body = self._suite(node.body)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Its test has conditions."""
        node.test = self._test(node.test)
        node.body = self.visit(node.body)
        node.orelse = self.visit(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Outside of tests, too."""
        return self._test(node)

    def _suite(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        begins = True
        for statement in body:
            if begins:
                found.extend(ast.parse(f"_reach({self.blocks})").body)
                self.blocks += 1
            found.append(self.visit(statement))
            begins = isinstance(statement, (ast.If, ast.While, ast.For))
        return found

    def _test(self, test: ast.expr) -> ast.expr:
        if isinstance(test, ast.BoolOp):
            test.values = [self._test(value) for value in test.values]
            return test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self._test(test.operand)
            return test
        if isinstance(test, ast.Constant):
            return test
        number, self._asked = self._asked, self._asked + 1
        call = ast.parse(f"_note(_asked, {number}, None)", mode="eval").body
        assert isinstance(call, ast.Call)
        call.args[2] = self.visit(test)
        return call
