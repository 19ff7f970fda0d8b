"""Faults: the small mistakes people make, as changes to the tree of a function."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.Div),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitAnd,),
}
METHODS = {
    "lower": "upper",
    "lstrip": "rstrip",
    "find": "rfind",
    "ljust": "rjust",
    "index": "rindex",
    "split": "rsplit",
    "partition": "rpartition",
    "startswith": "endswith",
    "removeprefix": "removesuffix",
}
TWINS = METHODS | {other: name for name, other in METHODS.items()}
"""Methods of texts that are easily taken for one another."""
EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, Exception)
)
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Delete, ast.Raise, ast.Assert)
"""Statements that somebody may have forgotten."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Replacement = ast.AST | list[ast.AST] | str | None


@dataclass(frozen=True, slots=True)
class Fault:
    """A change to a tree: `field` of `node` is replaced, or the item at `index` in it."""

    node: ast.AST
    field: str
    index: int | None
    replacement: Replacement
    kind: str
    line: int
    """Where it is."""
    statement: ast.stmt
    """What it is part of."""
    function: Definition
    """What that is directly in."""

    @contextmanager
    def made(self) -> Iterator[None]:
        """The tree has the fault in here."""
        before = getattr(self.node, self.field)
        if self.index is None:
            after = self.replacement
        else:
            items = self.replacement if isinstance(self.replacement, list) else [self.replacement]
            after = [*before[: self.index], *items, *before[self.index + 1 :]]
        setattr(self.node, self.field, after)
        try:
            yield
        finally:
            setattr(self.node, self.field, before)


def faults(function: Definition) -> list[Fault]:
    """All that may go wrong in the body of a function, and in what is defined in it."""
    finding = _Finding(function)
    for index, statement in enumerate(function.body):
        finding.visit(statement, Spot(function, "body", index))
    return finding.found


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands in a tree."""

    node: ast.AST
    field: str
    index: int | None = None


Edit = tuple[ast.AST, Spot, Replacement, str]
"""What is wrong, where that stands, what stands there instead, and what kind of fault that is."""


class _Finding:
    """Goes through a tree; annotations, docstrings and what only the type checker sees are left alone."""

    def __init__(self, function: Definition) -> None:
        self.found: list[Fault] = []
        self._function = function
        self._statement: ast.stmt = ast.Pass(lineno=0)

    def visit(self, node: ast.AST, spot: Spot) -> None:
        """Find the faults of a node, and of what is in it."""
        outer, around = self._statement, self._function
        if isinstance(node, ast.stmt):
            if _is_inert(node):
                return
            self._statement = node
        for edit in (*_instead(node, spot), *_of_operators(node), *_of_expressions(node), *_of_statements(node)):
            self._add(*edit)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._function = node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params", "type_comment"):
                continue
            if isinstance(value, list):
                for place, item in enumerate(value):
                    if isinstance(item, ast.AST):
                        self.visit(item, Spot(node, name, place))
            elif isinstance(value, ast.AST):
                self.visit(value, Spot(node, name))
        self._statement, self._function = outer, around

    def _add(self, wrong: ast.AST, spot: Spot, to: Replacement, kind: str) -> None:
        line = getattr(wrong, "lineno", self._statement.lineno)
        if isinstance(to, (ast.expr, ast.stmt)) and not hasattr(to, "lineno"):
            ast.copy_location(to, wrong if hasattr(wrong, "lineno") else self._statement)
            ast.fix_missing_locations(to)
        self.found.append(Fault(spot.node, spot.field, spot.index, to, kind, line, self._statement, self._function))


def _of_operators(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare(ops=operators):
            for place, comparison in enumerate(operators):
                for other in COMPARISONS[type(comparison)]:
                    yield node, Spot(node, "ops", place), other(), "comparison"
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator):
            for one in ARITHMETIC.get(type(operator), ()):
                yield node, Spot(node, "op"), one(), "arithmetic"
        case ast.BoolOp(op=joined):
            yield node, Spot(node, "op"), ast.Or() if isinstance(joined, ast.And) else ast.And(), "boolean"


def _of_expressions(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.IfExp(test=test) if not _is_negated_otherwise(test):
            yield test, Spot(node, "test"), ast.UnaryOp(ast.Not(), test), "condition negated"
        case ast.comprehension(ifs=conditions):
            for place, condition in enumerate(conditions):
                yield condition, Spot(node, "ifs", place), ast.Constant(True), "condition dropped"
        case ast.Lambda(body=value) if not _is_none(value):
            yield value, Spot(node, "body"), ast.Constant(None), "return value"
        case ast.Slice():
            for name in ("lower", "upper", "step"):
                if getattr(node, name) is not None:
                    yield node, Spot(node, name), None, "slice bound"
        case ast.Call():
            yield from _of_calls(node)


def _of_calls(node: ast.Call) -> Iterator[Edit]:
    for place, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            continue
        yield argument, Spot(node, "args", place), [], "argument dropped"
        if not _is_none(argument):
            yield argument, Spot(node, "args", place), ast.Constant(None), "argument"
    for place, keyword in enumerate(node.keywords):
        yield keyword, Spot(node, "keywords", place), [], "keyword dropped"
    if isinstance(node.func, ast.Attribute) and node.func.attr in TWINS:
        yield node, Spot(node.func, "attr"), TWINS[node.func.attr], "method"


def _of_statements(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) if not _is_negated_otherwise(test):
            yield test, Spot(node, "test"), ast.UnaryOp(ast.Not(), test), "condition negated"
        case ast.For():
            yield node, Spot(node, "iter"), ast.Tuple([], ast.Load()), "loop not entered"
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield value, Spot(node, "value"), ast.Constant(None), "return value"
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            yield value, Spot(node, "value"), ast.Constant("" if _is_none(value) else None), "assignment"
        case ast.ExceptHandler(type=ast.expr() as caught):
            yield caught, Spot(node, "type"), ast.Tuple([], ast.Load()), "exception"
        case ast.Raise(exc=ast.Name(id=name)) if name in EXCEPTIONS:
            yield node, Spot(node, "exc"), _another(name), "exception"
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) as made) if name in EXCEPTIONS:
            yield node, Spot(made, "func"), _another(name), "exception"


def _another(exception: str) -> ast.Name:
    return ast.Name("RuntimeError" if exception != "RuntimeError" else "ValueError", ast.Load())


def _instead(node: ast.AST, spot: Spot) -> Iterator[Edit]:
    """What may stand in place of a node."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, spot, operand, "not removed"
        case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=operand):
            yield node, spot, operand, "sign"
        case ast.Constant(value=value):
            for other in other_values(value):
                yield node, spot, ast.Constant(other), "constant"
        case ast.AugAssign(target=target, value=value):
            yield node, spot, ast.Assign([target], value), "plain assignment"
        case ast.Break():
            yield node, spot, ast.Continue(), "loop"
        case ast.Continue():
            yield node, spot, ast.Break(), "loop"
    if isinstance(node, SIMPLE) and not _only_binds_names(node):
        # what it refers to stays known, so that the function keeps its variables, and its kind
        yield node, spot, ast.If(test=ast.Constant(False), body=[node], orelse=[]), "statement deleted"


def _only_binds_names(node: ast.stmt) -> bool:
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return True
    return isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets)


def other_values(value: object) -> Iterator[bool | int | float | str | bytes]:
    """Constants that may stand for another by mistake."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
            if value > 0:
                yield value - 1
        case float():
            yield value + 1.0
        case str():
            yield f"XX{value}XX"
            if value.swapcase() != value:
                yield value.swapcase()
        case bytes():
            yield b"XX" + value


def _is_inert(node: ast.stmt) -> bool:
    """Whether a statement says nothing at run time, or nothing that can be got wrong."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_negated_otherwise(test: ast.expr) -> bool:
    """Whether another fault says the same as the opposite of a condition."""
    match test:
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
        case ast.Compare(ops=[_]):
            return True
    return False
