"""The user's source as the judge reads it: each file once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from types import CodeType

Method = ast.FunctionDef | ast.AsyncFunctionDef
Function = Method | ast.Lambda


@cache
def left_out(file: str) -> frozenset[str]:
    """The names that a file sets to None where something cannot be imported; none if it cannot be read."""
    return frozenset(
        target.id
        for handler in ast.walk(_tree(file))
        if isinstance(handler, ast.ExceptHandler) and _IMPORTS & {*map(ast.unparse, _caught(handler))}
        for statement in handler.body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is None
        for target in statement.targets
        if isinstance(target, ast.Name)
    )


_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})


def _caught(handler: ast.ExceptHandler) -> list[ast.expr]:
    if handler.type is None:
        return []
    return handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]


@cache
def definitions(file: str) -> tuple[tuple[Function, bool], ...]:
    """The functions written in a file, and of each whether it stands directly in a class; none if it cannot be read."""
    return tuple(_functions(_tree(file), inside=False))


@cache
def methods_beside(code: CodeType) -> tuple[Method, tuple[Method, ...]] | None:
    """The method that a code object was made from, and the others of its class; None if it is none."""
    for cls in ast.walk(_tree(code.co_filename)):
        if isinstance(cls, ast.ClassDef):
            methods = [each for each in cls.body if isinstance(each, Method)]
            for own in methods:
                if own.name == code.co_name and first_line(own) == code.co_firstlineno:
                    return own, tuple(each for each in methods if each is not own)
    return None


def first_line(function: Method) -> int:
    """The line of the first decorator of a function, or its own."""
    return min(each.lineno for each in (function, *function.decorator_list))


@lru_cache(maxsize=8)
def _tree(file: str) -> ast.Module:
    """What is written in a file; nothing if it cannot be read."""
    try:
        with open(file, "rb") as source:
            return ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _functions(node: ast.AST, *, inside: bool) -> Iterator[tuple[Function, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield child, inside
        yield from _functions(child, inside=isinstance(child, ast.ClassDef))


@cache
def lambda_of(code: CodeType) -> ast.Lambda | None:
    """The lambda that a code object was made from, if that can be told."""
    found = [node for node, _ in definitions(code.co_filename) if isinstance(node, ast.Lambda) and _spans(node, code)]
    return found[0] if len({ast.unparse(node) for node in found}) == 1 else None


def text_of_lambda(code: CodeType) -> str:
    """What a lambda returns, as written; empty if that cannot be told."""
    found = lambda_of(code)
    return ast.unparse(found.body) if found is not None else ""


def _spans(node: ast.Lambda, code: CodeType) -> bool:
    """Whether the instructions of a code object stem from a lambda."""
    arguments = [*node.args.posonlyargs, *node.args.args]
    if [argument.arg for argument in arguments] != list(code.co_varnames[: code.co_argcount]):
        return False
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    places = [(line, column) for line, _, column, _ in code.co_positions() if line is not None and column]
    return node.lineno == code.co_firstlineno and all(start <= place <= end for place in places)
