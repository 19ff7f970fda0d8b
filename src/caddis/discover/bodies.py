"""What the body of a function asks of each parameter: one static pass, nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from caddis.model.sequence import Literal

Key = tuple[int, str]
"""The first line of a function, decorators included, and its name: what its code object knows too."""


@dataclass(frozen=True, slots=True)
class Passed:
    """Handed on in a call: the callee as it is written, and the position or the keyword of the argument."""

    callee: str
    place: int | str


@dataclass(frozen=True, slots=True)
class ParameterUse:
    """What is asked of one value, as far as the source shows it. Names are as written, to be resolved by the reader."""

    attributes: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()
    """The special methods that operators, statements and builtins imply."""
    keys: tuple[type, ...] = ()
    """The types of the literals it is indexed with."""
    operands: tuple[type, ...] = ()
    """What it must be like, by the literal on the other side of an operator: int stands for any number."""
    classes: tuple[str, ...] = ()
    """The classes it is tested for; `callable` where it is asked whether it can be called."""
    literals: tuple[Literal, ...] = ()
    """What it is compared with."""
    among: tuple[str, ...] = ()
    """Names of constants it is compared with, or looked up in."""
    defaults: tuple[type, ...] = ()
    """The types of the literals that stand in for it when it is missing."""
    passed: tuple[Passed, ...] = ()
    element: ParameterUse | None = None
    """What is asked of what iteration gives: the elements of a list, the keys of a dict."""
    item: ParameterUse | None = None
    """What is asked of what an index gives: the elements of a list, the values of a dict."""
    parts: tuple[ParameterUse, ...] = ()
    """What is asked of each part, where it is taken apart."""
    others: tuple[ParameterUse, ...] = ()
    """What is asked of it only after asking whether it has it."""


NOTHING = ParameterUse()


@dataclass(frozen=True, slots=True)
class Uses:
    """What a function asks of its parameters, those it says something of, and the attributes it gives its receiver."""

    parameters: Mapping[str, ParameterUse] = field(default_factory=dict)
    assigned: frozenset[str] = frozenset()


def read_bodies(tree: ast.Module) -> dict[Key, Uses]:
    """What each function of a file asks of its parameters."""
    found: dict[Key, Uses] = {}
    _read_block(tree.body, None, found)
    return found


_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _read_block(body: Iterable[ast.stmt], held: _Held | None, found: dict[Key, Uses]) -> None:
    pending: list[tuple[Key, dict[str, _Value], frozenset[str]]] = []
    for node in _definitions(body):
        if isinstance(node, ast.ClassDef):
            _read_block(node.body, _Held(), found)
            continue
        receiver = None if held is None else _receiver(node)
        names = [argument.arg for argument in _arguments(node.args) if argument.arg != receiver]
        values = {name: _Value() for name in names}
        reading = _Reading(dict(values), receiver, _Held() if held is None else held)
        reading.variadic(node.args)
        reading.block(node.body)
        pending.append((_key(node), values, frozenset(reading.assigned)))
        _read_block(node.body, None, found)
    # only now is known what other methods ask of what one of them stored
    for key, values, assigned in pending:
        frozen = {name: value.frozen() for name, value in values.items()}
        found[key] = Uses({name: use for name, use in frozen.items() if use != NOTHING}, assigned)


def _definitions(body: Iterable[ast.stmt]) -> Iterator[_Function | ast.ClassDef]:
    """The functions and classes defined in a block, also below conditions, not those inside of one another."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _definitions(getattr(node, name, ()))
        for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _definitions(inner.body)


def _key(node: _Function) -> Key:
    first = node.decorator_list[0] if node.decorator_list else node
    return first.lineno, node.name


def _receiver(node: _Function) -> str | None:
    """The name of the first parameter of a method."""
    if any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list):
        return None
    return next((argument.arg for argument in (*node.args.posonlyargs, *node.args.args)), None)


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    several = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *several]


class _Value:
    """What has been seen so far of one value."""

    __slots__ = ("_element", "_item", "_parts", "also", "asked", "literals", "others", "passed", "spoken", "types")

    def __init__(self) -> None:
        self.asked: dict[str, set[str]] = {"attributes": set(), "methods": set(), "special": set()}
        self.types: dict[str, dict[type, None]] = {"keys": {}, "operands": {}, "defaults": {}}
        self.spoken: dict[str, dict[str, None]] = {"classes": {}, "among": {}}
        self.literals: dict[Literal, None] = {}
        self.passed: dict[Passed, None] = {}
        self.others: list[_Value] = []
        self.also: list[_Value] = []
        """Other names for the same value: what is asked of these is asked of it."""
        self._element: _Value | None = None
        self._item: _Value | None = None
        self._parts: list[_Value] = []

    def ask(self, *special: str) -> None:
        self.asked["special"].update(special)

    @property
    def element(self) -> _Value:
        self._element = self._element or _Value()
        return self._element

    @property
    def item(self) -> _Value:
        self._item = self._item or _Value()
        return self._item

    def iterated(self) -> _Value:
        """What iteration gives."""
        self.ask("__iter__")
        return self.element

    def parts(self, count: int) -> list[_Value]:
        """What unpacking into so many gives."""
        self.ask("__iter__")
        self._parts += [_Value() for _ in range(count - len(self._parts))]
        return self._parts

    def copy(self) -> _Value:
        """Another container of the same elements: what is asked of it says nothing about this one."""
        return _container(self.element, self.item)

    def stored(self, attribute: _Value) -> None:
        """It lives on as an attribute."""
        self.also.append(attribute)
        if self._element is not None:
            self._element.also.append(attribute.element)
        if self._item is not None:
            self._item.also.append(attribute.item)

    def frozen(self, depth: int = 0) -> ParameterUse:
        same = self._same()
        if depth > 3:
            return NOTHING
        parts = max((each._parts for each in same), key=len)
        return ParameterUse(
            **{kind: frozenset(name for each in same for name in each.asked[kind]) for kind in self.asked},
            **{kind: tuple(dict.fromkeys(cls for each in same for cls in each.types[kind])) for kind in self.types},
            **{kind: tuple(dict.fromkeys(name for each in same for name in each.spoken[kind])) for kind in self.spoken},
            literals=tuple(dict.fromkeys(literal for each in same for literal in each.literals)),
            passed=tuple(dict.fromkeys(passed for each in same for passed in each.passed)),
            element=_joined([each._element for each in same], depth),
            item=_joined([each._item for each in same], depth),
            parts=tuple(part.frozen(depth + 1) for part in parts),
            others=tuple(
                use for each in same for other in each.others if (use := other.frozen(depth + 1)) != NOTHING
            ),
        )

    def _same(self) -> list[_Value]:
        found: dict[int, _Value] = {id(self): self}
        waiting = [self]
        while waiting:
            for each in waiting.pop().also:
                if id(each) not in found:
                    found[id(each)] = each
                    waiting.append(each)
        return list(found.values())


def _joined(values: list[_Value | None], depth: int) -> ParameterUse | None:
    present = [value for value in values if value is not None]
    if not present:
        return None
    if len(present) > 1:
        both = _Value()
        both.also = present
        present = [both]
    use = present[0].frozen(depth + 1)
    return None if use == NOTHING else use


def _container(element: _Value | None = None, item: _Value | None = None) -> _Value:
    made = _Value()
    made._element, made._item = element, item
    return made


def _taken_apart(*parts: _Value | None) -> _Value:
    """A container of tuples of these parts."""
    element = _Value()
    element._parts = [part or _Value() for part in parts]
    return _container(element)


class _Held(dict[str, _Value]):
    """The attributes of the instances of one class, shared by its methods."""

    def __missing__(self, name: str) -> _Value:
        self[name] = _Value()
        return self[name]


_BINARY = {
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
_ORDER = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}
_SUBSCRIPT = {ast.Load: "__getitem__", ast.Store: "__setitem__", ast.Del: "__delitem__"}
_UNARY = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
_REPEATED = (str, bytes, list, tuple)
_NUMBERS = (int, float, complex)
_COPYING = frozenset({"list", "tuple", "set", "frozenset", "sorted", "iter", "reversed"})
_CONSUMING = frozenset({"any", "all", "sum", "min", "max", "enumerate", "zip"})
_IMPLIED = {"len": "__len__", "abs": "__abs__", "round": "__round__", "divmod": "__divmod__", "range": "__index__"}
_SILENT = frozenset({"str", "repr", "print", "bool", "id", "type", "vars", "hash", "format", "hasattr", "super", "setattr"})
_KINDS = {
    **dict.fromkeys(("len", "ord", "int", "hash", "id"), int),
    **dict.fromkeys(("str", "repr", "chr", "format"), str),
    **dict.fromkeys(("list", "sorted"), list),
    **{cls.__name__: cls for cls in (float, dict, set, tuple, bytes)},
}
_DISPLAYS: dict[type[ast.AST], type] = {
    ast.JoinedStr: str,
    ast.List: list,
    ast.ListComp: list,
    ast.Dict: dict,
    ast.DictComp: dict,
    ast.Set: set,
    ast.SetComp: set,
    ast.Tuple: tuple,
}
_REFUSED = frozenset({"AttributeError", "TypeError"})
"""What is raised when a value has not what it is asked for."""


class _Reading:
    """Follows the values of the parameters through one body."""

    def __init__(self, values: dict[str, _Value], receiver: str | None, held: _Held) -> None:
        self.values = values
        self.receiver = receiver
        self.held = held
        self.assigned: set[str] = set()

    def variadic(self, arguments: ast.arguments) -> None:
        """What is known of `*args` is what is asked of each; of `**options` that of each value."""
        for argument, part in ((arguments.vararg, "element"), (arguments.kwarg, "item")):
            if argument is not None:
                each = self.values[argument.arg]
                several = _container(each, each) if part == "element" else _container(None, each)
                self.values[argument.arg] = several

    # statements: each says whether the one after it can be reached

    def block(self, body: Iterable[ast.stmt]) -> bool:
        return all(self.statement(node) for node in body)

    def statement(self, node: ast.stmt) -> bool:
        action = _STATEMENTS.get(type(node))
        if action is None:
            return True
        return action(self, node) is not False

    def _expression(self, node: ast.Expr | ast.Await) -> None:
        self.look(node.value)

    def _return(self, node: ast.Return) -> bool:
        self.look(node.value)
        return False

    def _raise(self, node: ast.Raise) -> bool:
        self.look(node.exc)
        self.look(node.cause)
        return False

    def _leave(self, node: ast.stmt) -> bool:
        return False

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self.bind(target, None)

    def _assert(self, node: ast.Assert) -> None:
        self.look(node.test)

    def _assign(self, node: ast.Assign) -> None:
        self._assign_each(node.targets, node.value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign_each([node.target], node.value)

    def _assign_each(self, targets: list[ast.expr], value: ast.expr) -> None:
        for target in targets:
            if (
                isinstance(target, ast.Tuple)
                and isinstance(value, ast.Tuple)
                and len(target.elts) == len(value.elts)
                and len(targets) == 1
            ):
                found = [self.look(each) for each in value.elts]
                for inner, each in zip(target.elts, found, strict=True):
                    self.bind(inner, each)
                return
        looked_at = self.look(value)
        for target in targets:
            before = self.values.get(target.id) if isinstance(target, ast.Name) else None
            self.bind(target, looked_at)
            if before is not None and looked_at is None:
                _stands_in(value, before)

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            target = self.values.get(node.target.id)
        else:
            target = self.look(node.target)
        self._operate(target, node.op, self.look(node.value), None, _kind(node.value))

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        several = self.look(node.iter)
        if several is None:
            element = None
        elif isinstance(node, ast.AsyncFor):
            several.ask("__aiter__")
            element = several.element
        else:
            element = several.iterated()
        before = dict(self.values)
        self.bind(node.target, element)
        self.block(node.body)
        self._merge(before, [before, self.values])
        self.block(node.orelse)

    def _while(self, node: ast.While) -> None:
        before = dict(self.values)
        self._narrowed(node.test, True)
        self.block(node.body)
        self._merge(before, [before, self.values])
        self.block(node.orelse)

    def _if(self, node: ast.If) -> bool:
        before = dict(self.values)
        self.look(node.test)
        after = []
        for body, holds in ((node.body, True), (node.orelse, False)):
            self.values = dict(before)
            self._narrow(node.test, holds)
            if self.block(body):
                after.append(self.values)
        self._merge(before, after)
        return bool(after)

    def _merge(self, before: dict[str, _Value], after: list[dict[str, _Value]]) -> None:
        """The value a name had before, if any branch leaves it so; else what one of them gave it."""
        merged: dict[str, _Value] = {}
        for values in after:
            for name, value in values.items():
                if name not in merged or value is before.get(name):
                    merged[name] = value
        if after:
            self.values = {
                name: before[name] if name in before and _is_guard_of(value, before[name]) else value
                for name, value in merged.items()
            }
        else:
            self.values = before

    def _try(self, node: ast.Try) -> bool:
        before = dict(self.values)
        if any(_names(handler.type) & _REFUSED for handler in node.handlers):
            for name in before:
                self._guard(name, kept=True)
        ends = self.block([*node.body, *node.orelse])
        after = [self.values] if ends else []
        for handler in node.handlers:
            self.values = dict(before)
            if handler.name is not None:
                self.values.pop(handler.name, None)
            if self.block(handler.body):
                after.append(self.values)
        self._merge(before, after)
        return self.block(node.finalbody) and bool(after)

    def _with(self, node: ast.With | ast.AsyncWith) -> bool:
        for each in node.items:
            entered = self.look(each.context_expr)
            if entered is not None:
                entered.ask(*(("__enter__",) if isinstance(node, ast.With) else ("__aenter__",)))
            if each.optional_vars is not None:
                self.bind(each.optional_vars, entered)
        self.block(node.body)
        # a context manager may swallow what was raised
        return True

    def _function(self, node: _Function) -> None:
        for each in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            self.look(each)
        self.values.pop(node.name, None)
        self._inside([argument.arg for argument in _arguments(node.args)], node.body)

    def _class(self, node: ast.ClassDef) -> None:
        for each in (*node.decorator_list, *node.bases):
            self.look(each)
        self.values.pop(node.name, None)
        self._inside([], node.body)

    def _inside(self, hidden: list[str], body: list[ast.stmt]) -> None:
        """A function or class defined in this one sees its values."""
        outside, receiver = dict(self.values), self.receiver
        for name in hidden:
            self.values.pop(name, None)
        if receiver in hidden:
            self.receiver = None
        self.block(body)
        self.values, self.receiver = outside, receiver

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self.values.pop(alias.asname or alias.name.partition(".")[0], None)

    def _match(self, node: ast.Match) -> bool:
        subject = self.look(node.subject)
        before = dict(self.values)
        after = [before]
        for case in node.cases:
            self.values = dict(before)
            self._pattern(case.pattern, subject)
            if isinstance(node.subject, ast.Name):
                self._guard(node.subject.id, kept=False)
            self.look(case.guard)
            if self.block(case.body):
                after.append(self.values)
        self._merge(before, after)
        return True

    def _pattern(self, pattern: ast.pattern, subject: _Value | None) -> None:
        match pattern:
            case ast.MatchValue(value=value):
                self._compared(subject, value)
            case ast.MatchSingleton(value=value) if subject is not None:
                subject.literals[Literal(value)] = None
            case ast.MatchClass(cls=cls) if subject is not None:
                subject.spoken["classes"][ast.unparse(cls)] = None
            case ast.MatchSequence() if subject is not None:
                subject.types["defaults"][list] = None
            case ast.MatchMapping() if subject is not None:
                subject.types["defaults"][dict] = None
            case ast.MatchOr(patterns=patterns):
                for each in patterns:
                    self._pattern(each, subject)
            case ast.MatchAs(pattern=ast.pattern() as inner):
                self._pattern(inner, subject)
        for inner in ast.walk(pattern):
            captured = getattr(inner, "name", None) or getattr(inner, "rest", None)
            if captured is not None:
                self.values.pop(captured, None)

    def bind(self, target: ast.expr, value: _Value | None) -> None:
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
        for name, kept, when in _singled_out(test):
            if when is holds and name in self.values:
                attribute = _asked_for(test) if kept else None
                self._guard(name, kept=kept)
                if attribute is not None:
                    self.values[name].asked["attributes"].add(attribute)

    def _guard(self, name: str, *, kept: bool) -> None:
        guarded = _Guarded(self.values[name]) if name in self.values else None
        if guarded is not None:
            if kept:
                guarded.guards.others.append(guarded)
            self.values[name] = guarded

    # expressions: each gives the value it stands for, if that is followed

    def look(self, node: ast.expr | None) -> _Value | None:
        if node is None:
            return None
        action = _EXPRESSIONS.get(type(node))
        return None if action is None else action(self, node)

    def _look_all(self, nodes: Iterable[ast.expr | None]) -> None:
        for node in nodes:
            self.look(node)

    def _name(self, node: ast.Name) -> _Value | None:
        return self.values.get(node.id)

    def _attribute(self, node: ast.Attribute) -> _Value | None:
        if isinstance(node.value, ast.Name) and node.value.id == self.receiver:
            return self.held[node.attr]
        owner = self.look(node.value)
        if owner is not None:
            owner.asked["attributes"].add(node.attr)
        return None

    def _subscript(self, node: ast.Subscript) -> _Value | None:
        owner = self.look(node.value)
        key = self.look(node.slice)
        if owner is None:
            if key is not None and _dotted(node.value):
                key.spoken["among"][ast.unparse(node.value)] = None
            return None
        owner.ask(_SUBSCRIPT[type(node.ctx)])
        if isinstance(node.slice, ast.Slice):
            owner.types["keys"][slice] = None
            return owner.copy()
        kind = _kind(node.slice)
        if kind is not None:
            owner.types["keys"][kind] = None
        return owner.item

    def _slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper, node.step):
            value = self.look(bound)
            if value is not None:
                value.ask("__index__")

    def _binary(self, node: ast.BinOp) -> None:
        left, right = self.look(node.left), self.look(node.right)
        if left is not None or right is not None:
            self._operate(left, node.op, right, _kind(node.left), _kind(node.right))

    def _operate(
        self,
        left: _Value | None,
        operator: ast.operator,
        right: _Value | None,
        left_kind: type | None,
        right_kind: type | None,
    ) -> None:
        name = _BINARY[type(operator)]
        if left is not None:
            left.ask(name)
            self._beside(left, operator, right_kind)
        # on the right of % may stand anything, if on the left is a format
        if right is not None and (name != "__mod__" or left_kind in _NUMBERS):
            right.ask(name)
            self._beside(right, operator, left_kind)

    def _beside(self, value: _Value, operator: ast.operator, other: type | None) -> None:
        """What a value is like, by the literal beside it."""
        if other is None:
            return
        if isinstance(operator, ast.Mult) and other in _REPEATED:
            other = int
        elif isinstance(operator, ast.Mod) and other not in _NUMBERS:
            other = str
        value.types["operands"][int if other in _NUMBERS else other] = None

    def _unary(self, node: ast.UnaryOp) -> None:
        value = self.look(node.operand)
        if value is not None and type(node.op) in _UNARY:
            value.ask(_UNARY[type(node.op)])

    def _both(self, node: ast.BoolOp) -> _Value | None:
        """`p and ...`, `p or ...`: the others are looked at knowing how the first came out."""
        before = self.values
        found: list[tuple[_Value | None, ast.expr]] = []
        for each in node.values:
            found.append((self.look(each), each))
            self.values = dict(self.values)
            self._narrow(each, isinstance(node.op, ast.And))
        self.values = before
        return _first(found) if isinstance(node.op, ast.Or) else None

    def _either(self, node: ast.IfExp) -> _Value | None:
        before = self.values
        self.look(node.test)
        found: list[tuple[_Value | None, ast.expr]] = []
        for each, holds in ((node.body, True), (node.orelse, False)):
            self.values = dict(before)
            self._narrow(node.test, holds)
            found.append((self.look(each), each))
        self.values = before
        return _first(found)

    def _walrus(self, node: ast.NamedExpr) -> _Value | None:
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
            elif type(operator) in _ORDER:
                for value, other in ((first, right), (second, left)):
                    if value is not None:
                        value.ask(_ORDER[type(operator)])
                        self._beside(value, ast.Add(), _kind(other))
            else:
                self._compared(first, right)
                self._compared(second, left)
                self._class_compared(left, right)

    def _compared(self, value: _Value | None, other: ast.expr) -> None:
        if value is None:
            return
        constant = _constant(other)
        if constant is not None:
            value.literals[constant] = None
        elif _dotted(other) and self.look(other) is None:
            value.spoken["among"][ast.unparse(other)] = None
        else:
            kind = _DISPLAYS.get(type(other))
            if kind is not None:
                value.types["operands"][kind] = None

    def _class_compared(self, left: ast.expr, right: ast.expr) -> None:
        match left:
            case ast.Call(func=ast.Name(id="type"), args=[subject]):
                self._tested(self.look(subject), right)
            case ast.Attribute(value=subject, attr="__class__"):
                self._tested(self.look(subject), right)

    def _contained(self, value: _Value | None, node: ast.expr, container: _Value | None, where: ast.expr) -> None:
        if container is not None:
            container.ask("__contains__")
        if value is None:
            return
        if isinstance(where, ast.Constant) and isinstance(where.value, str):
            value.types["operands"][str] = None
        elif isinstance(where, (ast.Tuple, ast.List, ast.Set)):
            value.literals.update({literal: None for each in where.elts if (literal := _constant(each)) is not None})
        elif isinstance(where, ast.Dict):
            keys = [_constant(each) for each in where.keys if each is not None]
            value.literals.update({literal: None for literal in keys if literal is not None})
        elif container is None and _dotted(where):
            value.spoken["among"][ast.unparse(where)] = None

    def _tested(self, value: _Value | None, classes: ast.expr) -> None:
        if value is None:
            return
        for each in classes.elts if isinstance(classes, ast.Tuple) else [classes]:
            if isinstance(each, ast.BinOp):
                self._tested(value, each.left)
                self._tested(value, each.right)
            elif _dotted(each):
                value.spoken["classes"][ast.unparse(each)] = None

    def _lambda(self, node: ast.Lambda) -> None:
        outside = dict(self.values)
        for argument in _arguments(node.args):
            self.values.pop(argument.arg, None)
        self.look(node.body)
        self.values = outside

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> _Value | None:
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
        return None if element is None else _container(element, element)

    def _display(self, node: ast.Tuple | ast.List | ast.Set) -> None:
        self._look_all(node.elts)

    def _dict(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            held = self.look(value)
            if key is None and held is not None:
                _as_keywords(held)
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

    # calls

    def _call(self, node: ast.Call) -> _Value | None:
        callee, text = node.func, ""
        owner: _Value | None = None
        if isinstance(callee, ast.Attribute):
            if isinstance(callee.value, ast.Name) and callee.value.id == self.receiver:
                text = f"{self.receiver}.{callee.attr}"
                self.held[callee.attr].ask("__call__")
            else:
                owner = self.look(callee.value)
            if owner is not None:
                owner.asked["methods"].add(callee.attr)
        else:
            called = self.look(callee)
            if called is not None:
                called.ask("__call__")
            elif isinstance(callee, ast.Name):
                return self._named_call(callee.id, node)
        if owner is None and not text and _callable_text(callee):
            text = ast.unparse(callee)
        arguments = self._arguments(node, text)
        if owner is not None:
            assert isinstance(callee, ast.Attribute)
            return _given(owner, callee.attr, node)
        if isinstance(callee, ast.Attribute) and callee.attr == "join" and arguments[:1] != [None] and arguments:
            self._joined(callee.value, arguments[0])
        return None

    def _joined(self, separator: ast.expr, several: _Value | None) -> None:
        if several is not None and _kind(separator) is str:
            several.iterated().types["operands"][str] = None

    def _arguments(self, node: ast.Call, text: str) -> list[_Value | None]:
        """The values given to a call, noted as passed on to what is called by that text."""
        found: list[_Value | None] = []
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
                _as_keywords(value)
            elif text:
                value.passed[Passed(text, keyword.arg)] = None
        return found

    def _named_call(self, name: str, node: ast.Call) -> _Value | None:
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
                    value.spoken["classes"]["callable"] = None
                return None
            case ("getattr", [subject, ast.Constant(value=str() as attribute), *otherwise]):
                value = self.look(subject)
                if value is not None and not otherwise:
                    value.asked["attributes"].add(attribute)
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
        if name in _IMPLIED:
            for value in arguments if name == "range" else arguments[:1]:
                if value is not None:
                    value.ask(_IMPLIED[name])
        return None

    def _classes_given(self, node: ast.expr) -> None:
        value = self.look(node)
        if value is not None:
            value.ask("__mro__")

    def _consumed(self, name: str, node: ast.Call) -> _Value | None:
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
            return _taken_apart(*elements)
        if name == "enumerate":
            return _taken_apart(None, elements[0])
        element = elements[0]
        if name in ("min", "max"):
            return element
        if name == "sum" and element is not None and len(arguments) == 1:
            element.ask("__add__")
            element.types["operands"][int] = None
        if name == "filter" or name in _COPYING:
            return _container(element, several[0].item if several[0] is not None else None)
        return None


class _Guarded(_Value):
    """The same value where only some of its kinds can be."""

    __slots__ = ("guards",)

    def __init__(self, guards: _Value) -> None:
        super().__init__()
        self.guards = guards


def _is_guard_of(value: _Value, of: _Value) -> bool:
    return isinstance(value, _Guarded) and value.guards is of


def _given(owner: _Value, method: str, node: ast.Call) -> _Value | None:
    """What some methods everybody knows give."""
    if method in ("get", "pop", "setdefault"):
        kind = _kind(node.args[0]) if node.args else None
        if kind is not None:
            owner.types["keys"][kind] = None
        return owner.item
    match method:
        case "items":
            return _taken_apart(owner.element, owner.item)
        case "values":
            return _container(owner.item)
        case "keys":
            return _container(owner.element)
        case "copy":
            return owner.copy()
        case _:
            return None


def _as_keywords(value: _Value) -> None:
    """It is unpacked by `**`."""
    value.asked["methods"].add("keys")
    value.ask("__getitem__")
    value.types["keys"][str] = None


def _first(found: list[tuple[_Value | None, ast.expr]]) -> _Value | None:
    """The value among alternatives, and the literals among them that stand in for it."""
    value = next((value for value, _ in found if value is not None), None)
    if value is None:
        return None
    for other, node in found:
        if other is None:
            _stands_in(node, value)
    return _unguarded(value)


def _stands_in(node: ast.expr, value: _Value) -> None:
    """A literal that takes the place of a value, where that is missing or of another kind, tells what was wanted."""
    kind = _kind(node) if isinstance(node, (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple)) else None
    if kind is not None and kind is not bool:
        _unguarded(value).types["defaults"][kind] = None


def _unguarded(value: _Value) -> _Value:
    while isinstance(value, _Guarded):
        value = value.guards
    return value


def _kind(node: ast.expr) -> type | None:
    """The type of a literal, or of a call of a builtin that says it."""
    match node:
        case ast.Constant(value=value):
            return None if value is None or value is Ellipsis else type(value)
        case ast.UnaryOp(op=ast.Not()):
            return bool
        case ast.UnaryOp(operand=operand):
            return _kind(operand)
        case ast.Call(func=ast.Name(id=name)):
            return _KINDS.get(name)
        case ast.BinOp(left=left, right=right):
            kinds = {_kind(left), _kind(right)}
            return kinds.pop() if len(kinds) == 1 else None
        case _:
            return _DISPLAYS.get(type(node))


def _constant(node: ast.expr) -> Literal | None:
    match node:
        case ast.Constant(value=None | bool() | int() | float() | complex() | str() | bytes() as value):
            return Literal(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return Literal(-value)
        case _:
            return None


def _dotted(node: ast.expr) -> bool:
    """Whether an expression is a name, or names with dots between."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _callable_text(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))):
            return True
        case _:
            return _dotted(node)


def _names(node: ast.expr | None) -> set[str]:
    if node is None:
        return set()
    return {each.id for each in (node.elts if isinstance(node, ast.Tuple) else [node]) if isinstance(each, ast.Name)}


def _singled_out(test: ast.expr) -> Iterator[tuple[str, bool, bool]]:
    """The names a test tells the kind of, whether what is asked then is worth keeping, and when: if it holds or not."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from ((name, kept, not when) for name, kept, when in _singled_out(inner))
        case ast.BoolOp(op=ast.And(), values=values):
            yield from (each for value in values for each in _singled_out(value) if each[2])
        case ast.BoolOp(op=ast.Or(), values=values):
            sides = [list(_singled_out(value)) for value in values]
            yield from (each for side in sides for each in side if not each[2])
            yield from (each for each in sides[0] if each[2] and all(each in side for side in sides))
        case ast.Call(func=ast.Name(id="isinstance" | "callable" | "issubclass"), args=[ast.Name(id=name), *_]):
            yield name, False, True
        case ast.Call(func=ast.Name(id="hasattr"), args=[ast.Name(id=name), ast.Constant()]):
            yield name, True, True
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            is_equal = isinstance(operator, (ast.Is, ast.Eq))
            match left:
                case ast.Name(id=name) if isinstance(right, ast.Constant) and right.value is None:
                    yield name, False, is_equal
                case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]):
                    yield name, False, is_equal
                case ast.Attribute(value=ast.Name(id=name), attr="__class__"):
                    yield name, False, is_equal


def _asked_for(test: ast.expr) -> str | None:
    match test:
        case ast.Call(func=ast.Name(id="hasattr"), args=[_, ast.Constant(value=str() as attribute)]):
            return attribute
        case _:
            return None


_Action = Callable[[_Reading, Any], Any]
_STATEMENTS: dict[type[ast.AST], _Action] = {
    ast.Expr: _Reading._expression,
    ast.Return: _Reading._return,
    ast.Raise: _Reading._raise,
    ast.Break: _Reading._leave,
    ast.Continue: _Reading._leave,
    ast.Delete: _Reading._delete,
    ast.Assert: _Reading._assert,
    ast.Assign: _Reading._assign,
    ast.AnnAssign: _Reading._annotated,
    ast.AugAssign: _Reading._augmented,
    ast.For: _Reading._for,
    ast.AsyncFor: _Reading._for,
    ast.While: _Reading._while,
    ast.If: _Reading._if,
    ast.Try: _Reading._try,
    ast.TryStar: _Reading._try,
    ast.With: _Reading._with,
    ast.AsyncWith: _Reading._with,
    ast.FunctionDef: _Reading._function,
    ast.AsyncFunctionDef: _Reading._function,
    ast.ClassDef: _Reading._class,
    ast.Import: _Reading._import,
    ast.ImportFrom: _Reading._import,
    ast.Match: _Reading._match,
}
_EXPRESSIONS: dict[type[ast.AST], _Action] = {
    ast.Name: _Reading._name,
    ast.Attribute: _Reading._attribute,
    ast.Subscript: _Reading._subscript,
    ast.Slice: _Reading._slice,
    ast.BinOp: _Reading._binary,
    ast.UnaryOp: _Reading._unary,
    ast.BoolOp: _Reading._both,
    ast.IfExp: _Reading._either,
    ast.NamedExpr: _Reading._walrus,
    ast.Compare: _Reading._compare,
    ast.Lambda: _Reading._lambda,
    ast.ListComp: _Reading._comprehension,
    ast.SetComp: _Reading._comprehension,
    ast.GeneratorExp: _Reading._comprehension,
    ast.DictComp: _Reading._comprehension,
    ast.Tuple: _Reading._display,
    ast.List: _Reading._display,
    ast.Set: _Reading._display,
    ast.Dict: _Reading._dict,
    ast.JoinedStr: _Reading._formatted,
    ast.FormattedValue: _Reading._formatted_value,
    ast.Starred: _Reading._starred,
    ast.Await: _Reading._await,
    ast.Yield: _Reading._yield,
    ast.YieldFrom: _Reading._yield_from,
    ast.Call: _Reading._call,
}
