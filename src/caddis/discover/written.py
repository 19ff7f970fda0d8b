"""Values written out in source text, read from its syntax tree: nothing is ever run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping
from types import EllipsisType

from caddis.discover.foreign import attempt
from caddis.model.sequence import Literal
from caddis.model.types import Display, Spelt

_DEEPEST = 6
_LONGEST = 1_000
"""The most characters of a text, and the most bits of a number, that a reader of a test could bear."""
_MOST_ITEMS = 50
_NO_NAMES: Mapping[str, Spelt] = {}


def statements(source: str) -> list[ast.stmt]:
    """The statements of source text; none if it is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a backslash in somebody's documentation
        return attempt(lambda: ast.parse(source).body, [])


def expression(source: str) -> ast.expr | None:
    """The expression that source text is, if it is one."""
    match statements(source.strip()):
        case [ast.Expr(value=value)]:
            return value
        case _:
            return None


def written(node: ast.expr, names: Mapping[str, Spelt] = _NO_NAMES, depth: int = 0) -> Spelt | None:
    """The value an expression writes out, as an atom or as a display of such; None where it is anything else."""
    match node:
        case ast.Constant(value=value):
            return Literal(value) if _is_short(value) and not isinstance(value, EllipsisType) else None
        case ast.Name(id=name):
            return names.get(name)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=ast.Constant(value=int() | float() | complex() as number)):
            return None if isinstance(number, bool) else Literal(-number if isinstance(node.op, ast.USub) else number)
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant(value=complex())):
            return attempt(lambda: Literal(ast.literal_eval(node)), None)
        case ast.List(elts=items):
            return _display("[", items, names, depth)
        case ast.Tuple(elts=items):
            return _display("(", items, names, depth)
        case ast.Set(elts=items):
            return _display("{", items, names, depth)
        case ast.Dict(keys=keys, values=values):
            pairs = [each for pair in zip(keys, values, strict=True) for each in pair]
            return _display("{:", pairs, names, depth)
        case _:
            return None


def _is_short(value: object) -> bool:
    if isinstance(value, (str, bytes)):
        return len(value) <= _LONGEST
    if isinstance(value, int):
        return value.bit_length() <= _LONGEST
    return value is None or isinstance(value, (float, complex))


def _display(
    bracket: str, items: list[ast.expr] | list[ast.expr | None], names: Mapping[str, Spelt], depth: int
) -> Display | None:
    if depth >= _DEEPEST or len(items) > _MOST_ITEMS:
        return None
    found: list[Spelt] = []
    for item in items:
        value = None if item is None else written(item, names, depth + 1)  # `**other` has no key
        if value is None:
            return None
        found.append(value)
    keys = found if bracket == "{" else found[::2] if bracket == "{:" else []
    return Display(bracket, tuple(found)) if all(map(_is_hashable, keys)) else None


def _is_hashable(value: Spelt) -> bool:
    if isinstance(value, Display):
        return value.bracket == "(" and all(map(_is_hashable, value.items))
    return True
