"""The constants a source file is written with, by the scope they are written in."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from caddis.discover.foreign import attempt, is_class, namespace, text_of
from caddis.discover.sources import Sources, collector_at_rest
from caddis.model.api import Nearby, Pattern
from caddis.model.sequence import Atom, Literal

MOST = 40
"""So many atoms at most are taken from one scope: a table of thousands tells no more."""
_LONGEST = 200
_MODULE = ""

_MATCHERS = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2, "finditer": 2, "split": 3}
_FLAGS_AT = {**_MATCHERS, "sub": 4, "subn": 4}
"""The functions of `re`, and the position of their flags."""
_DATES = frozenset({"strftime", "strptime"})
_SAYING = frozenset({"debug", "info", "warning", "warn", "error", "exception", "critical", "log", "fatal"})
"""Functions whose arguments are meant for people."""
_NAMING = frozenset({"TypeVar", "ParamSpec", "NewType", "namedtuple", "NamedTuple", "getLogger", "import_module"})
"""Functions whose first arguments are names of things, not values of anything."""
_NOT_VALUES = frozenset({"annotation", "returns", "type_comment", "type_params", "ctx", "decorator_list"})
_PLACEHOLDER = re.compile(r"%(\(\w+\))?[-+ #0]*(\d+|\*)?(\.\d+)?[a-zA-Z]")


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of a file; the scope of a class or function is its dotted path, that of the module is empty."""

    scopes: Mapping[str, Nearby] = field(default_factory=dict)

    def near(self, class_path: str | None, function_path: str | None) -> Nearby:
        """Those for one operation: the function's first, then those of its class and those around, the module's."""
        paths = [function_path] if function_path is not None else []
        while class_path:
            paths.append(class_path)
            class_path = class_path.rpartition(".")[0]
        found = [self.scopes[path] for path in dict.fromkeys([*paths, _MODULE]) if path in self.scopes]
        return Nearby(
            tuple(each.value for each in dict.fromkeys(Literal(atom) for scope in found for atom in scope.atoms)),
            tuple(dict.fromkeys(pattern for scope in found for pattern in scope.patterns)),
            tuple(dict.fromkeys(text for scope in found for text in scope.dates)),
            tuple(dict.fromkeys(text for scope in found for text in scope.formats)),
        )


def constants_in(file: str, sources: Sources | None = None, compiled: Mapping[str, Pattern] | None = None) -> Constants:
    """The constants of a source file; none if it is no readable Python source.

    `compiled` are the regular expressions the imported module holds: those put together by code cannot be read off.
    """
    tree = (sources or Sources()).tree(file)
    if tree is None:
        return Constants()
    with collector_at_rest():
        # expressions can be nested deeper than can be followed
        return attempt(lambda: _Mine(tree, compiled or {}).constants(), Constants())


def compiled_in(module: object) -> dict[str, Pattern]:
    """The regular expressions a module and its classes hold, by their dotted names."""
    found: dict[str, Pattern] = {}
    for name, value in namespace(module).items():
        if type(value) is re.Pattern:
            found |= _compiled(name, value)
        elif is_class(value) and text_of(value, "__module__") == text_of(module, "__name__"):
            for inner, stored in namespace(value).items():
                found |= _compiled(f"{name}.{inner}", stored)
    return found


def _compiled(name: str, value: Any) -> dict[str, Pattern]:
    if type(value) is not re.Pattern or not isinstance(value.pattern, str):
        return {}
    return {name: Pattern(value.pattern, value.flags)}


@dataclass(slots=True)
class _Scope:
    """What one scope has yielded so far, and the names it speaks of."""

    path: str
    atoms: dict[Literal, None] = field(default_factory=dict)
    patterns: dict[Pattern, None] = field(default_factory=dict)
    dates: dict[str, None] = field(default_factory=dict)
    formats: dict[str, None] = field(default_factory=dict)
    spoken_of: dict[str, None] = field(default_factory=dict)

    def ranked(self) -> Nearby:
        atoms = [literal.value for literal in self.atoms]
        return Nearby(tuple(atoms[:MOST]), tuple(self.patterns), tuple(self.dates), tuple(self.formats))


class _Mine:
    """Takes the constants out of one tree."""

    def __init__(self, tree: ast.Module, compiled: Mapping[str, Pattern]) -> None:
        self._scopes: dict[str, _Scope] = {}
        self._bound: dict[str, Atom | Pattern] = {}
        """What names of the module, and of classes by their dotted path, are bound to once and for all."""
        self._matchers = _imported_matchers(tree)
        self._body(tree.body, _MODULE, inside_function=False)
        for name, pattern in compiled.items():
            read_off = self._bound.get(name)
            if not (isinstance(read_off, Pattern) and read_off.text == pattern.text):
                self._bound[name] = pattern
                self._scope(name.rpartition(".")[0]).patterns[pattern] = None

    def constants(self) -> Constants:
        for path, scope in self._scopes.items():
            self._resolve(path, scope)
        return Constants({path: scope.ranked() for path, scope in self._scopes.items() if scope.ranked() != Nearby()})

    def _resolve(self, path: str, scope: _Scope) -> None:
        """What a scope speaks of by name is as near to it as what it spells out, and comes after that."""
        around = path
        places = [""]
        while around := around.rpartition(".")[0]:
            places.append(f"{around}.")
        for name in scope.spoken_of if path != _MODULE else ():
            for place in places:
                match self._bound.get(place + name):
                    case None:
                        continue
                    case Pattern() as pattern:
                        scope.patterns[pattern] = None
                    case atom:
                        self._keep(atom, scope)

    # walking

    def _body(self, body: list[ast.stmt], path: str, *, inside_function: bool) -> None:
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and not inside_function:
                for decorator in node.decorator_list:
                    self._walk(decorator, self._scope(path))
                inner = f"{path}.{node.name}" if path else node.name
                if isinstance(node, ast.ClassDef):
                    self._body(node.body, inner, inside_function=False)
                else:
                    self._walk(node.args, self._scope(inner))
                    self._body(node.body, inner, inside_function=True)
            elif isinstance(node, (ast.If, ast.Try)) and not inside_function:
                # definitions may stand below conditions
                self._walk(getattr(node, "test", None), self._scope(path))
                for block in (node.body, node.orelse, getattr(node, "finalbody", [])):
                    self._body(block, path, inside_function=False)
                for handler in getattr(node, "handlers", ()):
                    self._body(handler.body, path, inside_function=False)
            else:
                self._walk(node, self._scope(path))

    def _scope(self, path: str) -> _Scope:
        return self._scopes.setdefault(path, _Scope(path))

    def _assigned(self, node: ast.Assign | ast.AnnAssign, scope: _Scope, *, message: bool) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if any(name.startswith("__") for name in names):
            return  # Python's own: `__all__`, `__slots__`, `__version__`
        found = None if node.value is None else self._pattern(node.value, scope) or self._static(node.value, scope)
        if found is not None:
            self._bound.update({f"{scope.path}.{name}" if scope.path else name: found for name in names})
        self._inside(node, scope, message=message)

    def _walk(self, node: ast.AST | None, scope: _Scope, *, message: bool = False) -> None:
        """Take what a node holds; what is said in a message is for people, unless it is short."""
        kind = type(node)
        if kind is ast.Constant:
            self._take(node.value, scope, message=message)  # type: ignore[union-attr]
        elif kind is ast.Name:
            scope.spoken_of[node.id] = None  # type: ignore[union-attr]
        elif kind is ast.Call:
            self._call(node, scope, message=message)  # type: ignore[arg-type]
        elif kind is ast.UnaryOp and type(node.op) is ast.USub:  # type: ignore[union-attr]
            self._negative(node, scope, message=message)  # type: ignore[arg-type]
        elif kind is ast.BinOp:
            self._binary(node, scope, message=message)  # type: ignore[arg-type]
        elif kind is ast.JoinedStr:
            self._template(node, scope, message=message)  # type: ignore[arg-type]
        elif kind is ast.Expr and type(node.value) is ast.Constant:  # type: ignore[union-attr]
            pass  # a docstring, or a comment in its place
        elif kind is ast.Assign or kind is ast.AnnAssign:
            self._assigned(node, scope, message=message)  # type: ignore[arg-type]
        elif kind is ast.Assert:
            self._walk(node.test, scope, message=message)  # type: ignore[union-attr]
        elif node is not None:
            self._inside(node, scope, message=message or kind is ast.Raise)

    def _inside(self, node: ast.AST, scope: _Scope, *, message: bool) -> None:
        if type(node) is ast.Attribute:
            scope.spoken_of[node.attr] = None
        for name in node._fields:
            if name in _NOT_VALUES:
                continue
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                self._walk(value, scope, message=message)
            elif type(value) is list:
                for each in value:
                    if isinstance(each, ast.AST):
                        self._walk(each, scope, message=message)

    def _call(self, node: ast.Call, scope: _Scope, *, message: bool) -> None:
        name = _called(node)
        pattern = self._pattern(node, scope)
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if pattern is not None:
            scope.patterns[pattern] = None
            arguments = node.args[1:]
        elif name in _NAMING:
            arguments = []
        elif name in _DATES:
            for text in (self._static(argument, scope) for argument in arguments):
                if isinstance(text, str) and "%" in text:
                    scope.dates[text] = None
            arguments = []
        elif name == "format" and isinstance(node.func, ast.Attribute):
            text = self._static(node.func.value, scope)
            if isinstance(text, str) and not (message and _is_prose(text)):
                self._keep_format(text, scope)
                self._look_at(arguments, scope, message=message)
                return
        if name not in _NAMING:
            self._walk(node.func, scope, message=message)
        self._look_at(arguments, scope, message=message or name in _SAYING)

    def _look_at(self, nodes: list[ast.expr], scope: _Scope, *, message: bool) -> None:
        for node in nodes:
            self._walk(node, scope, message=message)

    def _negative(self, node: ast.UnaryOp, scope: _Scope, *, message: bool) -> None:
        value = self._static(node, scope)
        if value is None:
            self._walk(node.operand, scope, message=message)
        else:
            self._take(value, scope, message=message)

    def _binary(self, node: ast.BinOp, scope: _Scope, *, message: bool) -> None:
        left = self._static(node.left, scope) if isinstance(node.op, ast.Mod) else None
        if isinstance(left, str):
            if _PLACEHOLDER.search(left) and not (message and _is_prose(left)):
                self._keep_format(left, scope)
            self._walk(node.right, scope, message=message)
            return
        whole = self._static(node, scope) if isinstance(node.op, ast.Add) else None
        if isinstance(whole, str):
            self._take(whole, scope, message=message)
        else:
            self._inside(node, scope, message=message)

    def _template(self, node: ast.JoinedStr, scope: _Scope, *, message: bool) -> None:
        """An f-string as the format that makes the same."""
        text = "".join(map(_place, node.values))
        if not (message and _is_prose(text)):
            self._keep_format(text, scope)
        for part in node.values:
            self._walk(part.value if isinstance(part, ast.FormattedValue) else part, scope, message=message)

    def _take(self, value: object, scope: _Scope, *, message: bool) -> None:
        if message and isinstance(value, str) and _is_prose(value):
            return
        if type(value) in (str, bytes, int, float):
            self._keep(value, scope)  # type: ignore[arg-type]

    def _keep(self, value: Atom, scope: _Scope) -> None:
        if len(scope.atoms) < MOST and not (isinstance(value, (str, bytes)) and _is_layout(value)):
            scope.atoms[Literal(value)] = None

    def _keep_format(self, text: str, scope: _Scope) -> None:
        if len(scope.formats) < MOST and len(text) <= _LONGEST:
            scope.formats[text] = None

    # what is known without running anything

    def _static(self, node: ast.AST, scope: _Scope) -> Atom:
        """The value of a constant expression; None if it is not one."""
        match node:
            case ast.Constant(value=str() | bytes() | int() | float() as value):
                return None if isinstance(value, bool) else value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return -value
            case ast.Name(id=name):
                found = self._bound.get(f"{scope.path}.{name}", self._bound.get(name))
                return None if isinstance(found, Pattern) else found
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                # a long sum leans to the left: its right end is soon looked at
                last = self._static(right, scope)
                first = self._static(left, scope) if isinstance(last, str) else None
                return first + last if isinstance(first, str) and isinstance(last, str) else None
            case ast.IfExp(body=body, orelse=orelse):
                return self._static(body, scope) or self._static(orelse, scope)
            case ast.JoinedStr(values=values):
                return self._joined("", [_unwrapped(value) for value in values], scope)
            case ast.Call(func=ast.Attribute(value=text, attr="join"), args=[ast.List() | ast.Tuple() as several]):
                separator = self._static(text, scope)
                return self._joined(separator, several.elts, scope) if isinstance(separator, str) else None
            case ast.Call(func=ast.Attribute(value=text, attr="format"), args=args, keywords=keywords):
                return self._filled(self._static(text, scope), args, keywords, scope)
            case _:
                return None

    def _joined(self, separator: str, parts: list[ast.expr], scope: _Scope) -> str | None:
        found = [self._static(part, scope) for part in parts]
        return separator.join(map(str, found)) if None not in found else None

    def _filled(self, text: Atom, arguments: list[ast.expr], keywords: list[ast.keyword], scope: _Scope) -> str | None:
        """What `str.format` makes of constants."""
        places = [self._static(argument, scope) for argument in arguments]
        names = {keyword.arg or "": self._static(keyword.value, scope) for keyword in keywords}
        if not isinstance(text, str) or None in (*places, *names.values()) or "" in names:
            return None
        return attempt(lambda: text.format(*places, **names), None)

    def _pattern(self, node: ast.expr, scope: _Scope) -> Pattern | None:
        """The regular expression a call of `re` is given."""
        if not isinstance(node, ast.Call):
            return None
        match node.func:
            case ast.Attribute(value=ast.Name(id="re" | "regex"), attr=name) if name in _FLAGS_AT:
                pass
            case ast.Name(id=alias) if alias in self._matchers:
                name = self._matchers[alias]
            case _:
                return None
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        text = node.args[0] if node.args else named.get("pattern")
        spelt = None if text is None else self._static(text, scope)
        if not isinstance(spelt, str):
            return None
        position = _FLAGS_AT[name]
        return Pattern(spelt, _flags(node.args[position] if len(node.args) > position else named.get("flags")))


def _imported_matchers(tree: ast.Module) -> dict[str, str]:
    """Functions of `re` that the module calls by a name of their own."""
    return {
        alias.asname or alias.name: alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "re"
        for alias in node.names
        if alias.name in _FLAGS_AT
    }


def _flags(node: ast.expr | None) -> int:
    match node:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _flags(left) | _flags(right)
        case ast.Attribute(attr=name) | ast.Name(id=name) if name in re.RegexFlag.__members__:
            return int(re.RegexFlag[name])
        case ast.Constant(value=int() as value):
            return int(value)
        case _:
            return 0


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _unwrapped(node: ast.expr) -> ast.expr:
    """What stands between the braces of an f-string, if nothing formats it."""
    if isinstance(node, ast.FormattedValue) and node.format_spec is None and node.conversion == -1:
        return node.value
    return node


def _place(node: ast.expr) -> str:
    """A part of an f-string as a format spells it."""
    match node:
        case ast.Constant(value=str() as text):
            return text.replace("{", "{{").replace("}", "}}")
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str() as spec)])):
            return f"{{:{spec}}}"
        case _:
            return "{}"


def _is_layout(text: str | bytes) -> bool:
    """Whether a text is laid out for whoever reads the code: as a value it would be too much."""
    lines = text.split("\n") if isinstance(text, str) else text.split(b"\n")
    return len(text) > _LONGEST or any(line[:1].isspace() for line in lines[1:])


def _is_prose(text: str) -> bool:
    """Whether a text is written for people: more than two words."""
    return len(text.split()) > 2 or len(text) > 30
