"""Probes inside expressions: the sides of `and`, `or`, conditional expressions, and conditions of comprehensions.

`p and new(17) or x` is `x`, whatever it is, and tells of its first evaluation. In a test, where only its truth counts,
`x or p and new(17)` tells that it was false. These are feedback: coverage.py counts none of them.

Comparisons tell more: as long as one of their outcomes was never seen, they show what is compared, since that may be
what someone must pass for the other outcome. `see(17, x) if q else x` is `x`, too.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

Probe = Callable[[ast.AST], tuple[ast.expr, ast.expr]]
"""Makes the two halves of a probe that stands at a node: its flag, and the call that tells."""
Look = Callable[[ast.expr, ast.expr], tuple[ast.expr, ast.expr]]
"""Makes the two halves of a look at an operand of a comparison, whose next probes will be those of its outcomes: the
flag, and the call that is given the operand and gives it back."""


class Conditions(ast.NodeTransformer):
    """Puts probes into the expressions of a statement; statements inside it are left to whoever calls."""

    def __init__(self, probe: Probe, look: Look) -> None:
        self._probe = probe
        self._look = look

    def within(self, statement: ast.stmt) -> None:
        """Rewrite the expressions of a statement in place."""
        if isinstance(statement, ast.Assert):
            statement.test = self._false(self._test(statement.test))
            return
        for name, value in ast.iter_fields(statement):
            if name in _NO_CODE:
                continue
            if isinstance(value, ast.expr):
                setattr(statement, name, self._test(value) if name == "test" else self.visit(value))
            elif isinstance(value, list):
                value[:] = [self.visit(each) if isinstance(each, _VISITED) else each for each in value]
            elif isinstance(value, ast.arguments):
                self.visit(value)

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        """Defaults are evaluated; annotations may be kept as text."""
        node.defaults = [self.visit(each) for each in node.defaults]
        node.kw_defaults = [None if each is None else self.visit(each) for each in node.kw_defaults]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        """Either side."""
        node.test = self._test(node.test)
        node.body = self._evaluated(self.visit(node.body))
        node.orelse = self._evaluated(self.visit(node.orelse))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        """Each operand that is evaluated only if those before it allow."""
        first, *others = [self.visit(each) for each in node.values]
        node.values = [first, *map(self._evaluated, others)]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """Items that pass a condition, and items that do not."""
        node.iter = self.visit(node.iter)
        tests = [self._false(self._test(each)) for each in node.ifs]
        if tests:
            tests.append(self._evaluated(ast.Constant(True, **position_of(node.ifs[-1]))))
        node.ifs = tests
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        """Left alone: where in a line its parts stand differs from version to version."""
        return node

    def _test(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth counts: of `a and b`, also that `a` was false."""
        match node:
            case ast.BoolOp(op=operator, values=values):
                *others, last = [self._test(each) for each in values]
                sides = [self._false(each) if isinstance(operator, ast.And) else self._true(each) for each in others]
                node.values = [sides[0], *map(self._evaluated, sides[1:]), self._evaluated(last)]
                return node
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                node.operand = self._test(operand)
                return node
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if (
                isinstance(operator, _TELLING) and _is_plain(left) and _is_plain(right)
            ):
                node.left, node.comparators = self._seen(left), [self._seen(right)]
                return self._true(self._false(node))
            case _:
                tested: ast.expr = self.visit(node)
                return tested

    def _seen(self, node: ast.expr) -> ast.expr:
        """The very value of an operand, shown as long as anybody wants to see it."""
        flag, call = self._look(node, copy.deepcopy(node))
        return ast.IfExp(flag, call, node, **position_of(node))

    def _evaluated(self, node: ast.expr) -> ast.expr:
        """The very value of an expression, with a probe that tells of its first evaluation."""
        position = position_of(node)
        flag, call = self._probe(node)
        told = ast.BoolOp(ast.And(), [flag, call], **position)
        return ast.BoolOp(ast.Or(), [told, node], **position)

    def _false(self, node: ast.expr) -> ast.expr:
        """As true as an expression, with a probe that tells when it is not."""
        position = position_of(node)
        flag, call = self._probe(node)
        return ast.BoolOp(ast.Or(), [node, ast.BoolOp(ast.And(), [flag, call], **position)], **position)

    def _true(self, node: ast.expr) -> ast.expr:
        """As true as an expression, with a probe that tells when it is."""
        position = position_of(node)
        return ast.BoolOp(ast.And(), [node, self._evaluated(ast.Constant(True, **position))], **position)


_NO_CODE = frozenset({"annotation", "returns", "type_params", "body", "orelse", "finalbody", "handlers", "cases"})
"""Parts of statements that are statements themselves, or never evaluated as they stand."""
_TELLING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
"""Comparisons with what one might pass instead."""
_VISITED = (ast.expr, ast.keyword, ast.withitem)


def _is_plain(node: ast.expr) -> bool:
    """Whether an operand is a name, or a part or a method of what is: constants are known from the code already."""
    match node:
        case ast.Name():
            return True
        case ast.Attribute(value=value) | ast.Call(func=ast.Attribute(value=value), args=[], keywords=[]):
            return _is_plain(value)
        case ast.Subscript(value=value, slice=index):
            return _is_plain(value) and (isinstance(index, ast.Constant) or _is_plain(index))
        case ast.Call(func=ast.Name(), args=[argument], keywords=[]):
            return _is_plain(argument)
        case _:
            return False


def position_of(node: Any) -> dict[str, Any]:
    """Where a node stands, for another that is put in its place."""
    return {
        "lineno": node.lineno,
        "col_offset": node.col_offset,
        "end_lineno": node.end_lineno,
        "end_col_offset": node.end_col_offset,
    }
