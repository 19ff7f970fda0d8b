"""Statements as `ruff format` leaves them, from source that is only correct."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from caddis.emit.expressions import Binary, bracketed_if_broken, document, symbol
from caddis.emit.printer import (
    INDENT,
    WIDTH,
    Document,
    Group,
    Indent,
    Line,
    bracketed,
    flat,
    listed,
    render,
    width,
)

MARK = "  # noqa: PLR0124"
"""What tells linters that a comparison of something with itself is meant."""
_WITH_ITSELF = re.compile(r"\b(\w+) (==|!=|<|<=|>|>=|is|is not|in|not in) \1\b")


def lay_out(source: str, indent: int = INDENT) -> list[str]:
    """The statements in `source`, laid out to stand `indent` columns from the left."""
    return _apart(ast.parse(source).body, source, indent)


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def defines(lines: Sequence[str]) -> bool:
    """Whether lines begin with a definition."""
    return bool(lines) and lines[0].startswith(("def ", "async def ", "class "))


def at_top(lines: Sequence[str]) -> list[str]:
    """Lines as they stand at the top of a program: with two empty lines around definitions."""
    spread: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        spread += ["", ""] if not line and not following.startswith(" ") else [line]
    return spread


def _apart(body: list[ast.stmt], source: str, indent: int) -> list[str]:
    """Statements, with an empty line before and after definitions."""
    lines: list[str] = []
    before: ast.stmt | None = None
    for node in body:
        if before is not None and (isinstance(node, DEFINITIONS) or isinstance(before, DEFINITIONS)):
            lines.append("")
        lines += _statement(node, source, indent)
        before = node
    return lines


def _statement(node: ast.stmt, source: str, indent: int) -> list[str]:
    lines = _unmarked(node, source, indent)
    if not any(map(_compares_with_itself, ast.walk(node))):
        return lines
    return [line + MARK * bool(_WITH_ITSELF.search(line) and "#" not in line) for line in lines]


def _unmarked(node: ast.stmt, source: str, indent: int) -> list[str]:  # noqa: PLR0912 - one branch a statement
    match node:
        case ast.Expr(value=ast.BinOp() | ast.Compare() | ast.BoolOp() as value):
            return _after("", value, source, indent)
        case ast.Expr(value=value):
            return render(document(value, source), indent)
        case ast.Assign(targets=[ast.Subscript() as target], value=value):
            return _item_assignment(target, value, source, indent)
        case ast.Assign(targets=[target], value=value):
            return _after(flat(document(target, source)) + " = ", value, source, indent)
        case ast.AugAssign(target=target, op=operator, value=value):
            return _after(f"{flat(document(target, source))} {symbol(operator)}= ", value, source, indent)
        case ast.Assert(test=test, msg=None):
            return _after("assert ", test, source, indent)
        case ast.Delete(targets=[target]):
            return _after("del ", target, source, indent)
        case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
            keyword = "async with" if isinstance(node, ast.AsyncWith) else "with"
            if len(items) == 1 and items[0].optional_vars is None:
                opened = render([f"{keyword} ", document(items[0].context_expr, source), ":"], indent)
                return [*opened, *_block(body, source, indent)]
            entered = ", ".join(_with_item(item, source) for item in items)
            return [f"{keyword} {entered}:", *_block(body, source, indent)]
        case ast.For(target=target, iter=iterable, body=body, orelse=[]):
            head = f"for {flat(document(target, source))} in {flat(document(iterable, source))}:"
            return [head, *_block(body, source, indent)]
        case ast.If(test=test, body=body, orelse=[]):
            return [f"if {flat(document(test, source))}:", *_block(body, source, indent)]
        case ast.Return(value=ast.expr() as value):
            return _after("return ", value, source, indent)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return _definition(node, source, indent)
        case _:
            return (ast.get_source_segment(source, node) or ast.unparse(node)).splitlines()


def _definition(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, source: str, indent: int) -> list[str]:
    match node:
        case ast.FunctionDef(name=name, body=body) | ast.AsyncFunctionDef(name=name, body=body):
            keyword = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            taken: list[Document] = [*_spelt(node.args, source)]
            inside: Document = bracketed("(", Group(listed(taken)), ")") if taken else "()"
            above = [f"@{ast.unparse(one)}" for one in node.decorator_list]
            return [*above, *render([f"{keyword} {name}", inside, ":"], indent), *_block(body, source, indent)]
        case ast.ClassDef(name=name, bases=bases, body=body):
            below = f"({', '.join(flat(document(base, source)) for base in bases)})" if bases else ""
            return [f"class {name}{below}:", *_block(body, source, indent)]


def _spelt(arguments: ast.arguments, source: str) -> list[str]:
    """The parameters of a function, each with its default."""
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + list(arguments.defaults)
    spelt = [_with_default(one, default, source) for one, default in zip(arguments.args, defaults, strict=True)]
    if arguments.vararg is not None:
        spelt.append(f"*{arguments.vararg.arg}")
    elif arguments.kwonlyargs:
        spelt.append("*")
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    spelt += [_with_default(one, default, source) for one, default in named]
    return spelt + ([f"**{arguments.kwarg.arg}"] if arguments.kwarg is not None else [])


def _with_default(parameter: ast.arg, default: ast.expr | None, source: str) -> str:
    return parameter.arg if default is None else f"{parameter.arg}={flat(document(default, source))}"


def _block(body: list[ast.stmt], source: str, indent: int) -> list[str]:
    return [" " * INDENT + line if line else "" for line in _apart(body, source, indent + INDENT)]


def _with_item(item: ast.withitem, source: str) -> str:
    name = f" as {flat(document(item.optional_vars, source))}" if item.optional_vars else ""
    return flat(document(item.context_expr, source)) + name


def _after(before: str, value: ast.expr, source: str, indent: int) -> list[str]:
    """A statement that ends with an expression, `before` being all that comes first."""
    inside: Document
    if _all_or_nothing(value):
        inside = document(value, source)
        text = flat(inside)
        # brackets are worth it only where they make the whole fit
        if indent + width(before + text) > WIDTH >= indent + INDENT + width(text):
            inside = ["(", Indent([Line(), text]), Line(), ")"]
    elif isinstance(value, Binary | ast.UnaryOp):
        inside = bracketed_if_broken(value, source)
    else:
        inside = document(value, source)
    return render([before, inside], indent)


def _item_assignment(target: ast.Subscript, value: ast.expr, source: str, indent: int) -> list[str]:
    """The value is broken first, then put into brackets, and only then is the target broken."""
    before = flat(document(target, source)) + " = "
    lines = _after(before, value, source, indent)
    bare = isinstance(value, ast.UnaryOp) or flat(document(value, source)) in ("[]", "{}", "()")
    if indent + width(lines[0]) <= WIDTH and not (_all_or_nothing(value) and bare and len(lines) > 1):
        return lines
    if indent + width(before) < WIDTH and not bare:
        return render([before, "(", Indent([Line(), document(value, source, True)]), Line(), ")"], indent)
    inside = bracketed_if_broken(value, source) if isinstance(value, Binary) else document(value, source)
    split: Document = ["[", Indent([Line(), document(target.slice, source, True)]), Line(), "] = "]
    return render([document(target.value, source), split, inside], indent)


def _all_or_nothing(node: ast.expr) -> bool:
    """Whether an expression has no place to break: a name, an attribute of one, a literal, a call without arguments."""
    match node:
        case ast.Name() | ast.Constant() | ast.JoinedStr():
            return True
        case ast.Attribute(value=value) | ast.UnaryOp(operand=value) | ast.Await(value=value):
            return _all_or_nothing(value)
        case ast.Call(func=function, args=[], keywords=[]):
            return _all_or_nothing(function)
        case _:
            return False


def _compares_with_itself(node: ast.AST) -> bool:
    match node:
        case ast.Compare(left=ast.Name(id=left), comparators=[ast.Name(id=right), *_]):
            return left == right
        case _:
            return False
