"""The literals in the code of a test: where they stand, and what a parameter in their place would be called."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from caddis.emit.names import snake_case

Signatures = Mapping[str, tuple[str, ...]]
"""The names of positional parameters, by what is called; that of further ones is the last."""
_MUTABLE = (ast.List, ast.Set, ast.Dict)


@dataclass(frozen=True)
class Leaf:
    """A literal: an atom, or a display of literals, as large as possible."""

    node: ast.expr
    text: str
    """Its source, on one line."""
    name: str
    """What a parameter for it would be called."""
    variable: bool = False
    """Whether it is all that a variable is bound to, which the parameter then replaces."""

    @property
    def mutable(self) -> bool:
        """Whether it could be changed by what it is given to."""
        return any(isinstance(node, _MUTABLE) for node in ast.walk(self.node))


class Code:
    """Statements, seen as a shape and the literals in it."""

    def __init__(self, source: str, signatures: Signatures) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self._signatures = signatures
        self._asserts = sum(isinstance(node, ast.Assert) for node in ast.walk(self.tree))

    @cached_property
    def shape(self) -> str:
        """The same for two pieces of code that differ in nothing but literals."""
        return _shape(self.tree)

    @cached_property
    def leaves(self) -> list[Leaf]:
        """The literals in the order they stand in."""
        return [leaf for statement in self.tree.body for leaf in self._in_statement(statement)]

    @property
    def names(self) -> set[str]:
        """All names that are used."""
        return {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}

    def _in_statement(self, node: ast.stmt) -> Iterator[Leaf]:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_literal(value):
                yield Leaf(value, ast.unparse(value), name, variable=True)
            case ast.Assign(targets=[target], value=value):
                yield from self._in(target, "value")
                yield from self._in(value, _attribute(target) or "value")
            case ast.AugAssign(target=target, value=value):
                yield from self._in(target, "value")
                yield from self._in(value, "other")
            case ast.Assert(test=ast.Compare(left=left, comparators=[right])):
                yield from self._in(left, "value")
                yield from self._in(right, self._expected(left))
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    yield from self._in(item.context_expr, "value")
                for inner in body:
                    yield from self._in_statement(inner)
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.stmt):
                        yield from self._in_statement(child)
                    elif isinstance(child, ast.expr):
                        yield from self._in(child, "value")

    def _in(self, node: ast.expr, name: str) -> Iterator[Leaf]:
        """The literals in an expression, called `name` where nothing better is known."""
        if is_literal(node):
            yield Leaf(node, ast.unparse(node), name)
            return
        match node:
            case ast.Call(func=function, args=positional, keywords=keywords):
                yield from self._in(function, name)
                names = self._signatures.get(_attribute(function), ())
                for place, argument in enumerate(positional):
                    yield from self._in(argument, (names[min(place, len(names) - 1)] if names else "") or name)
                for keyword in keywords:
                    yield from self._in(keyword.value, keyword.arg or name)
            case ast.Subscript(value=value, slice=index):
                yield from self._in(value, name)
                yield from self._in(index, "key")
            case ast.BinOp(left=left, right=right):
                yield from self._in(left, "other")
                yield from self._in(right, "other")
            case ast.Compare(left=left, comparators=others):
                yield from self._in(left, "item" if isinstance(node.ops[0], ast.In | ast.NotIn) else "other")
                for other in others:
                    yield from self._in(other, "other")
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        yield from self._in(child, name)

    def _expected(self, left: ast.expr) -> str:
        """What is expected of something; with several assertions, of what."""
        if self._asserts == 1:
            return "expected"
        match left:
            case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)):
                return snake_case(name)
            case ast.Call(func=ast.Name(id="len")):
                return "length"
            case ast.Name(id=name):
                return f"expected_{name}"
            case _:
                return "expected"


def is_literal(node: ast.AST) -> bool:
    """Whether an expression is nothing but a value written out."""
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float())):
            return True
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return all(map(is_literal, elements))
        case ast.Dict(keys=keys, values=values):
            return all(key is not None and is_literal(key) for key in keys) and all(map(is_literal, values))
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str() as text)], keywords=[]):
            return re.fullmatch(r"-?inf|nan", text) is not None
        case ast.Call(func=ast.Name(id="set"), args=[], keywords=[]):
            return True
        case ast.Call(func=ast.Name(id="complex"), args=[real, imaginary], keywords=[]):
            return is_literal(real) and is_literal(imaginary)
        case _:
            return False


def _attribute(node: ast.expr) -> str:
    """The last name in `a.b.c`."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _shape(node: object) -> str:
    if isinstance(node, list):
        return f"[{','.join(map(_shape, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if is_literal(node):
        return "?"
    fields = (f"{name}={_shape(value)}" for name, value in ast.iter_fields(node) if name not in ("ctx", "type_ignores"))
    return f"{type(node).__name__}({','.join(fields)})"
