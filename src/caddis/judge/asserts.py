"""The asserts at the top of a function: what it asks of its parameters, and of its receiver, before anything else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from types import CodeType

from caddis.judge.sources import Method, definitions, first_line


def leading_asserts(code: CodeType) -> frozenset[int]:
    """The lines of the asserts that stand before all else in a function and speak of a parameter, receiver aside."""
    return _leading(code)[0]


def asserts_of_state(code: CodeType) -> frozenset[int]:
    """The lines of the asserts that stand before all else in a method and speak of nothing but its receiver."""
    return _leading(code)[1]


@cache
def _leading(code: CodeType) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of leading asserts that speak of parameters, and of those that speak of the receiver alone."""
    of_parameters, of_receiver = set[int](), set[int]()
    for node, inside in definitions(code.co_filename):
        if isinstance(node, Method) and node.name == code.co_name and first_line(node) == code.co_firstlineno:
            parameters, receiver = _parameters(node), _receiver(node, method=inside)
            for statement in _checks(node.body):
                spoken_of = _names(statement.test) & parameters
                # the line of the instruction that raises is one of those the assert stretches over
                lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
                if spoken_of - receiver:
                    of_parameters.update(lines)
                elif spoken_of:
                    of_receiver.update(lines)
    return frozenset(of_parameters), frozenset(of_receiver)


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


def _parameters(node: Method) -> set[str]:
    """The names of the parameters."""
    arguments = node.args
    several = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *several)}


def _receiver(node: Method, *, method: bool) -> set[str]:
    """The name of the receiver, whose state is the business of its class."""
    positional = [*node.args.posonlyargs, *node.args.args]
    decorators = {getattr(each, "id", "") for each in node.decorator_list}
    return {each.arg for each in positional[:1]} if method and "staticmethod" not in decorators else set()
