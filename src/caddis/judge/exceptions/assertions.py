"""Which `assert` is a precondition: one on the parameters, at the top of a function."""

from __future__ import annotations

import ast
from functools import cache
from types import CodeType

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_BOUND = frozenset({"self", "cls"})


def is_leading_assertion(code: CodeType, line: int) -> bool:
    """Whether the `assert` on a line checks parameters before the function does anything else.

    The receiver is no parameter: what is asserted of it alone is the function's own business.
    """
    function = _function(code)
    if function is None:
        return False
    names = {each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)} - _BOUND
    names |= {each.arg for each in (function.args.vararg, function.args.kwarg) if each is not None}
    for statement in function.body:
        if isinstance(statement, ast.Assert):
            if statement.lineno <= line <= (statement.end_lineno or line):
                asked = {node.id for node in ast.walk(statement.test) if isinstance(node, ast.Name)}
                return not names.isdisjoint(asked)
        elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            return False
    return False


def _function(code: CodeType) -> _Function | None:
    for function in _functions(code.co_filename):
        first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        if first == code.co_firstlineno and function.name == code.co_name:
            return function
    return None


@cache
def _functions(file: str) -> tuple[_Function, ...]:
    try:
        with open(file, "rb") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, _Function))
