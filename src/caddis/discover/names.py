"""Which names an annotation may use, and what an annotation written as text says."""

from __future__ import annotations

import ast
import builtins
import collections.abc
import importlib
import sys
import types
import typing
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Protocol

from caddis.discover.bounds import written_metadata
from caddis.discover.foreign import MISSING, attempt, dynamic, namespace, text_of
from caddis.model.classes import mro


class Names(Protocol):
    """Knows what a name in an annotation stands for."""

    def find(self, name: str) -> Any:
        """The object of that name, or MISSING."""
        ...


class Scope:
    """The names annotations of a callable or class can see, looked up in the order they shadow one another."""

    def __init__(self, module: str, owner: type | None = None, parameters: tuple[Any, ...] = ()) -> None:
        self.module = module
        self.owner = owner
        self.parameters = {text_of(parameter, "__name__"): parameter for parameter in parameters}

    def find(self, name: str) -> Any:
        """The object of that name, or MISSING."""
        if name in self.parameters:
            return self.parameters[name]
        found = _in_module(self.module, name)
        if found is MISSING:
            found = builtins.__dict__.get(name, MISSING)
        if found is MISSING and self.owner is not None:
            found = self._around(self.owner, name)
        if found is MISSING:
            found = _only_for_checkers(self.module, name)
        return found

    def _around(self, owner: type, name: str) -> Any:
        """What the class and its bases hold, or the modules they were written in."""
        for base in mro(owner):
            for parameter in dynamic(base, "__type_params__") or () if "__type_params__" in namespace(base) else ():
                if text_of(parameter, "__name__") == name:
                    return parameter
            found = namespace(base).get(name, MISSING)
            if found is MISSING:
                found = _in_module(text_of(base, "__module__"), name)
            if found is MISSING:
                found = _only_for_checkers(text_of(base, "__module__"), name)
            if found is not MISSING:
                return found
        return MISSING


def _in_module(module: str, name: str) -> Any:
    return namespace_of(module).get(name, MISSING)


def namespace_of(module: str) -> Mapping[str, Any]:
    """The names of an imported module, as they are now."""
    found = sys.modules.get(module)
    return found.__dict__ if type(found) is types.ModuleType else namespace(found)


def _only_for_checkers(module: str, name: str) -> Any:
    """What the module imports, or defines, under `if TYPE_CHECKING`."""
    statement = _checker_names(module).get(name)
    match statement:
        case ast.ImportFrom(names=names, level=level, module=origin):
            original = next((alias.name for alias in names if (alias.asname or alias.name) == name), name)
            package = text_of(sys.modules.get(module), "__package__") or module.rpartition(".")[0]
            source = attempt(lambda: importlib.import_module("." * level + (origin or ""), package), None)
            # typing_extensions need not be installed for a name that typing has by now
            return dynamic(typing if source is None and origin == "typing_extensions" else source, original)
        case ast.Import(names=names):
            wanted = next(alias for alias in names if (alias.asname or alias.name.partition(".")[0]) == name)
            imported = attempt(lambda: importlib.import_module(wanted.name), None)
            if imported is None:
                return MISSING
            return imported if wanted.asname else sys.modules[wanted.name.partition(".")[0]]
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            return evaluate(value, Scope(module))
        case _:
            return MISSING


@cache
def _checker_names(module: str) -> dict[str, ast.AST]:
    """The statements under `if TYPE_CHECKING`, by the names they bind."""
    file = text_of(sys.modules.get(module), "__file__")
    if not file.endswith(".py"):
        return {}
    tree = attempt(lambda: _parsed(file), ast.Module([], []))
    found: dict[str, ast.AST] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for statement in (inner for outer in node.body for inner in ast.walk(outer)):
                found = {**dict.fromkeys(_bound(statement), statement), **found}
    return found


def _parsed(file: str) -> ast.Module:
    with open(file, "rb") as source:
        return ast.parse(source.read())


def _bound(statement: ast.AST) -> list[str]:
    match statement:
        case ast.ImportFrom(names=names):
            return [alias.asname or alias.name for alias in names]
        case ast.Import(names=names):
            return [alias.asname or alias.name.partition(".")[0] for alias in names]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


@lru_cache(maxsize=10_000)
def parsed(text: str) -> ast.expr | None:
    """An annotation written as text, as a syntax tree."""
    return attempt(lambda: ast.parse(text.strip(), mode="eval").body, None)


def evaluate(expression: ast.expr, names: Names) -> Any:
    """The object an annotation stands for; parts that cannot be known are `Any`."""
    return attempt(lambda: _evaluate(expression, names), Any)


def _evaluate(expression: ast.expr, names: Names) -> Any:
    match expression:
        case ast.Constant(value=str() as text):
            inner = parsed(text)
            return Any if inner is None else evaluate(inner, names)
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            found = names.find(name)
            return Any if found is MISSING else found
        case ast.Attribute(value=value, attr=attribute):
            found = dynamic(evaluate(value, names), attribute)
            return Any if found is MISSING else found
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _union(evaluate(left, names), evaluate(right, names))
        case ast.Subscript(value=value, slice=inside):
            return _subscript(evaluate(value, names), inside, names)
        case ast.List(elts=elements):
            return [evaluate(element, names) for element in elements]
        case ast.Starred(value=value):
            return typing.Unpack[evaluate(value, names)]
        case _:
            return Any


def _union(left: Any, right: Any) -> Any:
    # typing remembers by what is equal, and unions in another order are: what it is asked for has none inside
    options = (*_options(left), *_options(right))
    try:
        return typing.Union.__getitem__(options)
    except TypeError:
        # metadata that cannot be hashed
        return typing.Union.__getitem__(tuple(map(_bare, options)))


def _options(annotation: Any) -> tuple[Any, ...]:
    is_union = typing.get_origin(annotation) in (typing.Union, types.UnionType)
    return typing.get_args(annotation) if is_union else (annotation,)


def _bare(annotation: Any) -> Any:
    return typing.get_args(annotation)[0] if typing.get_origin(annotation) is typing.Annotated else annotation


def _subscript(generic: Any, inside: ast.expr, names: Names) -> Any:
    elements = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    name = text_of(generic, "_name") or text_of(generic, "__name__")
    if name == "Literal":
        return typing.Literal.__getitem__(tuple(_literal(element, names) for element in elements))
    if name == "Annotated":
        base, *beside = elements
        annotated: Any = typing.Annotated
        return annotated[evaluate(base, names), *(_metadata(each, names) for each in beside)]
    arguments = tuple(evaluate(element, names) for element in elements)
    # of Callable it would keep the parameters as a list, and no union takes what cannot be hashed
    if isinstance(generic, type) and generic is not collections.abc.Callable:
        return types.GenericAlias(generic, arguments)
    return attempt(lambda: generic[arguments if len(arguments) > 1 else arguments[0]], generic)


def _metadata(element: ast.expr, names: Names) -> Any:
    return written_metadata(element) if isinstance(element, ast.Call) else evaluate(element, names)


def _literal(element: ast.expr, names: Names) -> Any:
    return (
        element.value
        if isinstance(element, ast.Constant)
        else attempt(lambda: ast.literal_eval(element), evaluate(element, names))
    )
