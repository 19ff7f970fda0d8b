"""Source files → what each function in them asks of its parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from caddis.discover.bodies.statements import Statements
from caddis.discover.bodies.syntax import Definition, arguments_of
from caddis.discover.bodies.uses import NOTHING, Held, Uses, Value

Key = tuple[int, str]
"""The first line of a function, decorators included, and its name: what its code object knows too."""


def read_bodies(tree: ast.Module) -> dict[Key, Uses]:
    """What each function of a file asks of its parameters."""
    found: dict[Key, Uses] = {}
    _read_block(tree.body, None, found)
    return found


def _read_block(body: Iterable[ast.stmt], held: Held | None, found: dict[Key, Uses]) -> None:
    pending: list[tuple[Key, dict[str, Value], Statements]] = []
    for node in _definitions(body):
        if isinstance(node, ast.ClassDef):
            _read_block(node.body, Held(), found)
            continue
        receiver = None if held is None else _receiver(node)
        names = [argument.arg for argument in arguments_of(node.args) if argument.arg != receiver]
        values = {name: Value() for name in names}
        reading = Statements(dict(values), receiver, Held() if held is None else held)
        reading.variadic(node.args)
        reading.block(node.body)
        pending.append((_key(node), values, reading))
        _read_block(node.body, None, found)
    # only now is known what other methods ask of what one of them stored
    for key, values, reading in pending:
        options = {} if reading.options is None else reading.options.named
        frozen = {name: value.frozen() for name, value in {**options, **values}.items()}
        asked = {name: use for name, use in frozen.items() if use != NOTHING}
        found[key] = Uses(asked, frozenset(reading.assigned), tuple(options))


def _definitions(body: Iterable[ast.stmt]) -> Iterator[Definition | ast.ClassDef]:
    """The functions and classes defined in a block, also below conditions, not those inside of one another."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _definitions(getattr(node, name, ()))
        for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _definitions(inner.body)


def _key(node: Definition) -> Key:
    first = node.decorator_list[0] if node.decorator_list else node
    return first.lineno, node.name


def _receiver(node: Definition) -> str | None:
    """The name of the first parameter of a method."""
    if any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list):
        return None
    return next((argument.arg for argument in (*node.args.posonlyargs, *node.args.args)), None)
