"""The asserts at the top of a function: what it asks of its parameters, and of its receiver, before anything else."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType

from caddis.judge.sources import Method, definitions, first_line


@cache
def leading_asserts(code: CodeType) -> frozenset[int]:
    """The lines of the asserts that stand before all else in a function and speak of a parameter, receiver aside."""
    return _lines(code, lambda names, parameters, receiver: bool(names & (parameters - receiver)))


@cache
def asserts_of_state(code: CodeType) -> frozenset[int]:
    """The lines of the asserts that stand before all else in a method and speak of nothing but its receiver."""
    return _lines(code, lambda names, parameters, receiver: bool(receiver) and names & parameters == receiver)


def _lines(code: CodeType, wanted: Callable[[set[str], set[str], set[str]], bool]) -> frozenset[int]:
    """The lines of leading asserts: by the names they speak of, those of all parameters, and that of the receiver."""
    lines: set[int] = set()
    for node, inside in definitions(code.co_filename):
        if isinstance(node, Method) and node.name == code.co_name and first_line(node) == code.co_firstlineno:
            parameters, receiver = _parameters(node), _receiver(node, method=inside)
            for statement in _checks(node.body):
                if wanted(_names(statement.test), parameters, receiver):
                    # the line of the instruction that raises is one of those the assert stretches over
                    lines.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return frozenset(lines)


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
