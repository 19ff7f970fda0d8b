"""Which comparisons tell something, and which of their operands: what one might pass for another outcome."""

from __future__ import annotations

import ast

LARGEST = 30
"""Nodes of a comparison that is looked at: it is compiled twice."""

_BY_VALUE = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_IDENTITIES = (ast.Is, ast.IsNot)
_METHODS = frozenset({"startswith", "endswith"})
"""Methods that compare their object with their first argument."""
_OF_CLASSES = frozenset({"isinstance", "issubclass"})
_CLASS = "__class__"
_SMALL = (
    ast.Attribute,
    ast.BinOp,
    ast.Call,
    ast.Compare,
    ast.Constant,
    ast.Dict,
    ast.FormattedValue,
    ast.JoinedStr,
    ast.List,
    ast.Name,
    ast.Set,
    ast.Slice,
    ast.Starred,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.cmpop,
    ast.expr_context,
    ast.keyword,
    ast.operator,
    ast.unaryop,
)
"""What has no probes in it, no names of its own, and nothing that could happen between two of its parts."""


def telling(node: ast.expr) -> list[ast.expr]:
    """The operands of a comparison that are worth to be seen; none if it is none, or if it is too large to be copied.

    Constants are known from the code already, and what is compared with one is only what was passed.
    """
    match node:
        case ast.Call(func=ast.Name(id=name), args=[_, classes], keywords=[]) if name in _OF_CLASSES:
            operands = [] if isinstance(classes, ast.Starred) else [classes]
        case ast.Compare(ops=operators) if all(isinstance(each, _IDENTITIES) for each in operators):
            every = [node.left, *node.comparators]
            operands = [each for each in every if not _is_class_of(each)] if any(map(_is_class_of, every)) else []
        case _:
            operands = _compared(node)
    return operands if operands and _is_small(node) else []


def _compared(node: ast.expr) -> list[ast.expr]:
    """What is compared by value, where more than one of it is no constant."""
    match node:
        case ast.Compare(left=left, ops=operators, comparators=others) if all(
            isinstance(each, _BY_VALUE) for each in operators
        ):
            every = [left, *others]
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[argument, *_]) if name in _METHODS:
            every = [value, argument]
        case _:
            return []
    looked_up = [each for each in every if not isinstance(each, ast.Starred) and not _is_constant(each)]
    return looked_up if len(looked_up) > 1 else []


def _is_class_of(node: ast.expr) -> bool:
    """Whether an expression is the class of something: `type(x)`, or `x.__class__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_], keywords=[]):
            return True
        case ast.Attribute(attr=name):
            return name == _CLASS
        case _:
            return False


def _is_constant(node: ast.expr) -> bool:
    """Whether nothing in an expression is looked up."""
    return not any(isinstance(each, ast.Name) for each in ast.walk(node))


def _is_small(node: ast.expr) -> bool:
    nodes = list(ast.walk(node))
    return len(nodes) <= LARGEST and all(isinstance(each, _SMALL) for each in nodes)
