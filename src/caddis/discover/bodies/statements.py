"""Follows values through statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from caddis.discover.bodies.calls import Calls
from caddis.discover.bodies.expressions import stands_in
from caddis.discover.bodies.syntax import Definition, arguments_of, kind_of, names_in
from caddis.discover.bodies.uses import Value, is_guard_of
from caddis.model.sequence import Literal

_REFUSED = frozenset({"AttributeError", "TypeError"})
"""What is raised when a value has not what it is asked for."""


class Statements(Calls):
    """Follows the values of the parameters through one body."""

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
                stands_in(value, before)

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            target = self.values.get(node.target.id)
        else:
            target = self.look(node.target)
        self._operate(target, node.op, self.look(node.value), None, kind_of(node.value))

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
        if isinstance(node.body[-1], ast.Raise):
            # what is tested for is not wanted
            self._narrow(node.test, True)
        self.look(node.test)
        after = []
        for body, holds in ((node.body, True), (node.orelse, False)):
            self.values = dict(before)
            self._narrow(node.test, holds)
            if self.block(body):
                after.append(self.values)
        self._merge(before, after)
        return bool(after)

    def _merge(self, before: dict[str, Value], after: list[dict[str, Value]]) -> None:
        """The value a name had before, if any branch leaves it so; else what one of them gave it."""
        merged: dict[str, Value] = {}
        for values in after:
            for name, value in values.items():
                if name not in merged or value is before.get(name):
                    merged[name] = value
        if after:
            self.values = {
                name: before[name] if name in before and is_guard_of(value, before[name]) else value
                for name, value in merged.items()
            }
        else:
            self.values = before

    def _try(self, node: ast.Try) -> bool:
        before = dict(self.values)
        if any(names_in(handler.type) & _REFUSED for handler in node.handlers):
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

    def _function(self, node: Definition) -> None:
        for each in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            self.look(each)
        self.values.pop(node.name, None)
        self._inside([argument.arg for argument in arguments_of(node.args)], node.body)

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

    def _pattern(self, pattern: ast.pattern, subject: Value | None) -> None:
        match pattern:
            case ast.MatchValue(value=value):
                self._compared(subject, value)
            case ast.MatchSingleton(value=value) if subject is not None:
                subject.literals[Literal(value)] = None
            case ast.MatchClass(cls=cls) if subject is not None:
                subject.classes[ast.unparse(cls)] = None
            case ast.MatchSequence() if subject is not None:
                subject.defaults[list] = None
            case ast.MatchMapping() if subject is not None:
                subject.defaults[dict] = None
            case ast.MatchOr(patterns=patterns):
                for each in patterns:
                    self._pattern(each, subject)
            case ast.MatchAs(pattern=ast.pattern() as inner):
                self._pattern(inner, subject)
        for node in ast.walk(pattern):
            captured = getattr(node, "name", None) or getattr(node, "rest", None)
            if captured is not None:
                self.values.pop(captured, None)


_Action = Callable[[Statements, Any], Any]
_STATEMENTS: dict[type[ast.AST], _Action] = {
    ast.Expr: Statements._expression,
    ast.Return: Statements._return,
    ast.Raise: Statements._raise,
    ast.Break: Statements._leave,
    ast.Continue: Statements._leave,
    ast.Delete: Statements._delete,
    ast.Assert: Statements._assert,
    ast.Assign: Statements._assign,
    ast.AnnAssign: Statements._annotated,
    ast.AugAssign: Statements._augmented,
    ast.For: Statements._for,
    ast.AsyncFor: Statements._for,
    ast.While: Statements._while,
    ast.If: Statements._if,
    ast.Try: Statements._try,
    ast.TryStar: Statements._try,
    ast.With: Statements._with,
    ast.AsyncWith: Statements._with,
    ast.FunctionDef: Statements._function,
    ast.AsyncFunctionDef: Statements._function,
    ast.ClassDef: Statements._class,
    ast.Import: Statements._import,
    ast.ImportFrom: Statements._import,
    ast.Match: Statements._match,
}
