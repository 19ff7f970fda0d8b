"""Documents of Python expressions: where brackets are needed, and where lines may break.

The rules are those of `ruff format`; the tree is Python's own, so a template, an expected value and a claim are laid
out like the code around them. What the rules do not cover is kept as it was written.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from caddis.emit import literals
from caddis.emit.printer import (
    INDENT,
    WIDTH,
    Document,
    Expandable,
    Group,
    IfBroken,
    Indent,
    Line,
    bracketed,
    listed,
    width,
)
from caddis.model.sequence import Atom

Binary = ast.BinOp | ast.Compare | ast.BoolOp
LONGEST_PIECE = 68
"""Columns of a piece of a long text: room is left for brackets around brackets."""

_OPERATORS: dict[type[ast.AST], tuple[str, int]] = {
    ast.Or: ("or", 1),
    ast.And: ("and", 2),
    ast.Not: ("not ", 3),
    ast.Eq: ("==", 4),
    ast.NotEq: ("!=", 4),
    ast.Lt: ("<", 4),
    ast.LtE: ("<=", 4),
    ast.Gt: (">", 4),
    ast.GtE: (">=", 4),
    ast.Is: ("is", 4),
    ast.IsNot: ("is not", 4),
    ast.In: ("in", 4),
    ast.NotIn: ("not in", 4),
    ast.BitOr: ("|", 5),
    ast.BitXor: ("^", 6),
    ast.BitAnd: ("&", 7),
    ast.LShift: ("<<", 8),
    ast.RShift: (">>", 8),
    ast.Add: ("+", 9),
    ast.Sub: ("-", 9),
    ast.Mult: ("*", 10),
    ast.Div: ("/", 10),
    ast.FloorDiv: ("//", 10),
    ast.Mod: ("%", 10),
    ast.MatMult: ("@", 10),
    ast.Invert: ("~", 11),
    ast.UAdd: ("+", 11),
    ast.USub: ("-", 11),
    ast.Pow: ("**", 12),
}
_BRACKETS: dict[type[ast.AST], tuple[str, str]] = {ast.List: ("[", "]"), ast.Tuple: ("(", ")"), ast.Set: ("{", "}")}
_COMPARISON, _UNARY, _POWER, _POSTFIX, _ATOM = 4, 11, 12, 13, 14

Level = Group | bool
"""True inside brackets, False outside of any, or the group that adds brackets when they are needed."""


class _Operand(NamedTuple):
    node: ast.expr
    in_brackets: bool


class _Operator(NamedTuple):
    text: str
    precedence: int


def symbol(operator: ast.operator) -> str:
    """How an operator is written."""
    return _OPERATORS[type(operator)][0]


def document(node: ast.expr, source: str, level: Level = False) -> Document:
    """The document of an expression; `source` is the text it was parsed from."""

    def inner(child: ast.expr) -> Document:
        return document(child, source, True)

    def bracket(opening: str, content: Document, closing: str) -> Document:
        return _brackets(opening, content, closing, level)

    def operand(child: ast.expr, minimum: int) -> Document:
        return bracket("(", inner(child), ")") if _precedence(child) < minimum else document(child, source, level)

    match node:
        case ast.Constant(value=value) if value is not Ellipsis:
            return _literal(value, level)
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Constant(value=int() | float() | complex()) as value, attr=name):
            return ["(", inner(value), ").", name]
        case ast.Attribute(value=value, attr=name):
            return [operand(value, _POSTFIX), ".", name]
        case ast.Subscript(value=value, slice=index):
            return [operand(value, _POSTFIX), bracket("[", inner(index), "]")]
        case ast.Call(func=function, args=positional, keywords=keywords):
            return [operand(function, _POSTFIX), _arguments(positional, keywords, source, level)]
        case ast.List() | ast.Set() | ast.Tuple() | ast.Dict():
            opening, items, closing = _display(node, source)
            return bracket(opening, items, closing) if items else opening + closing
        case ast.UnaryOp(op=operator, operand=value):
            text, precedence = _OPERATORS[type(operator)]
            # ruff writes -(x**y), though the language would do without brackets
            return [text, operand(value, _POSTFIX if isinstance(value, ast.BinOp) else precedence)]
        case ast.Await(value=value):
            return ["await ", operand(value, _POSTFIX)]
        case ast.Starred(value=value):
            return ["*", operand(value, _COMPARISON + 1)]
        case ast.BinOp() | ast.Compare() | ast.BoolOp():
            return _chain(flattened(node), source, level)
        case _:
            return ast.get_source_segment(source, node) or ast.unparse(node)


def _literal(atom: Atom, level: Level) -> Document:
    """An atom; a text that fits on no line in several pieces."""
    pieces = _pieces(atom)
    if not pieces:
        return literals.source(atom)
    lines: list[Document] = [pieces[0]]
    for piece in pieces[1:]:
        lines += [Line(" "), piece]
    return _brackets("(", lines, ")", level)


def _pieces(atom: Atom) -> list[str]:
    """The pieces of a text that fits on no line, and can be taken apart."""
    if not isinstance(atom, str | bytes) or width(literals.source(atom)) <= WIDTH - INDENT:
        return []
    pieces = literals.pieces(atom, LONGEST_PIECE)
    return pieces if len(pieces) > 1 else []


def bracketed_if_broken(node: ast.expr, source: str) -> Document:
    """An expression that gets brackets when it takes several lines, unless its own brackets do as well."""
    if not _own_brackets_do(node):
        return Group([IfBroken("("), Indent([Line(), document(node, source, True)]), Line(), IfBroken(")")])
    group = Group("")
    content = document(node, source, group)
    group.content = [IfBroken("("), Indent([Line(), content], when=group), Line(), IfBroken(")")]
    return group


def flattened(node: Binary) -> list[_Operand | _Operator]:
    """Operands and operators from left to right, as far as no brackets keep them together."""
    match node:
        case ast.BinOp(left=left, op=operator, right=right):
            text, own = _OPERATORS[type(operator)]
            # power alone groups to the right, and takes a sign on its right without brackets
            minimums = (own + 1, _UNARY) if own == _POWER else (own, own + 1)
            return [*_flat_operand(left, minimums[0]), _Operator(text, own), *_flat_operand(right, minimums[1])]
        case ast.Compare(left=left, ops=comparisons, comparators=others):
            parts = _flat_operand(left, _COMPARISON + 1)
            for comparison, other in zip(comparisons, others, strict=True):
                parts += [_Operator(*_OPERATORS[type(comparison)]), *_flat_operand(other, _COMPARISON + 1)]
            return parts
        case ast.BoolOp(op=connective, values=[first, *rest]):
            text, own = _OPERATORS[type(connective)]
            parts = _flat_operand(first, own + 1)
            for value in rest:
                parts += [_Operator(text, own), *_flat_operand(value, own + 1)]
            return parts
    raise AssertionError(node)


def _display(node: ast.List | ast.Set | ast.Tuple | ast.Dict, source: str) -> tuple[str, Document, str]:
    """The brackets of a display and what stands between them."""

    def inner(child: ast.expr) -> Document:
        return document(child, source, True)

    match node:
        case ast.Tuple(elts=[element]):
            return "(", [inner(element), ","], ")"
        case ast.Dict(keys=keys, values=values):
            entries: list[Document] = [
                [inner(key), ": ", inner(value)] if key else ["**", inner(value)]
                for key, value in zip(keys, values, strict=True)
            ]
            return "{", listed(entries) if entries else "", "}"
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            opening, closing = _BRACKETS[type(node)]
            return opening, listed([inner(element) for element in elements]) if elements else "", closing
    raise AssertionError(node)


def _flat_operand(node: ast.expr, minimum: int) -> list[_Operand | _Operator]:
    in_brackets = _precedence(node) < minimum
    if isinstance(node, Binary) and not in_brackets:
        return flattened(node)
    return [_Operand(node, in_brackets)]


def _precedence(node: ast.expr) -> int:
    match node:
        case ast.Lambda() | ast.IfExp() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
            return 0
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.UnaryOp(op=operator):
            return _OPERATORS[type(operator)][1]
        case ast.Compare():
            return _COMPARISON
        case ast.Await():
            return _POWER
        case ast.Call() | ast.Attribute() | ast.Subscript():
            return _POSTFIX
        case _:
            return _ATOM


def _brackets(opening: str, content: Document, closing: str, level: Level) -> Document:
    group = bracketed(opening, content, closing)
    return Expandable(group, level) if isinstance(level, Group) else group


def _arguments(positional: list[ast.expr], keywords: list[ast.keyword], source: str, level: Level) -> Document:
    if not positional and not keywords:
        return "()"
    if not keywords and len(positional) == 1 and isinstance(positional[0], ast.GeneratorExp):
        return document(positional[0], source)
    items = [document(argument, source, True) for argument in positional]
    for keyword in keywords:
        items.append([f"{keyword.arg}=" if keyword.arg else "**", document(keyword.value, source, True)])
    # first all arguments on a line of their own, and only then a line for each
    return _brackets("(", Group(listed(items)), ")", level)


def _chain(parts: list[_Operand | _Operator], source: str, level: Level) -> Document:
    """Operands joined by operators; those that bind least break first."""
    if len(parts) == 1:
        part = parts[0]
        assert isinstance(part, _Operand)
        inner = document(part.node, source, True if part.in_brackets else level)
        return _brackets("(", inner, ")", level) if part.in_brackets else inner
    loosest = min(part.precedence for part in parts if isinstance(part, _Operator))
    content: list[Document] = []
    start = 0
    for position, part in enumerate(parts):
        if isinstance(part, _Operator) and part.precedence == loosest:
            content.append(_chain(parts[start:position], source, level))
            hugging = loosest == _POWER and _simple(parts[position - 1]) and _simple(parts[position + 1])
            content += [_break(level, "" if hugging else " "), part.text, "" if hugging else " "]
            start = position + 1
    content.append(_chain(parts[start:], source, level))
    return Group(content, when=level if isinstance(level, Group) else None) if level else content


def _break(level: Level, between: str) -> Document:
    if isinstance(level, Group):
        return IfBroken(Line(between), between, level)
    return Line(between) if level else between


def _simple(part: _Operand | _Operator) -> bool:
    """Whether `**` stands close to an operand: a name, an attribute of one, a number."""
    assert isinstance(part, _Operand)
    node = part.node
    while isinstance(node, ast.Attribute) or (isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not)):
        node = node.value if isinstance(node, ast.Attribute) else node.operand
    plain = isinstance(node, ast.Constant) and not isinstance(node.value, str | bytes)
    return not part.in_brackets and (plain or isinstance(node, ast.Name))


def _own_brackets_do(node: ast.expr) -> bool:
    """Whether breaking inside the first or last brackets of an expression is enough."""
    if isinstance(node, ast.UnaryOp):
        return _has_brackets(_Operand(node.operand, _precedence(node.operand) < _UNARY), empty=True)
    if not isinstance(node, Binary):
        return True
    parts = flattened(node)
    loosest = min(part.precedence for part in parts if isinstance(part, _Operator))
    operators = [part for part in parts if isinstance(part, _Operator) and part.precedence == loosest]
    first, last = parts[0], parts[-1]
    assert isinstance(first, _Operand)
    assert isinstance(last, _Operand)
    starts = isinstance(first.node, ast.List | ast.Tuple | ast.Set | ast.Dict | ast.Constant) or first.in_brackets
    return len(operators) == 1 and (_has_brackets(last) or (starts and _has_brackets(first)))


def _has_brackets(operand: _Operand, empty: bool = False) -> bool:
    """Whether an operand ends with brackets that have something in them."""
    if operand.in_brackets:
        return True
    match operand.node:
        case ast.Call(args=arguments, keywords=keywords):
            return empty or bool(arguments or keywords)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return empty or bool(elements)
        case ast.Dict(values=values):
            return empty or bool(values)
        case ast.Subscript() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return True
        case ast.Constant(value=value) if value is not Ellipsis:
            return bool(_pieces(value))
        case ast.UnaryOp(operand=inner):
            return _has_brackets(_Operand(inner, _precedence(inner) < _UNARY), empty)
        case _:
            return False
