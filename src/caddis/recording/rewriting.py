"""Rewrites the source of a module so that running it tells of its calls and writes.

The code of each function is rewritten in place, so frames, line numbers and tracebacks stay what they are; what it
calls to tell of itself are constants of its code, so no name is added to any module.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping
from types import CodeType
from typing import Any

from caddis.recording.sites import Site, Sort

Function = ast.FunctionDef | ast.AsyncFunctionDef
MARK = "\0caddis "
ENTER, LEAVE, FAIL, ONCE, WROTE, SEEN, CLASS = ("enter", "leave", "fail", "once", "wrote", "seen", "made_class")
CALL, ON, VALUE, TARGET = "_caddis_call", "_caddis_on", "_caddis_value", "_caddis_target"
ASKS_FOR_NAMES = frozenset({"locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe"})
"""A function that uses one of these may see the names that are added: it stays as it is."""
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def rewritten(source: bytes | str, filename: str, module: str, hooks: Mapping[str, Any]) -> CodeType:
    """The code of a module that tells of itself by calling the hooks."""
    tree = ast.parse(source, filename)
    rewriter = _Rewriter(module, tree)
    rewriter.visit(tree)
    if rewriter.awaits:
        hooks["suspend"]()
    ast.fix_missing_locations(tree)
    with warnings.catch_warnings():
        # text that is called, as it seems; and what the source deserves was said when it was compiled as it is
        warnings.simplefilter("ignore", SyntaxWarning)
        code: CodeType = compile(tree, filename, "exec", dont_inherit=True)
    return _filled(code, {**hooks, **{str(number): site for number, site in enumerate(rewriter.sites)}})


def _filled(code: CodeType, things: Mapping[str, Any]) -> CodeType:
    """The code with what the marks among its constants stand for."""
    constants = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            constants.append(_filled(constant, things))
        elif isinstance(constant, str) and constant.startswith(MARK):
            constants.append(things[constant.removeprefix(MARK)])
        else:
            constants.append(constant)
    return code.replace(co_consts=tuple(constants))


def _mark(thing: str | int) -> ast.expr:
    return ast.Constant(f"{MARK}{thing}")


def _call(hook: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(_mark(hook), list(arguments), [])


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _store(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _is_called(call: str = CALL) -> ast.expr:
    return ast.Compare(_load(call), [ast.IsNot()], [ast.Constant(None)])


class _Scope:
    """A function being rewritten."""

    def __init__(self, *, told: bool) -> None:
        self.told = told
        """Whether its own return is told of."""
        self.depth = 0
        """Calls around the one being rewritten."""
        self.calls = False


class _Rewriter(ast.NodeTransformer):
    """Rewrites functions, and classes so that they are known as soon as they are made."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self._module = module
        self._path: list[str] = []
        self._classes: list[bool] = []
        """For each scope around, whether it is a class."""
        self._scope: _Scope | None = None
        self._modules = _imported(tree)
        self.sites: list[Site] = []
        self.awaits = False
        """Whether anything in it may be suspended."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        outer, self._scope = self._scope, None
        self._path.append(node.name)
        self._classes.append(True)
        node.body = self._statements(node.body)
        self._classes.pop()
        self._path.pop()
        self._scope = outer
        node.decorator_list.insert(0, _mark(CLASS))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def _left(self, node: ast.AST) -> ast.AST:
        # names bound in here would be bound outside
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _left  # noqa: N815 (so they are called)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        self.awaits = True
        return self._function(node)

    def _function(self, node: Function) -> Function:
        used = _used(node)
        if used.names & ASKS_FOR_NAMES:
            return node
        outer = self._scope
        self._path.append(node.name)
        site = self._site(node, used)
        number = len(self.sites)
        self.sites.append(site)
        told = not used.yields
        scope = self._scope = _Scope(told=told)
        self._path.append("<locals>")
        self._classes.append(False)
        start = 1 if ast.get_docstring(node, clean=False) is not None else 0
        docstring, body = node.body[:start], self._statements(node.body[start:])
        self._classes.pop()
        del self._path[-2:]
        self._scope = outer
        arguments = ast.Tuple([_load(name.lstrip("*")) for name in site.names], ast.Load())
        first = [_store(CALL, _call(ENTER if told else ONCE, _mark(number), arguments))]
        if scope.calls:
            relevant = ast.Attribute(_load(CALL), "relevant", ast.Load())
            first.append(_store(ON, ast.BoolOp(ast.And(), [_is_called(), relevant])))
        if told:
            failed: list[ast.stmt] = [ast.If(_is_called(), [ast.Expr(_call(FAIL, _load(CALL)))], []), ast.Raise()]
            handler = ast.ExceptHandler(body=failed)
            ended: list[ast.stmt] = [self._told(ast.Constant(None))]
            body = [ast.Try(body or [ast.Pass()], [handler], ended, [])]
        node.body = [*docstring, *(_at(each, node) for each in (*first, *body))]
        return node

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in body:
            made = self.visit(statement)
            found.extend(made if isinstance(made, list) else [made])
        return found

    def _site(self, node: Function, used: _Used) -> Site:
        inside = bool(self._classes) and self._classes[-1]
        decorators = {_last_name(each) for each in node.decorator_list}
        sort = Sort.FUNCTION
        if inside and "staticmethod" not in decorators:
            by_class = "classmethod" in decorators or node.name in ("__init_subclass__", "__class_getitem__")
            sort = Sort.CLASS_METHOD if by_class else Sort.METHOD
        if used.yields:
            sort = Sort.GENERATOR
        given = node.args
        names = [each.arg for each in (*given.posonlyargs, *given.args)]
        defaults = dict(zip(names[len(names) - len(given.defaults) :], given.defaults, strict=True))
        names += [] if given.vararg is None else [f"*{given.vararg.arg}"]
        names += [each.arg for each in given.kwonlyargs]
        defaults |= {
            each.arg: value
            for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True)
            if value is not None
        }
        names += [] if given.kwarg is None else [f"**{given.kwarg.arg}"]
        constants = {name: each.value for name, each in defaults.items() if isinstance(each, ast.Constant)}
        path = ".".join(self._path)
        return Site(self._module, path, sort, tuple(names), constants, leaf=not used.acts)

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if self._scope is None or not self._scope.told:
            return node
        value = node.value if node.value is not None else ast.Constant(None)
        if isinstance(value, ast.Constant):
            return [_at(self._told(value), node), node]
        statements = [_store(VALUE, value), self._told(_load(VALUE)), ast.Return(_load(VALUE))]
        return [_at(each, node) for each in statements]

    def _told(self, value: ast.expr) -> ast.stmt:
        return ast.If(_is_called(), [ast.Expr(_call(LEAVE, _load(CALL), value))], [])

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if self._scope is None:
            return node
        before: list[ast.stmt] = []
        after: list[ast.stmt] = []
        single = len(node.targets) == 1 and isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
        value: ast.expr = _mark("omitted")
        if single and isinstance(node.value, (ast.Name, ast.Constant)):
            value = _again(node.value)
        elif single:
            before.append(_store(VALUE, node.value))
            node.value = _load(VALUE)
            value = _load(VALUE)
        for target in node.targets:
            for each in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
                after += self._written(each, value)
        if not after:
            return node
        if before:
            after.append(_store(VALUE, ast.Constant(None)))
        return [_at(each, node) for each in (*before, node, *after)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        # not the annotation, in which no name may be bound
        node.target = self.visit(node.target)
        node.value = None if node.value is None else self.visit(node.value)
        if self._scope is None or node.value is None or not isinstance(node.target, (ast.Attribute, ast.Subscript)):
            return node
        before = _store(VALUE, node.value)
        node.value = _load(VALUE)
        after = self._written(node.target, _load(VALUE))
        return [_at(each, node) for each in (before, node, *after, _store(VALUE, ast.Constant(None)))]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if self._scope is None:
            return node
        return [node, *(_at(each, node) for each in self._written(node.target, _mark("omitted")))]

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        if self._scope is None:
            return node
        after = [each for target in node.targets for each in self._written(target, _mark("omitted"), deleted=True)]
        return [node, *(_at(each, node) for each in after)]

    def _written(self, target: ast.expr, value: ast.expr, *, deleted: bool = False) -> list[ast.stmt]:
        """What tells of a write that was just made; what it was made to is named, or bound to a name by this."""
        if not isinstance(target, (ast.Attribute, ast.Subscript)):
            return []
        after: list[ast.stmt] = []
        if isinstance(target.value, ast.Name):
            owner: ast.expr = _load(target.value.id)
        else:
            target.value = ast.NamedExpr(ast.Name(TARGET, ast.Store()), target.value)
            owner = _load(TARGET)
            after = [_store(TARGET, ast.Constant(None))]
        if isinstance(target, ast.Attribute):
            name = self._mangled(target.attr)
            what: list[ast.expr] = [ast.Constant(f"del {name}" if deleted else name), _mark("omitted"), value]
        else:
            simple = isinstance(target.slice, (ast.Name, ast.Constant))
            key = _again(target.slice) if simple else _mark("omitted")
            what = [ast.Constant("__delitem__" if deleted else "__setitem__"), key, value]
        told = ast.Expr(_call(WROTE, _load(CALL), owner, *what))
        return [ast.If(_is_called(), [told], []), *after]

    def _mangled(self, name: str) -> str:
        """A name as it is stored: private names of classes are changed."""
        if not name.startswith("__") or name.endswith("__"):
            return name
        owners = [part for part, is_class in zip(self._path, self._classes, strict=False) if is_class]
        return f"_{owners[-1].lstrip('_')}{name}" if owners else name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        scope = self._scope
        plain = not any(isinstance(each, ast.Starred) for each in node.args) and all(each.arg for each in node.keywords)
        if scope is None or not plain or not isinstance(node.func, ast.Attribute) or self._is_of_module(node.func):
            return self.generic_visit(node)
        scope.calls = True
        scope.depth += 1
        level = scope.depth
        self.generic_visit(node)
        scope.depth -= 1
        temporaries: list[str] = []

        def bound(expression: ast.expr) -> ast.expr:
            """The expression, and how to say what it gave once more."""
            if isinstance(expression, (ast.Name, ast.Constant)):
                return _again(expression)
            name = f"_caddis_{level}_{len(temporaries)}"
            temporaries.append(name)
            return _load(name)

        def binding(expression: ast.expr, again: ast.expr) -> ast.expr:
            if isinstance(expression, (ast.Name, ast.Constant)):
                return expression
            assert isinstance(again, ast.Name)
            return ast.NamedExpr(ast.Name(again.id, ast.Store()), expression)

        receiver = bound(node.func.value)
        arguments = [bound(each) for each in node.args]
        keywords = [bound(each.value) for each in node.keywords]
        node.func.value = binding(node.func.value, receiver)
        node.args = [binding(*pair) for pair in zip(node.args, arguments, strict=True)]
        for keyword, again in zip(node.keywords, keywords, strict=True):
            keyword.value = binding(keyword.value, again)
        result = f"_caddis_{level}_r"
        told = _call(
            SEEN,
            _load(CALL),
            receiver,
            ast.Constant(node.func.attr),
            ast.Tuple([*arguments, *keywords], ast.Load()),
            _load(result),
        )
        made = ast.Tuple(
            [
                ast.NamedExpr(ast.Name(result, ast.Store()), node),
                ast.BoolOp(ast.And(), [_load(ON), told]),
                # what is bound here must not live longer for it
                *(ast.NamedExpr(ast.Name(name, ast.Store()), ast.Constant(None)) for name in (*temporaries, result)),
            ],
            ast.Load(),
        )
        return ast.copy_location(ast.Subscript(made, ast.Constant(0), ast.Load()), node)

    def _is_of_module(self, function: ast.Attribute) -> bool:
        """Whether what is called is, as it seems, a function of a module, or of a base class."""
        first: ast.expr = function.value
        while isinstance(first, ast.Attribute):
            first = first.value
        if isinstance(first, ast.Call) and isinstance(first.func, ast.Name) and first.func.id == "super":
            return True
        return isinstance(first, ast.Name) and first.id in self._modules


class _Used(ast.NodeVisitor):
    """What a function uses itself, not in functions inside it."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.yields = False
        self.acts = False

    def visit_Name(self, node: ast.Name) -> None:
        self.names.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.acts = self.acts or not isinstance(node.ctx, ast.Load)
        if node.attr in ("_getframe", "currentframe"):
            self.names.add(node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.acts = True
        self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield | ast.YieldFrom) -> None:
        self.yields = True
        self.generic_visit(node)

    visit_YieldFrom = visit_Yield  # noqa: N815 (as above)

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.Call, ast.BinOp, ast.Compare, ast.For, ast.With, ast.Await, ast.UnaryOp, ast.Return)):
            # a plain return acts only by what it returns
            self.acts = self.acts or not isinstance(node, ast.Return)
        if not isinstance(node, _SCOPES):
            super().generic_visit(node)


def _used(function: Function) -> _Used:
    found = _Used()
    for statement in function.body:
        found.visit(statement)
    return found


def _imported(tree: ast.Module) -> frozenset[str]:
    """The names of modules, as far as that is seen: what `import` binds."""
    return frozenset(
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    )


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _again(expression: ast.expr) -> ast.expr:
    """The same name or constant once more."""
    return _load(expression.id) if isinstance(expression, ast.Name) else ast.Constant(_constant(expression))


def _constant(expression: ast.expr) -> Any:
    assert isinstance(expression, ast.Constant)
    return expression.value


def _at(statement: ast.stmt, place: ast.stmt) -> ast.stmt:
    """A new statement where another stands."""
    for node in ast.walk(statement):
        if isinstance(node, (ast.stmt, ast.expr, ast.excepthandler)) and not hasattr(node, "lineno"):
            ast.copy_location(node, place)
    return statement
