"""What can be read off single expressions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from caddis.model.sequence import Literal

_KINDS = {
    **dict.fromkeys(("len", "ord", "int", "hash", "id"), int),
    **dict.fromkeys(("str", "repr", "chr", "format"), str),
    **dict.fromkeys(("list", "sorted"), list),
    **{cls.__name__: cls for cls in (float, dict, set, tuple, bytes)},
}
BINARY: dict[type[ast.operator], str] = {
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Div: "__truediv__",
    ast.FloorDiv: "__floordiv__",
    ast.Mod: "__mod__",
    ast.Pow: "__pow__",
    ast.MatMult: "__matmul__",
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.BitXor: "__xor__",
    ast.LShift: "__lshift__",
    ast.RShift: "__rshift__",
}
ORDER: dict[type[ast.cmpop], str] = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}
"""The special methods behind operators."""
DISPLAYS: dict[type[ast.AST], type] = {
    ast.JoinedStr: str,
    ast.List: list,
    ast.ListComp: list,
    ast.Dict: dict,
    ast.DictComp: dict,
    ast.Set: set,
    ast.SetComp: set,
    ast.Tuple: tuple,
}


Definition = ast.FunctionDef | ast.AsyncFunctionDef


def arguments_of(arguments: ast.arguments) -> list[ast.arg]:
    several = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *several]


def kind_of(node: ast.expr) -> type | None:
    """The type of a literal, or of a call of a builtin that says it."""
    match node:
        case ast.Constant(value=value):
            return None if value is None or value is Ellipsis else type(value)
        case ast.UnaryOp(op=ast.Not()):
            return bool
        case ast.UnaryOp(operand=operand):
            return kind_of(operand)
        case ast.Call(func=ast.Name(id=name)):
            return _KINDS.get(name)
        case ast.BinOp(left=left, right=right):
            kind = kind_of(right)
            return kind if kind is not None and kind_of(left) is kind else None
        case _:
            return DISPLAYS.get(type(node))


def literal_in(node: ast.expr) -> Literal | None:
    match node:
        case ast.Constant(value=None | bool() | int() | float() | complex() | str() | bytes() as value):
            return Literal(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return Literal(-value)
        case _:
            return None


def is_dotted(node: ast.expr) -> bool:
    """Whether an expression is a name, or names with dots between."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def names_a_callable(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))):
            return True
        case _:
            return is_dotted(node)


def names_in(node: ast.expr | None) -> set[str]:
    if node is None:
        return set()
    return {each.id for each in (node.elts if isinstance(node, ast.Tuple) else [node]) if isinstance(each, ast.Name)}


def singled_out(test: ast.expr) -> Iterator[tuple[str, bool, bool]]:
    """The names a test tells the kind of, whether what is asked then is worth keeping, and when: if it holds or not."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from ((name, kept, not when) for name, kept, when in singled_out(inner))
        case ast.BoolOp(op=ast.And(), values=values):
            yield from (each for value in values for each in singled_out(value) if each[2])
        case ast.BoolOp(op=ast.Or(), values=values):
            sides = [list(singled_out(value)) for value in values]
            yield from (each for side in sides for each in side if not each[2])
            yield from (each for each in sides[0] if each[2] and all(each in side for side in sides))
        case ast.Call(func=ast.Name(id="isinstance" | "callable" | "issubclass"), args=[ast.Name(id=name), *_]):
            yield name, False, True
        case ast.Call(func=ast.Name(id="hasattr"), args=[ast.Name(id=name), ast.Constant()]):
            yield name, True, True
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            is_equal = isinstance(operator, (ast.Is, ast.Eq))
            match left:
                case ast.Name(id=name) if isinstance(right, ast.Constant):
                    yield name, False, is_equal
                case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]):
                    yield name, False, is_equal
                case ast.Attribute(value=ast.Name(id=name), attr="__class__"):
                    yield name, False, is_equal


def attribute_asked_for(test: ast.expr) -> str | None:
    match test:
        case ast.Call(func=ast.Name(id="hasattr"), args=[_, ast.Constant(value=str() as attribute)]):
            return attribute
        case _:
            return None
