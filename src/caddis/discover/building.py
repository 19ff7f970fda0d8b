"""Source text of a value → the statements that build it, tried out: what comes of them is what the text says."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from caddis.discover.foreign import MISSING, attempt, dynamic, instance_namespace, is_class, namespace, text_of
from caddis.discover.helpers import importable_from
from caddis.discover.written import expression
from caddis.model.classes import mro
from caddis.model.operation import Kind, Operation, Parameter, Place, constant, display
from caddis.model.sequence import Argument, Atom, Literal, Sequence, Statement

MOST_STATEMENTS = 12
_LONGEST = 2_000
_DEEPEST = 8
_NUMBERS: dict[str, float] = {"nan": float("nan"), "inf": float("inf")}
_WITHOUT_MODULE = ("collections", "datetime", "decimal", "fractions", "ipaddress", "pathlib", "uuid")
"""The standard modules whose classes show themselves without it."""
Made = tuple[Any, int | Literal]
"""A value, and the position of the statement that makes it, or the literal it is."""


class _Unspeakable(Exception):
    """There is no way to write it."""


class Builder:
    """Builds values from source text, with names of some modules and of the operations that are known."""

    def __init__(self, modules: Iterable[str], constructors: Mapping[type, Operation]) -> None:
        self._modules = tuple(modules)
        self._constructors = constructors

    def build(self, source: str, value: object) -> Sequence | None:
        """The sequence that makes an equal of a value, whose class it is, as the text says; None if it does not."""
        node = expression(source) if len(source) <= _LONGEST else None
        if node is None:
            return None
        building = _Building(self, type(value))
        try:
            made, position = building.of(node)
        except Exception:  # noqa: BLE001 - code of the target is run, on a text that may be anything
            return None
        if isinstance(position, Literal) or not attempt(lambda: is_same(made, value), False):
            return None
        return Sequence(tuple(building.statements))

    def find(self, dotted: str, cls: type) -> tuple[Any, type | None]:
        """What a name stands for in the text of a value of a class, and the class that it is an attribute of."""
        first, *others = dotted.split(".")
        for found, holder in self._meanings(first, cls, dotted=bool(others)):
            thing, held_by = found, holder
            for name in others:
                thing, held_by = dynamic(thing, name), thing if is_class(thing) else None
            if thing is not MISSING:
                return thing, held_by
        raise _Unspeakable(dotted)

    def _meanings(self, name: str, cls: type, *, dotted: bool) -> Iterator[tuple[Any, type | None]]:
        """What a name may stand for, the likeliest first, and the class that it is an attribute of."""
        if dotted and name in sys.stdlib_module_names:
            yield sys.modules.get(name, MISSING), None
        for module in (text_of(cls, "__module__"), *self._modules):
            yield _stored(module, name), None
        yield from ((known, None) for known in self._constructors if text_of(known, "__name__") == name)
        yield dynamic(cls, name), cls
        yield _stored("builtins", name), None
        for module in _WITHOUT_MODULE:
            yield _stored(module, name), None

    def called(self, thing: Any, holder: type | None, given: list[Made], named: dict[str, Made]) -> Statement:
        """The call of a class, a function, or a method of a class; the arguments are positions."""
        positional, keywords = [each for _, each in given], {name: each for name, (_, each) in named.items()}
        known = self._constructors.get(thing) if is_class(thing) else None
        arguments = None if known is None else bound(known, positional, keywords)
        if known is not None and arguments is not None:
            return Statement(known, arguments)
        parameters = [Parameter(f"argument{number}", Place.POSITIONAL) for number in range(len(positional))]
        parameters += [Parameter(name, Place.KEYWORD) for name in keywords]
        operation = self._operation(thing, holder, tuple(parameters))
        return Statement(operation, (*positional, *keywords.values()))

    def _operation(self, thing: Any, holder: type | None, parameters: tuple[Parameter, ...]) -> Operation:
        name = text_of(thing, "__name__")
        if is_class(thing):
            return Operation(Kind.CONSTRUCTOR, *self.place(thing), name, parameters)
        if holder is not None:
            kind = Kind.CLASS_METHOD if inspect.ismethod(thing) else Kind.STATIC_METHOD
            return Operation(kind, *self.place(holder), name, parameters)
        return Operation(Kind.FUNCTION, self.place(thing)[0], "", name, parameters)

    def place(self, thing: Any) -> tuple[str, str]:
        """The module that a class or function is imported from, and its path there."""
        known = self._constructors.get(thing) if is_class(thing) else None
        module = importable_from(thing) if known is None else known.module
        if module is None:
            raise _Unspeakable(thing)
        return module, text_of(thing, "__qualname__") if known is None else known.path


class _Building:
    """One value in the making."""

    def __init__(self, builder: Builder, cls: type) -> None:
        self._builder = builder
        self._cls = cls
        self.statements: list[Statement] = []

    def of(self, node: ast.expr) -> Made:
        match node:
            case ast.Constant(value=None | bool() | int() | float() | complex() | str() | bytes() as value):
                return value, Literal(value)
            case ast.Name(id="nan" | "inf" as name):
                return _NUMBERS[name], Literal(_NUMBERS[name])
            case ast.UnaryOp() | ast.BinOp():
                return self._number(node)
            case ast.List(elts=items):
                return self._display("[", [self.of(item) for item in items])
            case ast.Tuple(elts=items):
                return self._display("(", [self.of(item) for item in items])
            case ast.Set(elts=items):
                return self._display("{", [self.of(item) for item in items])
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                return self._display("{:", [self.of(each) for pair in pairs for each in pair if each is not None])
            case ast.Call(func=function, args=given, keywords=keywords):
                return self._call(ast.unparse(function), given, keywords)
            case ast.Attribute() | ast.Name():
                return self._named(ast.unparse(node))
            case _:
                raise _Unspeakable(ast.unparse(node))

    def _number(self, node: ast.expr) -> Made:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name):
            value: Atom = -_NUMBERS[node.operand.id]
        else:
            value = ast.literal_eval(node)
        return value, Literal(value)

    def _display(self, bracket: str, items: list[Made]) -> Made:
        values = [value for value, _ in items]
        made: Any = values
        if bracket == "{:":
            made = dict(zip(values[::2], values[1::2], strict=True))
        elif bracket != "[":
            made = tuple(values) if bracket == "(" else set(values)
        return made, self._add(Statement(display(bracket, len(items)), tuple(position for _, position in items)))

    def _call(self, dotted: str, given: list[ast.expr], keywords: list[ast.keyword]) -> Made:
        thing, holder = self._builder.find(dotted, self._cls)
        positional = [self.of(each) for each in given]
        named = {each.arg: self.of(each.value) for each in keywords if each.arg is not None}
        if len(named) < len(keywords):
            raise _Unspeakable(dotted)
        statement = self._builder.called(thing, holder, positional, named)
        made = thing(*(value for value, _ in positional), **{name: value for name, (value, _) in named.items()})
        return made, self._add(statement)

    def _named(self, dotted: str) -> Made:
        """A class, a function, or what a class holds: a member of an enumeration."""
        thing, holder = self._builder.find(dotted, self._cls)
        module, path = self._builder.place(thing if holder is None else holder)
        name = "" if holder is None else f".{dotted.rpartition('.')[2]}"
        return thing, self._add(Statement(constant(module, path + name), ()))

    def _add(self, statement: Statement) -> int:
        """Append a statement whose arguments are positions; its own position."""
        if len(self.statements) >= MOST_STATEMENTS:
            raise _Unspeakable("too long")
        end = len(self.statements)
        arguments = tuple(each - end if isinstance(each, int) else each for each in statement.arguments)
        self.statements.append(Statement(statement.operation, arguments))
        return end


def _stored(module: str, name: str) -> Any:
    return namespace(sys.modules.get(module)).get(name, MISSING)


def bound(
    operation: Operation, positional: list[int | Literal], keywords: dict[str, int | Literal]
) -> tuple[Argument, ...] | None:
    """The arguments in the places of an operation; None where they do not fit it."""
    waiting, left = list(positional), dict(keywords)
    found: list[Argument] = []
    for parameter in operation.parameters:
        if waiting and parameter.place is not Place.KEYWORD:
            found.append(waiting.pop(0))
        elif parameter.name in left and parameter.place in (Place.EITHER, Place.KEYWORD):
            found.append(left.pop(parameter.name))
        elif parameter.required:
            return None
        else:
            found.append(None)
    return None if waiting or left else tuple(found)


def is_same(one: Any, other: Any, depth: int = 0) -> bool:
    """Whether two objects are of one class, and equal or in the same state."""
    if type(one) is not type(other) or depth > _DEEPEST:
        return False
    if type(one) in (float, complex):
        return Literal(one) == Literal(other)
    if attempt(lambda: bool(one == other), False):
        return True
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(is_same(*pair, depth + 1) for pair in zip(one, other, strict=True))
    state, others = (one, other) if isinstance(one, dict) else (_state(one), _state(other))
    return (
        bool(state)
        and state.keys() == others.keys()
        and all(is_same(value, others[name], depth + 1) for name, value in state.items())
    )


def _state(thing: Any) -> dict[str, Any]:
    slots = [name for cls in mro(type(thing)) for name in _slots(cls)]
    held = {name: value for name in slots if (value := dynamic(thing, name)) is not MISSING}
    return {**held, **instance_namespace(thing)}


def _slots(cls: type) -> Iterable[str]:
    found = namespace(cls).get("__slots__", ())
    return (found,) if isinstance(found, str) else tuple(found)
