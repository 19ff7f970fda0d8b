"""The asserts at the top of a function: what it asks of its parameters before it does anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from types import CodeType

from caddis.judge.sources import definitions

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def leading_asserts(code: CodeType) -> frozenset[int]:
    """The lines of the asserts that stand before all else in a function and speak of a parameter, receiver aside."""
    lines: set[int] = set()
    for node, inside in definitions(code.co_filename):
        if isinstance(node, _Definition) and node.name == code.co_name and _first_line(node) == code.co_firstlineno:
            for statement in _checks(node.body):
                if _names(statement.test) & _parameters(node, method=inside):
                    # the line of the instruction that raises is one of those the assert stretches over
                    lines.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return frozenset(lines)


def _first_line(node: _Definition) -> int:
    return min(each.lineno for each in (node, *node.decorator_list))


def _checks(body: list[ast.stmt]) -> Iterator[ast.Assert]:
    """The asserts of a body as long as there is nothing else but other checks, which raise, and the docstring."""
    for statement in body:
        match statement:
            case ast.Assert():
                yield statement
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Import() | ast.ImportFrom():
                continue
            case ast.If(body=[ast.Raise()], orelse=[]):
                continue
            case _:
                return


def _names(expression: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}


def _parameters(node: _Definition, *, method: bool) -> set[str]:
    """The names of the parameters, but for that of the receiver: its state is the business of its class."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    decorators = {getattr(each, "id", "") for each in node.decorator_list}
    if method and "staticmethod" not in decorators:
        positional = positional[1:]
    several = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return {each.arg for each in (*positional, *arguments.kwonlyargs, *several)}
