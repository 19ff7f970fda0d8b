"""Follows values through calls."""

from __future__ import annotations

import ast

from caddis.discover.bodies.expressions import Expressions, as_keywords, stands_in
from caddis.discover.bodies.syntax import kind_of, names_a_callable
from caddis.discover.bodies.uses import Options, Passed, Value, container, container_of_tuples

_COPYING = frozenset({"list", "tuple", "set", "frozenset", "sorted", "iter", "reversed"})
_CONSUMING = frozenset({"any", "all", "sum", "min", "max", "enumerate", "zip"})
_IMPLIED = {"len": "__len__", "abs": "__abs__", "round": "__round__", "divmod": "__divmod__", "range": "__index__"}
_SILENT = frozenset(
    {"str", "repr", "print", "bool", "id", "type", "vars", "hash", "format", "hasattr", "super", "setattr"}
)


class Calls(Expressions):
    """Knows what the builtins, and methods everybody knows, ask of their arguments and give."""

    def call(self, node: ast.Call) -> Value | None:
        callee, text = node.func, ""
        owner: Value | None = None
        if isinstance(callee, ast.Attribute):
            if isinstance(callee.value, ast.Name) and callee.value.id == self.receiver:
                text = f"{self.receiver}.{callee.attr}"
                self.held[callee.attr].ask("__call__")
            else:
                owner = self.look(callee.value)
            if owner is not None:
                owner.methods.add(callee.attr)
        else:
            called = self.look(callee)
            if called is not None:
                called.ask("__call__")
            elif isinstance(callee, ast.Name):
                return self._named_call(callee.id, node)
        if owner is None and not text and names_a_callable(callee):
            text = ast.unparse(callee)
        arguments = self._arguments(node, text)
        if text == "object.__setattr__":
            self._set(node.args, arguments)
        if owner is not None:
            assert isinstance(callee, ast.Attribute)
            return _given(owner, callee.attr, node)
        if isinstance(callee, ast.Attribute) and callee.attr == "join" and arguments[:1] != [None] and arguments:
            self._joined(callee.value, arguments[0])
        return None

    def _joined(self, separator: ast.expr, several: Value | None) -> None:
        if several is not None and kind_of(separator) is str:
            several.iterated().operands[str] = None

    def _arguments(self, node: ast.Call, text: str) -> list[Value | None]:
        """The values given to a call, noted as passed on to what is called by that text."""
        found: list[Value | None] = []
        counted = True
        for position, argument in enumerate(node.args):
            value = self.look(argument)
            counted = counted and not isinstance(argument, ast.Starred)
            if value is not None and text and counted:
                value.passed[Passed(text, position)] = None
            found.append(value)
        for keyword in node.keywords:
            value = self.look(keyword.value)
            if value is None:
                continue
            if keyword.arg is None:
                as_keywords(value)
            elif text:
                value.passed[Passed(text, keyword.arg)] = None
        return found

    def _named_call(self, name: str, node: ast.Call) -> Value | None:
        """A call of something global; of a builtin the meaning is known."""
        if name in _COPYING or name in _CONSUMING or name in ("map", "filter"):
            return self._consumed(name, node)
        text = "" if name in _SILENT or name in _IMPLIED else name
        match name, node.args:
            case ("isinstance", [subject, classes]):
                self._tested(self.look(subject), classes)
                self._classes_given(classes)
                return None
            case ("issubclass", [subject, classes]):
                self._classes_given(subject)
                self._classes_given(classes)
                return None
            case ("callable", [subject]):
                value = self.look(subject)
                if value is not None:
                    value.classes["callable"] = None
                return None
            case ("getattr", [subject, ast.Constant(value=str() as attribute), *otherwise]):
                value = self.look(subject)
                if value is not None and not otherwise:
                    value.attributes.add(attribute)
                self._look_all(otherwise)
                return None
            case ("next", [subject, *otherwise]):
                value = self.look(subject)
                self._look_all(otherwise)
                if value is None:
                    return None
                value.ask("__next__")
                return value.element
        arguments = self._arguments(node, text)
        if name == "setattr":
            self._set(node.args, arguments)
        for value in arguments if name == "range" else arguments[:1]:
            if name in _IMPLIED and value is not None:
                value.ask(_IMPLIED[name])
        return None

    def _set(self, nodes: list[ast.expr], values: list[Value | None]) -> None:
        """`setattr` on the receiver."""
        match nodes:
            case [ast.Name(id=name), ast.Constant(value=str() as attribute), _] if name == self.receiver:
                self.assigned.add(attribute)
                if values[2] is not None:
                    values[2].stored(self.held[attribute])

    def _classes_given(self, node: ast.expr) -> None:
        value = self.look(node)
        if value is not None:
            value.ask("__mro__")

    def _consumed(self, name: str, node: ast.Call) -> Value | None:
        arguments = self._arguments(node, "")
        if name in ("map", "filter") and arguments:
            function = arguments[0]
            if function is not None:
                function.ask("__call__")
        elif name in ("min", "max") and len(arguments) > 1:
            for value in arguments:
                if value is not None:
                    value.ask("__lt__")
            return None
        several = arguments[1:] if name in ("map", "filter") else arguments if name == "zip" else arguments[:1]
        elements = [None if value is None else value.iterated() for value in several]
        if not any(elements):
            return None
        if name == "zip":
            return container_of_tuples(*elements)
        if name == "enumerate":
            return container_of_tuples(None, elements[0])
        element = elements[0]
        if name in ("min", "max"):
            return element
        if name == "sum" and element is not None and len(arguments) == 1:
            element.ask("__add__")
            element.operands[int] = None
        if name == "filter" or name in _COPYING:
            return container(element, several[0].item if several[0] is not None else None)
        return None


def _given(owner: Value, method: str, node: ast.Call) -> Value | None:
    """What some methods everybody knows give."""
    if method in ("get", "pop", "setdefault"):
        option = owner.under(node.args[0]) if isinstance(owner, Options) and node.args else None
        if option is not None:
            for default in node.args[1:2]:
                stands_in(default, option)
            return option
        kind = kind_of(node.args[0]) if node.args else None
        if kind is not None:
            owner.keys[kind] = None
        return owner.item
    match method:
        case "items":
            return container_of_tuples(owner.element, owner.item)
        case "values":
            return container(owner.item)
        case "keys":
            return container(owner.element)
        case "copy":
            return owner.copy()
        case _:
            return None
