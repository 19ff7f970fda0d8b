"""Probes inside expressions: the sides of `and`, `or`, conditional expressions, and conditions of comprehensions.

`p and new(17) or x` is `x`, whatever it is, and tells of its first evaluation. In a test, where only its truth counts,
`x or p and new(17)` tells that it was false. These are feedback: coverage.py counts none of them.

Comparisons tell more: as long as one of their outcomes was never seen, they show what is compared, since that may be
what someone must pass for the other outcome. So do `startswith` and `endswith`, and `isinstance` shows the classes it
asks for. `see(17, x) if q else x` is `x`, too. Where not only its truth counts, as in `return x == y`, the outcome is
shown like an operand: `tell(17, see(17, x, y) == y) if q else x == y`.
"""

from __future__ import annotations

import ast
import copy
from typing import Any, Protocol

from caddis.execute.telling import telling

Sides = tuple[int, int]
"""The numbers of the probes that tell of a test that it was false, and that it was true."""


class Probing(Protocol):
    """Makes the parts of probes."""

    @property
    def next_number(self) -> int:
        """The number of the probe that is made next."""

    def inside(self, place: ast.AST) -> tuple[ast.expr, ast.expr]:
        """The two halves of a probe inside an expression: its flag, and the call that tells."""

    def look(self, sides: Sides | None) -> int:
        """The number of a new look at a comparison, of whose outcomes these probes tell, if any do."""

    def wanted(self, look: int, place: ast.expr) -> ast.expr:
        """The flag of a look."""

    def see(self, look: int, operands: list[ast.expr]) -> ast.expr:
        """The call that is given some operands, and gives the first one back."""

    def tell(self, look: int, outcome: ast.expr) -> ast.expr:
        """The call that is given the outcome, tells of it, and gives it back."""


class Conditions(ast.NodeTransformer):
    """Puts probes into the expressions of a statement; statements inside it are left to whoever calls."""

    def __init__(self, probing: Probing) -> None:
        self._probing = probing

    def within(self, statement: ast.stmt, sides: Sides | None) -> None:
        """Rewrite the expressions of a statement in place, whose test the probes of its `sides` tell of, if any do."""
        if isinstance(statement, ast.Assert):
            statement.test = self._false(self._test(statement.test))
            return
        for name, value in ast.iter_fields(statement):
            if name in _NO_CODE:
                continue
            if isinstance(value, ast.expr):
                setattr(statement, name, self._test(value, sides) if name == "test" else self.visit(value))
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
        body, otherwise = self.visit(node.body), self.visit(node.orelse)
        number = self._probing.next_number
        node.body, node.orelse = self._evaluated(body), self._evaluated(otherwise)
        node.test = self._test(node.test, (number + 1, number))
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

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """An outcome of which not only the truth counts."""
        return self._told(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """An outcome, too, of what is as good as a comparison."""
        return self._told(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        """Left alone: where in a line its parts stand differs from version to version."""
        return node

    def _test(self, node: ast.expr, sides: Sides | None = None) -> ast.expr:
        """An expression of which only the truth counts: of `a and b`, also that `a` was false.

        Of the whole, the probes of its `sides` tell, if any do.
        """
        match node:
            case ast.BoolOp():
                return self._tests(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                node.operand = self._test(operand, None if sides is None else sides[::-1])
                return node
            case ast.Compare() | ast.Call() if operands := telling(node):
                number = self._probing.next_number
                shown = self._showing(node, operands, sides or (number, number + 1))
                return shown if sides else self._true(self._false(shown))
            case _:
                tested: ast.expr = self.visit(node)
                return tested

    def _tests(self, node: ast.BoolOp) -> ast.BoolOp:
        """Operands that were evaluated, and those that decided; comparisons tell of both themselves."""
        decisive = self._false if isinstance(node.op, ast.And) else self._true
        told = [_tells(each) for each in node.values]
        values = [self._test(each) for each in node.values]
        last = len(values) - 1
        values = [each if told[place] or place == last else decisive(each) for place, each in enumerate(values)]
        node.values = [
            self._evaluated(each) if place and not told[place - 1] else each for place, each in enumerate(values)
        ]
        return node

    def _showing(self, node: ast.expr, operands: list[ast.expr], sides: Sides) -> ast.expr:
        """The very comparison, whose operands are shown as long as anybody wants to see them."""
        look = self._probing.look(sides)
        return _with(
            node,
            [
                (first, ast.IfExp(self._probing.wanted(look, first), shown, first, **position_of(first)))
                for first, shown in self._shown(look, node, operands)
            ],
        )

    def _told(self, node: ast.expr) -> ast.expr:
        """The very value of a comparison, told with its operands as long as anybody wants to see it."""
        operands = telling(node)
        if not operands:
            self.generic_visit(node)
            return node
        look = self._probing.look(None)
        outcome = self._probing.tell(look, _with(node, self._shown(look, node, operands)))
        return ast.IfExp(self._probing.wanted(look, node), outcome, node, **position_of(node))

    def _shown(self, look: int, node: ast.expr, operands: list[ast.expr]) -> list[tuple[ast.expr, ast.expr]]:
        """Some of the operands, each with what stands in its place to show it, and others with it.

        A name can be looked up twice, unless it may be that it is not looked up at all.
        """
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            names, others = [], operands
        else:
            names = [each for each in operands if isinstance(each, ast.Name)]
            others = [each for each in operands if each not in names] or [names.pop(0)]
        first, *further = others
        groups = [(first, [first, *names]), *((each, [each]) for each in further)]
        return [(each, self._probing.see(look, copy.deepcopy(group))) for each, group in groups]

    def _evaluated(self, node: ast.expr) -> ast.expr:
        """The very value of an expression, with a probe that tells of its first evaluation."""
        position = position_of(node)
        flag, call = self._probing.inside(node)
        told = ast.BoolOp(ast.And(), [flag, call], **position)
        return ast.BoolOp(ast.Or(), [told, node], **position)

    def _false(self, node: ast.expr) -> ast.expr:
        """As true as an expression, with a probe that tells when it is not."""
        position = position_of(node)
        flag, call = self._probing.inside(node)
        return ast.BoolOp(ast.Or(), [node, ast.BoolOp(ast.And(), [flag, call], **position)], **position)

    def _true(self, node: ast.expr) -> ast.expr:
        """As true as an expression, with a probe that tells when it is."""
        position = position_of(node)
        return ast.BoolOp(ast.And(), [node, self._evaluated(ast.Constant(True, **position))], **position)


_NO_CODE = frozenset({"annotation", "returns", "type_params", "body", "orelse", "finalbody", "handlers", "cases"})
"""Parts of statements that are statements themselves, or never evaluated as they stand."""
_VISITED = (ast.expr, ast.keyword, ast.withitem)


def _tells(node: ast.expr) -> bool:
    """Whether an operand of `and` or `or` is a comparison that tells of its outcomes."""
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
    return bool(telling(node))


def _with(node: ast.expr, others: list[tuple[ast.expr, ast.expr]]) -> ast.expr:
    """A copy of an expression with others in place of some of its parts."""
    # what is copied already is taken as it is
    return copy.deepcopy(node, {id(part): other for part, other in others})


def position_of(node: Any) -> dict[str, Any]:
    """Where a node stands, for another that is put in its place."""
    return {
        "lineno": node.lineno,
        "col_offset": node.col_offset,
        "end_lineno": node.end_lineno,
        "end_col_offset": node.end_col_offset,
    }
