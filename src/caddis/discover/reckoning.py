"""Functions that examples write out, if they only reckon with what they are given → definitions of the same."""

from __future__ import annotations

import ast

from caddis.discover.bodies.syntax import BINARY, ORDER
from caddis.discover.foreign import attempt
from caddis.discover.written import written
from caddis.model.definition import Definition, Formal, Method, given, result
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.operators import arity
from caddis.model.sequence import Literal, Sequence, Statement

COMPARED = {**ORDER, ast.Eq: "__eq__", ast.NotEq: "__ne__", ast.In: "__contains__"}
"""The special methods behind comparisons; those of `in` are asked of its right side."""
Told = int | Literal
"""The position of a value, or the literal it is."""


def reckoning(name: str, arguments: ast.arguments, returned: ast.expr) -> Definition | None:
    """The function under a name; None where its text alone does not tell what it does."""
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
        return None
    return attempt(lambda: _Reckoning(name, arguments).returning(returned), None)


class _Reckoning:
    """A function in the making; fails with a KeyError or a ValueError at what cannot be told."""

    def __init__(self, name: str, arguments: ast.arguments) -> None:
        self._name = name
        self._names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        self._steps = [given(name), *map(given, self._names)]

    def returning(self, node: ast.expr) -> Definition:
        """The function that gives the value of an expression."""
        value = self._value(node)
        self._steps.append(result(relative((value,), len(self._steps))[0]))
        formals = tuple(map(Formal, self._names))
        return Definition(self._name, (Method(self._name, formals, Sequence(tuple(self._steps))),))

    def _value(self, node: ast.expr) -> Told:
        match node:
            case ast.Name(id=name):
                return 1 + self._names.index(name)
            case ast.BinOp(left=left, op=symbol, right=right):
                return self._add(BINARY[type(symbol)], left, right)
            case ast.Compare(left=left, ops=[ast.In()], comparators=[right]):
                return self._add("__contains__", right, left)
            case ast.Compare(left=left, ops=[comparison], comparators=[right]):
                return self._add(COMPARED[type(comparison)], left, right)
            case ast.Subscript(value=held, slice=key):
                return self._add("__getitem__", held, key)
            case ast.Call(func=ast.Name(id="len" | "str" | "repr" | "abs" as called), args=[argument], keywords=[]):
                return self._add(f"__{called}__", argument)
            case _ if isinstance(plain := written(node), Literal):
                return plain
            case _:
                raise ValueError(node)

    def _add(self, name: str, *nodes: ast.expr) -> int:
        values = tuple(map(self._value, nodes))
        if isinstance(values[0], Literal):
            # what that does hangs on its class
            raise ValueError(name)
        end = len(self._steps)
        self._steps.append(Statement(operator("int", name), relative(values, end)))
        return end


def relative(arguments: tuple[Told | None, ...], end: int) -> tuple[Told | None, ...]:
    """Positions as arguments of a statement at the end."""
    return tuple([each - end if type(each) is int else each for each in arguments])


def operator(owner: str, name: str) -> Operation:
    """An operator of a builtin class."""
    names = ("self", "other")[: 1 + arity(name)]
    return Operation(Kind.OPERATOR, "builtins", owner, name, tuple(Parameter(each, Place.POSITIONAL) for each in names))
