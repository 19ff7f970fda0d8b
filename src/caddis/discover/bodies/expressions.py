"""Follows values through expressions."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from caddis.discover.bodies.syntax import (
    BINARY,
    DISPLAYS,
    ORDER,
    arguments_of,
    attribute_asked_for,
    is_dotted,
    kind_of,
    literal_in,
    singled_out,
)
from caddis.discover.bodies.uses import Guarded, Held, Options, Value, container, unguarded

_SUBSCRIPT = {ast.Load: "__getitem__", ast.Store: "__setitem__", ast.Del: "__delitem__"}
_UNARY = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
_REPEATED = (str, bytes, list, tuple)
_NUMBERS = (int, float, complex)


class Expressions(ABC):
    """Follows the values of the parameters through one body."""

    def __init__(self, values: dict[str, Value], receiver: str | None, held: Held) -> None:
        self.values = values
        self.receiver = receiver
        self.held = held
        self.assigned: set[str] = set()
        self.options: Options | None = None

    def variadic(self, arguments: ast.arguments) -> None:
        """What is known of `*args` is what is asked of each; of `**options` that of each value."""
        if arguments.vararg is not None:
            each = self.values[arguments.vararg.arg]
            self.values[arguments.vararg.arg] = container(each, each)
        if arguments.kwarg is not None:
            self.options = Options(self.values[arguments.kwarg.arg])
            self.values[arguments.kwarg.arg] = self.options

    def bind(self, target: ast.expr, value: Value | None) -> None:
        """A target is given a value, or one nothing is known of."""
        match target:
            case ast.Name(id=name):
                if value is None:
                    self.values.pop(name, None)
                else:
                    self.values[name] = value
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == self.receiver:
                self.assigned.add(attribute)
                if value is not None:
                    value.stored(self.held[attribute])
            case ast.Starred(value=inner):
                self.bind(inner, None)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                plain = not any(isinstance(each, ast.Starred) for each in targets)
                parts = value.parts(len(targets)) if value is not None and plain else [None] * len(targets)
                if value is not None and not plain:
                    value.iterated()
                for each, part in zip(targets, parts, strict=False):
                    self.bind(each, part)
            case _:
                self.look(target)

    # what is known after a test

    def _narrowed(self, test: ast.expr, holds: bool) -> None:
        self.look(test)
        self._narrow(test, holds)

    def _narrow(self, test: ast.expr, holds: bool) -> None:
        """Where a test singles out one kind of value, what is asked there is not asked of every value."""
        for name, kept, when in singled_out(test):
            if when is holds and name in self.values:
                attribute = attribute_asked_for(test) if kept else None
                self._guard(name, kept=kept)
                if attribute is not None:
                    self.values[name].attributes.add(attribute)

    def _guard(self, name: str, *, kept: bool) -> None:
        guarded = Guarded(self.values[name]) if name in self.values else None
        if guarded is not None:
            if kept:
                guarded.guards.others.append(guarded)
            self.values[name] = guarded

    # expressions: each gives the value it stands for, if that is followed

    def look(self, node: ast.expr | None) -> Value | None:
        if node is None:
            return None
        action = _EXPRESSIONS.get(type(node))
        return None if action is None else action(self, node)

    def _look_all(self, nodes: Iterable[ast.expr | None]) -> None:
        for node in nodes:
            self.look(node)

    def _name(self, node: ast.Name) -> Value | None:
        return self.values.get(node.id)

    def _attribute(self, node: ast.Attribute) -> Value | None:
        if isinstance(node.value, ast.Name) and node.value.id == self.receiver:
            return self.held[node.attr]
        owner = self.look(node.value)
        if owner is not None:
            owner.attributes.add(node.attr)
        return None

    def _subscript(self, node: ast.Subscript) -> Value | None:
        owner = self.look(node.value)
        key = self.look(node.slice)
        if owner is None:
            if key is not None and is_dotted(node.value):
                self._found_among(key, node.value)
            return None
        option = owner.under(node.slice) if isinstance(owner, Options) else None
        if option is not None:
            return option
        owner.ask(_SUBSCRIPT[type(node.ctx)])
        if isinstance(node.slice, ast.Slice):
            owner.keys[slice] = None
            return owner.copy()
        kind = kind_of(node.slice)
        if kind is not None:
            owner.keys[kind] = None
        return owner.item

    def _slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper, node.step):
            value = self.look(bound)
            if value is not None:
                value.ask("__index__")

    def _binary(self, node: ast.BinOp) -> None:
        left, right = self.look(node.left), self.look(node.right)
        if left is not None or right is not None:
            self._operate(left, node.op, right, kind_of(node.left), kind_of(node.right))

    def _operate(
        self,
        left: Value | None,
        operator: ast.operator,
        right: Value | None,
        left_kind: type | None,
        right_kind: type | None,
    ) -> None:
        name = BINARY[type(operator)]
        if left is not None:
            left.ask(name)
            self._beside(left, operator, right_kind)
        # on the right of % may stand anything, if on the left is a format
        if right is not None and (name != "__mod__" or left_kind in _NUMBERS):
            right.ask(name)
            self._beside(right, operator, left_kind)

    def _beside(self, value: Value, operator: ast.operator, other: type | None) -> None:
        """What a value is like, by the literal beside it."""
        if other is None:
            return
        if isinstance(operator, ast.Mult) and other in _REPEATED:
            other = int
        elif isinstance(operator, ast.Mod) and other not in _NUMBERS:
            other = str
        value.operands[int if other in _NUMBERS else other] = None

    def _unary(self, node: ast.UnaryOp) -> None:
        value = self.look(node.operand)
        if value is not None and type(node.op) in _UNARY:
            value.ask(_UNARY[type(node.op)])

    def _both(self, node: ast.BoolOp) -> Value | None:
        """`p and ...`, `p or ...`: the others are looked at knowing how the first came out."""
        before = self.values
        found: list[tuple[Value | None, ast.expr]] = []
        for each in node.values:
            found.append((self.look(each), each))
            self.values = dict(self.values)
            self._narrow(each, isinstance(node.op, ast.And))
        self.values = before
        return _first(found) if isinstance(node.op, ast.Or) else None

    def _either(self, node: ast.IfExp) -> Value | None:
        before = self.values
        self.look(node.test)
        found: list[tuple[Value | None, ast.expr]] = []
        for each, holds in ((node.body, True), (node.orelse, False)):
            self.values = dict(before)
            self._narrow(node.test, holds)
            found.append((self.look(each), each))
        self.values = before
        return _first(found)

    def _walrus(self, node: ast.NamedExpr) -> Value | None:
        value = self.look(node.value)
        self.bind(node.target, value)
        return value

    def _compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        values = [self.look(side) for side in sides]
        for index, operator in enumerate(node.ops):
            left, right = sides[index : index + 2]
            first, second = values[index : index + 2]
            if isinstance(operator, (ast.In, ast.NotIn)):
                self._contained(first, left, second, right)
            elif type(operator) in ORDER:
                for value, other in ((first, right), (second, left)):
                    if value is not None:
                        value.ask(ORDER[type(operator)])
                        self._beside(value, ast.Add(), kind_of(other))
            else:
                self._compared(first, right)
                self._compared(second, left)
                self._class_compared(left, right)

    def _compared(self, value: Value | None, other: ast.expr) -> None:
        if value is None:
            return
        constant = literal_in(other)
        if constant is not None:
            value.literals[constant] = None
        elif isinstance(other, ast.Name) and other.id == self.receiver:
            value.classes[other.id] = None
        elif is_dotted(other):
            self._found_among(value, other)
        else:
            kind = DISPLAYS.get(type(other))
            if kind is not None:
                value.operands[kind] = None

    def _found_among(self, value: Value, constant: ast.expr) -> None:
        """A value is what a constant is or holds; attributes of other values that are followed are no constants."""
        text = ast.unparse(constant)
        if text.partition(".")[0] not in self.values:
            value.among[text] = None

    def _class_compared(self, left: ast.expr, right: ast.expr) -> None:
        match left:
            case ast.Call(func=ast.Name(id="type"), args=[subject]):
                self._tested(self.look(subject), right)
            case ast.Attribute(value=subject, attr="__class__"):
                self._tested(self.look(subject), right)

    def _contained(self, value: Value | None, node: ast.expr, container: Value | None, where: ast.expr) -> None:
        if isinstance(container, Options):
            container.under(node)
        if container is not None:
            container.ask("__contains__")
        if value is None:
            return
        if isinstance(where, ast.Constant) and isinstance(where.value, str):
            value.operands[str] = None
        elif isinstance(where, (ast.Tuple, ast.List, ast.Set)):
            value.literals.update({literal: None for each in where.elts if (literal := literal_in(each)) is not None})
        elif isinstance(where, ast.Dict):
            keys = [literal_in(each) for each in where.keys if each is not None]
            value.literals.update({literal: None for literal in keys if literal is not None})
        elif container is None and is_dotted(where):
            value.among[ast.unparse(where)] = None

    def _tested(self, value: Value | None, classes: ast.expr) -> None:
        if value is None:
            return
        for each in classes.elts if isinstance(classes, ast.Tuple) else [classes]:
            if isinstance(each, ast.BinOp):
                self._tested(value, each.left)
                self._tested(value, each.right)
            elif is_dotted(each):
                value.classes[ast.unparse(each)] = None

    def _lambda(self, node: ast.Lambda) -> None:
        outside = dict(self.values)
        for argument in arguments_of(node.args):
            self.values.pop(argument.arg, None)
        self.look(node.body)
        self.values = outside

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Value | None:
        outside = dict(self.values)
        for each in node.generators:
            several = self.look(each.iter)
            self.bind(each.target, several.iterated() if several is not None else None)
            for condition in each.ifs:
                self._narrowed(condition, True)
        if isinstance(node, ast.DictComp):
            self._look_all((node.key, node.value))
            element = None
        else:
            element = self.look(node.elt)
        self.values = outside
        return None if element is None else container(element, element)

    def _display(self, node: ast.Tuple | ast.List | ast.Set) -> None:
        self._look_all(node.elts)

    def _dict(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            held = self.look(value)
            if key is None and held is not None:
                as_keywords(held)
            self.look(key)

    def _formatted(self, node: ast.JoinedStr) -> None:
        self._look_all(node.values)

    def _formatted_value(self, node: ast.FormattedValue) -> None:
        self.look(node.value)
        self.look(node.format_spec)

    def _starred(self, node: ast.Starred) -> None:
        value = self.look(node.value)
        if value is not None:
            value.iterated()

    def _await(self, node: ast.Await) -> None:
        value = self.look(node.value)
        if value is not None:
            value.ask("__await__")

    def _yield(self, node: ast.Yield) -> None:
        self.look(node.value)

    def _yield_from(self, node: ast.YieldFrom) -> None:
        value = self.look(node.value)
        if value is not None:
            value.iterated()

    @abstractmethod
    def call(self, node: ast.Call) -> Value | None:
        """What a call gives."""


def as_keywords(value: Value) -> None:
    """It is unpacked by `**`."""
    value.methods.add("keys")
    value.ask("__getitem__")
    value.keys[str] = None


def _first(found: list[tuple[Value | None, ast.expr]]) -> Value | None:
    """The value among alternatives, and the literals among them that stand in for it."""
    value = next((value for value, _ in found if value is not None), None)
    if value is None:
        return None
    for other, node in found:
        if other is None:
            stands_in(node, value)
    return unguarded(value)


def stands_in(node: ast.expr, value: Value) -> None:
    """A literal that takes the place of a value, where that is missing or of another kind, tells what was wanted."""
    kind = kind_of(node) if isinstance(node, (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple)) else None
    if kind is not None and kind is not bool:
        unguarded(value).defaults[kind] = None


_Action = Callable[[Expressions, Any], Any]
_EXPRESSIONS: dict[type[ast.AST], _Action] = {
    ast.Name: Expressions._name,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Slice: Expressions._slice,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary,
    ast.BoolOp: Expressions._both,
    ast.IfExp: Expressions._either,
    ast.NamedExpr: Expressions._walrus,
    ast.Compare: Expressions._compare,
    ast.Lambda: Expressions._lambda,
    ast.ListComp: Expressions._comprehension,
    ast.SetComp: Expressions._comprehension,
    ast.GeneratorExp: Expressions._comprehension,
    ast.DictComp: Expressions._comprehension,
    ast.Tuple: Expressions._display,
    ast.List: Expressions._display,
    ast.Set: Expressions._display,
    ast.Dict: Expressions._dict,
    ast.JoinedStr: Expressions._formatted,
    ast.FormattedValue: Expressions._formatted_value,
    ast.Starred: Expressions._starred,
    ast.Await: Expressions._await,
    ast.Yield: Expressions._yield,
    ast.YieldFrom: Expressions._yield_from,
    ast.Call: lambda reading, node: reading.call(node),
}
