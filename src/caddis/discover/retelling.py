"""Documentation in which calls are shown → sequences that make these calls, as far as the text alone tells."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

from caddis.discover.bodies.syntax import BINARY
from caddis.discover.building import bound
from caddis.discover.examples import statements_in
from caddis.discover.foreign import MISSING, attempt, dynamic, is_a, is_class, namespace, static, text_of
from caddis.discover.met import words
from caddis.discover.reckoning import COMPARED, Told, operator, reckoning, relative
from caddis.discover.written import written
from caddis.model.api import Api, Signature
from caddis.model.classes import mro
from caddis.model.definition import defining
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Parameter, Place, constant, display
from caddis.model.operators import EXPRESSIONS
from caddis.model.sequence import Literal, Sequence, Statement
from caddis.model.types import Instance

LONGEST = 20
"""Statements of one sequence."""
_PLAIN = words("dict enumerate frozenset iter range reversed set sorted tuple zip")
"""Builtin functions that are called for an argument."""
_PASSED = words(
    """abs bool bytes chr dict divmod float frozenset hash int iter len list max min ord repr reversed round set sorted
    str sum tuple type"""
)
"""Those that are passed themselves."""
_CONSUMING = words("list tuple set frozenset sorted dict sum max min any all")
"""What goes through all that something yields."""
_NO_CALLS = frozenset({Kind.DISPLAY, Kind.CONSTANT, Kind.DEFINITION})
_LENT = words("operator math")
"""Standard modules whose functions are passed."""
_BRACKETS: dict[type[ast.expr], tuple[str, type]] = {
    ast.List: ("[", list),
    ast.Tuple: ("(", tuple),
    ast.Set: ("{", set),
    ast.Dict: ("{:", dict),
}


class _Untold(Exception):
    """The text alone does not tell."""


class Callables:
    """The operations of a target, by what they call."""

    def __init__(self, api: Api) -> None:
        self._signatures: dict[Operation, Signature] = {**api.helpers, **api.operations}
        self._own = api.operations.keys()
        self._calls: dict[int, Operation] = {}
        self._members: dict[tuple[int, str, Kind], Operation] = {}
        for operation, signature in self._signatures.items():
            self._take(operation, signature)

    def _take(self, operation: Operation, signature: Signature) -> None:
        if operation.kind in HAS_RECEIVER:
            receiver = signature.parameters[0]
            if isinstance(receiver, Instance):
                self._members[id(receiver.cls), operation.name, operation.kind] = operation
            return
        thing: Any = sys.modules.get(operation.module)
        for part in operation.path.split("."):
            holder, thing = thing, dynamic(thing, part)
        if operation.kind in (Kind.CLASS_METHOD, Kind.STATIC_METHOD):
            self._members[id(holder), operation.name, operation.kind] = operation
        elif operation.kind in (Kind.CONSTRUCTOR, Kind.FUNCTION):
            self._calls[id(thing)] = operation

    def is_own(self, statement: Statement) -> bool:
        """Whether a statement calls the target."""
        return statement.operation in self._own

    def call_of(self, thing: Any) -> Operation | None:
        """The operation that calls a function or class."""
        return self._calls.get(id(thing))

    def member(self, cls: Any, name: str, *kinds: Kind) -> Operation | None:
        """The operation of a class, or one above it, under a name."""
        every = ((id(each), name, kind) for each in mro(cls) for kind in kinds) if is_class(cls) else ()
        return next((self._members[key] for key in every if key in self._members), None)

    def given_by(self, operation: Operation) -> type | None:
        """The class of what an operation gives, if anybody knows it."""
        signature = self._signatures.get(operation)
        known = None if signature is None else signature.returns
        return known.cls if isinstance(known, Instance) else None


class Retelling:
    """The statements of one text, as far as they can be told."""

    def __init__(self, known: Callables, module: str) -> None:
        self._known = known
        self._module = module
        self._statements: list[Statement] = []
        self._classes: list[type | None] = []
        """What each value is an instance of, if anybody knows."""
        self._values: dict[str, Told] = {}
        self._imported: dict[str, Any] = {}

    def told(self, text: str) -> Iterator[Sequence]:
        """The sequences that end in the calls of a text."""
        for node in statements_in(text):
            before = len(self._statements)
            if not attempt(partial(self._follow, node), False):
                # the calls in it that could be told are worth as much as any
                self._forget(node)
            for end in range(before, len(self._statements)):
                if self._statements[end].operation.kind not in _NO_CALLS:
                    sequence = self._leading_to(end)
                    if len(sequence) <= LONGEST and any(map(self._known.is_own, sequence)):
                        yield sequence

    def _leading_to(self, end: int) -> Sequence:
        """A call with all that it needs, and what was called on any of that before."""
        whole = Sequence(tuple(self._statements[: end + 1]))
        needed, more = whole.needed_by(end), {end}
        while more != needed:
            needed |= more
            called = {place for place in range(end) if self._receiver(place) in needed}
            more = whole.needed_by(*needed, *called)
        return whole.only(needed)

    def _receiver(self, place: int) -> int | None:
        """The position of what a statement calls something on."""
        back = self._statements[place].receiver
        return None if back is None else place + back

    def _follow(self, node: ast.stmt) -> bool:
        """Take in one statement; whether it could be told."""
        match node:
            case ast.Expr(value=value) | ast.Assert(test=value):
                self._result(value)
            case ast.FunctionDef(name=name, args=arguments, body=[ast.Return(value=ast.expr() as value)]):
                self._values[name] = self._function(name, arguments, value)
            case ast.For(iter=value):
                self._result(ast.Call(ast.Name("list"), [value], []))
                return False
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=arguments, body=value)):
                self._values[name] = self._function(name, arguments, value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._values[name] = self._value(value)
            case ast.Assign(targets=[ast.Subscript(value=held, slice=key)], value=value):
                self._called_on(self._value(held), "__setitem__", [self._value(key), self._value(value)])
            case ast.Delete(targets=[ast.Subscript(value=held, slice=key)]):
                self._called_on(self._value(held), "__delitem__", [self._value(key)])
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case _:
                return False
        return True

    def _forget(self, node: ast.stmt) -> None:
        """Names that a statement binds stand for nothing that is known."""
        for each in ast.walk(node):
            match each:
                case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    self._values.pop(name, None)
                    self._imported[name] = MISSING

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        """Names as what is imported already: nothing is imported for an example."""
        for alias in node.names:
            if isinstance(node, ast.Import):
                name = alias.asname or alias.name.partition(".")[0]
                thing = sys.modules.get(alias.name if alias.asname else name, MISSING)
            else:
                name, thing = alias.asname or alias.name, dynamic(sys.modules.get(node.module or ""), alias.name)
            self._imported[name] = thing
            self._values.pop(name, None)

    def _result(self, node: ast.expr) -> None:
        """What is shown for its result: something that yields is gone through, in whatever way."""
        match node:
            case ast.Call(func=ast.Name(id="print"), args=[ast.Call() as inner]):
                self._result(inner)
            case ast.Call(func=ast.Name(id=name), args=[inner]) if name in _CONSUMING:
                self._consumed(inner)
            case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join"), args=[inner]):
                self._consumed(inner)
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant() | ast.List() | ast.Tuple()]):
                # what is expected is for whoever reads the example
                self._result(left)
            case _:
                self._value(node)

    def _consumed(self, node: ast.expr) -> None:
        """Whatever is done with what something yields, going through it is enough."""
        while (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CONSUMING and node.args
        ):
            node = node.args[0]
        self._listed(self._value(node))

    def _listed(self, value: Told) -> int:
        cls = self._class_of(value)
        own = self._known.member(cls, "__iter__", Kind.OPERATOR)
        return self._add(own or operator("generator", "__iter__"), (value,), list)

    def _value(self, node: ast.expr) -> Told:
        """The value of an expression, with the statements that make it."""
        plain = written(node) if isinstance(node, (ast.Constant, ast.UnaryOp, ast.BinOp)) else None
        if isinstance(plain, Literal):
            return plain
        match node:
            case ast.Name(id=name) if name in self._values:
                return self._values[name]
            case ast.Name() | ast.Attribute() if (thing := self._thing(node)) is not MISSING:
                return self._passed(thing)
            case ast.Attribute(
                value=ast.Name(id="str" | "bytes" | "int" | "float" | "list" | "dict" as cls), attr=name
            ):
                return self._add(constant("builtins", f"{cls}.{name}"), (), None)
            case ast.Attribute(value=held, attr=name):
                value = self._value(held)
                operation = self._known.member(self._class_of(value), name, Kind.READ)
                if operation is None:
                    raise _Untold
                return self._add(operation, (value,), self._known.given_by(operation))
            case ast.Call():
                return self._call(node)
            case _:
                return self._display(node) if type(node) in _BRACKETS else self._reckoned(node)

    def _reckoned(self, node: ast.expr) -> int:
        """What operators and functions written out make."""
        match node:
            case ast.Lambda(args=arguments, body=value):
                return self._function("function", arguments, value)
            case ast.BinOp(left=left, op=symbol, right=right):
                return self._called_on(self._value(left), BINARY[type(symbol)], [self._value(right)])
            case ast.Compare(left=left, ops=[symbol], comparators=[right]) if type(symbol) in COMPARED:
                if isinstance(symbol, ast.In):
                    left, right = right, left
                return self._called_on(self._value(left), COMPARED[type(symbol)], [self._value(right)])
            case ast.Subscript(value=held, slice=key):
                return self._called_on(self._value(held), "__getitem__", [self._value(key)])
            case _:
                raise _Untold

    def _display(self, node: ast.expr) -> int:
        bracket, cls = _BRACKETS[type(node)]
        items = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        if isinstance(node, ast.Dict):
            items = [each for pair in zip(node.keys, node.values, strict=True) for each in pair if each is not None]
            if len(items) < 2 * len(node.values):
                # `**other` has no key
                raise _Untold
        values = tuple(map(self._value, items))
        return self._add(display(bracket, len(values)), values, cls)

    def _call(self, node: ast.Call) -> Told:
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            raise _Untold
        thing = self._thing(node.func)
        operation = self._known.call_of(thing) or self._of_class(node.func)
        if operation is not None:
            return self._bound(operation, [], node)
        if text_of(thing, "__module__") == "builtins" and isinstance(node.func, ast.Name):
            return self._builtin(node.func.id, node)
        if thing is MISSING and isinstance(node.func, ast.Attribute):
            receiver = self._value(node.func.value)
            operation = self._known.member(self._class_of(receiver), node.func.attr, Kind.METHOD)
            if operation is not None:
                return self._bound(operation, [receiver], node)
        for argument in node.args:
            # whatever that does, what it is given is shown as well
            attempt(partial(self._value, argument), None)
        raise _Untold

    def _of_class(self, node: ast.expr) -> Operation | None:
        """The operation that calls a class method or a static method."""
        if not isinstance(node, ast.Attribute):
            return None
        return self._known.member(self._thing(node.value), node.attr, Kind.CLASS_METHOD, Kind.STATIC_METHOD)

    def _bound(self, operation: Operation, receiver: list[Told], node: ast.Call) -> int:
        """The call of an operation on what is written between the brackets."""
        positional = [*receiver, *map(self._value, node.args)]
        named = {each.arg: self._value(each.value) for each in node.keywords if each.arg is not None}
        arguments = bound(operation, positional, named)
        if arguments is None:
            raise _Untold
        return self._add(operation, arguments, self._known.given_by(operation))

    def _builtin(self, name: str, node: ast.Call) -> int:
        """The call of a builtin function."""
        if node.keywords:
            raise _Untold
        values = tuple(map(self._value, node.args))
        match name, values:
            case "list", (value,):
                return self._listed(value)
            case "next", (value,) if self._known.member(self._class_of(value), "__next__", Kind.OPERATOR) is None:
                return self._add(operator("generator", "__next__"), values, None)
            case _ if name in _PLAIN:
                places = tuple(Parameter(f"argument{number}", Place.POSITIONAL) for number in range(len(values)))
                return self._add(Operation(Kind.FUNCTION, "builtins", "", name, places), values, None)
            case _, (value,) if f"__{name}__" in EXPRESSIONS:
                return self._called_on(value, f"__{name}__", [])
            case _:
                raise _Untold

    def _called_on(self, receiver: Told, name: str, others: list[Told]) -> int:
        """An operator at work: that of the class of its receiver, or of its other side."""
        cls = self._class_of(receiver)
        operation = self._known.member(cls, name, Kind.OPERATOR)
        if operation is None and others:
            turned = self._known.member(self._class_of(others[0]), f"__r{name[2:]}", Kind.OPERATOR)
            if turned is not None:
                return self._add(turned, (others[0], receiver), None)
        if operation is None or len(operation.parameters) != 1 + len(others):
            raise _Untold
        return self._add(operation, (receiver, *others), self._known.given_by(operation))

    def _function(self, name: str, arguments: ast.arguments, returned: ast.expr) -> int:
        """A function that the example writes out."""
        made = reckoning(name, arguments, returned)
        if made is None:
            raise _Untold
        return self._add(defining(made, ()), (), None)

    def _passed(self, thing: Any) -> int:
        """A function or class that is passed itself."""
        operation = self._known.call_of(thing)
        if operation is not None:
            return self._add(constant(operation.module, operation.path), (), None)
        module, name = text_of(thing, "__module__").lstrip("_"), text_of(thing, "__name__")
        if (module == "builtins" and name in _PASSED) or module in _LENT:
            return self._add(constant(module, name), (), None)
        raise _Untold

    def _thing(self, node: ast.expr) -> Any:
        """What a dotted name stands for; MISSING for a variable, and for what is not known."""
        match node:
            case ast.Name(id=name):
                if name in self._values:
                    return MISSING
                if name in self._imported:
                    return self._imported[name]
                package = self._module.partition(".")[0]
                if name == package:
                    return sys.modules.get(package, MISSING)
                places = (self._module, package, "builtins")
                stored = (namespace(sys.modules.get(place)).get(name, MISSING) for place in places)
                return next((thing for thing in stored if thing is not MISSING), MISSING)
            case ast.Attribute(value=held, attr=name):
                holder = self._thing(held)
                return dynamic(holder, name) if is_a(holder, ModuleType) or _has(holder, name) else MISSING
            case _:
                return MISSING

    def _class_of(self, value: Told) -> type | None:
        return type(value.value) if isinstance(value, Literal) else self._classes[value]

    def _add(self, operation: Operation, arguments: tuple[Told | None, ...], cls: type | None) -> int:
        """Append a statement whose arguments are positions; its own position."""
        end = len(self._statements)
        self._statements.append(Statement(operation, relative(arguments, end)))
        self._classes.append(cls)
        return end


def _has(holder: Any, name: str) -> bool:
    """Whether a class has a class inside."""
    return is_class(holder) and is_class(static(holder, name))
