"""What limits the values of a parameter: the metadata of its annotation, and conditions of simple form."""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from caddis.discover.foreign import MISSING, attempt, dynamic, is_a, text_of
from caddis.model.types import UNBOUNDED, Bounds, Number

_CALLS: dict[str, tuple[str, ...]] = {
    "Gt": ("gt",),
    "Ge": ("ge",),
    "Lt": ("lt",),
    "Le": ("le",),
    "MultipleOf": ("multiple_of",),
    "MinLen": ("min_length",),
    "MaxLen": ("max_length",),
    "Len": ("min_length", "max_length"),
}
"""The positional parameters of what annotations are bounded with, by the names that nearly all libraries share."""

_MIRRORED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.Eq}


def bounds_of_metadata(metadata: Iterable[Any]) -> Bounds:
    """The bounds that objects beside a type in `Annotated` speak of, by the names of their attributes."""
    bounds = UNBOUNDED
    for entry in metadata:
        inner = dynamic(entry, "metadata")
        if isinstance(inner, (list, tuple)):
            bounds = bounds.within(bounds_of_metadata(inner))
        bounds = bounds.within(_bounds_of(entry))
    return bounds


def _bounds_of(entry: Any) -> Bounds:
    bounds = UNBOUNDED
    for name, open_ in (("gt", True), ("ge", False)):
        if (low := _number(dynamic(entry, name))) is not None:
            bounds = bounds.within(Bounds(low=low, above=open_))
    for name, open_ in (("lt", True), ("le", False)):
        if (high := _number(dynamic(entry, name))) is not None:
            bounds = bounds.within(Bounds(high=high, below=open_))
    shortest, longest = (dynamic(entry, name) for name in ("min_length", "max_length"))
    pattern = dynamic(entry, "pattern")
    step = _number(dynamic(entry, "multiple_of"))
    return bounds.within(
        Bounds(
            multiple_of=step or None,
            shortest=max(0, shortest) if type(shortest) is int else 0,
            longest=longest if type(longest) is int else None,
            pattern=pattern if type(pattern) is str else text_of(pattern, "pattern") or None,
        )
    )


def _number(value: object) -> Number | None:
    return value if type(value) in (int, float) else None  # type: ignore[return-value]


def written_metadata(call: ast.Call) -> Any:
    """What a call beside a type in `Annotated` would make, as far as bounds go; the call itself is not made."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = dict(zip(_CALLS.get(name, ()), call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    found = {key: attempt(lambda value=value: ast.literal_eval(value), None) for key, value in given.items()}  # type: ignore[misc]
    return _Written({key: value for key, value in found.items() if value is not None})


class _Written:
    """Has the attributes that were written; can be hashed, as whatever stands in a union must."""

    def __init__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)


def preconditions(function: Any) -> dict[str, Bounds]:
    """The bounds that the preconditions of icontract and deal put on parameters, by their names."""
    found: dict[str, Bounds] = {}
    for condition in _conditions(function):
        for name, bounds in bounds_of_condition(condition).items():
            found[name] = found.get(name, UNBOUNDED).within(bounds)
    return found


def _conditions(function: Any) -> Iterator[Any]:
    """The functions that decide whether a call is allowed."""
    groups = dynamic(function, "__preconditions__")
    # several groups are those of several bases, of which one must hold: nothing certain
    for contract in groups[0] if isinstance(groups, list) and len(groups) == 1 else ():
        yield dynamic(contract, "condition")
    contracts = dynamic(function, "__deal_contract")
    for contract in attempt(lambda: tuple(contracts.pres), ()):
        yield _innermost(contract)


def declared_raises(function: Any) -> tuple[str, ...]:
    """The names of the exceptions that `@deal.raises` allows a function."""
    contracts = dynamic(function, "__deal_contract")
    # they are made from their arguments when first asked
    allowed = attempt(lambda: [each for contract in contracts.raises for each in _allowed(contract)], [])
    return tuple(text_of(each, "__name__") for each in allowed)


def _allowed(contract: Any) -> Iterable[Any]:
    found = dynamic(contract, "exceptions")
    return found if isinstance(found, (tuple, list, set, frozenset)) else ()


def _innermost(contract: Any) -> Any:
    for name in ("function", "validator"):
        found = dynamic(contract, name)
        if found is not MISSING and is_a(found, types.FunctionType):
            return found
    return MISSING


def bounds_of_condition(function: Any) -> dict[str, Bounds]:
    """The bounds a condition such as `lambda x: 0 < x <= 10` or `lambda xs: len(xs) > 0` puts on its parameters."""
    expression = attempt(lambda: _expression(function), None)
    found: dict[str, Bounds] = {}
    for comparison in _conjuncts(expression):
        for name, bounds in _compared(comparison):
            found[name] = found.get(name, UNBOUNDED).within(bounds)
    return found


def _expression(function: Any) -> ast.expr | None:
    """What a lambda, or a function that does nothing else, returns."""
    code: types.CodeType = function.__code__
    around = [
        node
        for node in _functions(code.co_filename, text_of(function, "__module__"))
        if node.lineno == code.co_firstlineno and _spans(node, code)
    ]
    node = max(around, key=lambda each: each.col_offset, default=None)
    match node:
        case ast.Lambda(body=body):
            return body
        case ast.FunctionDef(body=[*_, ast.Return(value=value)]) if len(node.body) <= 2:
            return value
        case _:
            return None


def _spans(node: ast.Lambda | ast.FunctionDef, code: types.CodeType) -> bool:
    """Whether the instructions of a code object stem from a function."""
    if [argument.arg for argument in node.args.args] != list(code.co_varnames[: code.co_argcount]):
        return False
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    places = [(line, column) for line, _, column, _ in code.co_positions() if line is not None and column]
    return all(start <= place <= end for place in places)


@cache
def _functions(file: str, module: str) -> tuple[ast.Lambda | ast.FunctionDef, ...]:
    found = attempt(lambda: _parsed(file or text_of(sys.modules.get(module), "__file__")), ast.Module([], []))
    return tuple(node for node in ast.walk(found) if isinstance(node, (ast.Lambda, ast.FunctionDef)))


def _parsed(file: str) -> ast.Module:
    with open(file, "rb") as source:
        return ast.parse(source.read())


def _conjuncts(expression: ast.expr | None) -> Iterator[ast.expr]:
    """The parts that all must hold."""
    if isinstance(expression, ast.BoolOp) and isinstance(expression.op, ast.And):
        for part in expression.values:
            yield from _conjuncts(part)
    elif expression is not None:
        yield expression


def _compared(expression: ast.expr) -> Iterator[tuple[str, Bounds]]:
    match expression:
        case ast.Compare(left=left, ops=operators, comparators=others):
            for first, operator, second in zip([left, *others], operators, others, strict=False):
                yield from _pair(first, type(operator), second)
                if type(operator) in _MIRRORED:
                    yield from _pair(second, _MIRRORED[type(operator)], first)
        case ast.Name(id=name) | ast.Call(func=ast.Name(id="len" | "bool"), args=[ast.Name(id=name)]):
            # a thing that is true: a container with something in it, a text that is not empty
            yield name, Bounds(shortest=1)


def _pair(subject: ast.expr, operator: type[ast.cmpop], limit: ast.expr) -> Iterator[tuple[str, Bounds]]:
    number = _number(attempt(lambda: ast.literal_eval(limit), None))
    if number is None:
        return
    bounds = _limited(operator, number)
    match subject:
        case ast.Name(id=name):
            yield name, bounds
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
            yield name, _of_length(bounds)
        case ast.BinOp(left=ast.Name(id=name), op=ast.Mod(), right=ast.Constant(value=int() as step)) if (
            operator is ast.Eq and number == 0 and step
        ):
            yield name, Bounds(multiple_of=step)


def _limited(operator: type[ast.cmpop], number: Number) -> Bounds:
    if operator in (ast.Gt, ast.GtE):
        return Bounds(low=number, above=operator is ast.Gt)
    if operator in (ast.Lt, ast.LtE):
        return Bounds(high=number, below=operator is ast.Lt)
    return Bounds(low=number, high=number) if operator is ast.Eq else UNBOUNDED


def _of_length(bounds: Bounds) -> Bounds:
    """Bounds of a number as bounds of a length."""
    shortest = 0 if bounds.low is None else int(bounds.low) + bounds.above
    longest = None if bounds.high is None else int(bounds.high) - bounds.below
    return replace(UNBOUNDED, shortest=max(0, shortest), longest=longest)
