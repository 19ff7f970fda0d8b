"""What stubs say of callables that say nothing themselves: typeshed's, a package's own, those of a stub package."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import sys
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import typeshed_client
from typeshed_client import ImportedName, NameInfo, OverloadedName
from typeshed_client.parser import parse_ast

from caddis.discover.foreign import MISSING, attempt, dynamic, is_class, text_of
from caddis.discover.names import Names, Scope, evaluate, parsed
from caddis.discover.protocols import FURTHER, PLAIN, matching
from caddis.model.classes import mro
from caddis.model.operation import Parameter, Place
from caddis.model.types import Instance, OneOf

_SPOKEN = ("typing", "typing_extensions", "types", "collections.abc", "abc")
"""Modules whose names mean what they mean at run time."""


@dataclass(frozen=True)
class Definition:
    """A function as a stub writes it, and the names its annotations can see."""

    function: ast.FunctionDef | ast.AsyncFunctionDef
    names: Names

    @property
    def returns(self) -> Any:
        """The annotation of the result."""
        return Any if self.function.returns is None else evaluate(self.function.returns, self.names)

    def parameters(self, bound: bool) -> list[tuple[Parameter, Any]]:
        """The parameters with their annotations; without the receiver if it is bound."""
        arguments = self.function.args
        positional = [*arguments.posonlyargs, *arguments.args]
        required = len(positional) - len(arguments.defaults)
        found = []
        for index, argument in enumerate(positional):
            hidden = index < len(arguments.posonlyargs) or argument.arg.startswith("__")
            place = Place.POSITIONAL if hidden else Place.EITHER
            found.append((Parameter(argument.arg.lstrip("_"), place, index < required), self._said(argument)))
        if bound and found and not self._is_static:
            found = found[1:]
        if arguments.vararg is not None:
            said = self._said(arguments.vararg)
            found.extend((parameter, said) for parameter in variadic(arguments.vararg.arg))
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            found.append((Parameter(argument.arg, Place.KEYWORD, default is None), self._said(argument)))
        return found

    @property
    def _is_static(self) -> bool:
        return self.function.name != "__new__" and any(
            isinstance(decorator, ast.Name) and decorator.id == "staticmethod"
            for decorator in self.function.decorator_list
        )

    def _said(self, argument: ast.arg) -> Any:
        return Any if argument.annotation is None else evaluate(argument.annotation, self.names)


@dataclass(frozen=True)
class Overload:
    """One of the signatures that `typing.overload` gives a function in its source; to be asked like a Definition."""

    signature: inspect.Signature
    names: Scope

    @property
    def returns(self) -> Any:
        """The annotation of the result."""
        return self._said(self.signature.return_annotation)

    def parameters(self, bound: bool) -> list[tuple[Parameter, Any]]:
        """The parameters with their annotations; without the receiver if it is bound."""
        found: list[tuple[Parameter, Any]] = []
        for parameter in list(self.signature.parameters.values())[bound:]:
            said = self._said(parameter.annotation)
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                found.extend((each, said) for each in variadic(parameter.name))
            elif parameter.kind is not inspect.Parameter.VAR_KEYWORD:
                required = parameter.default is inspect.Parameter.empty
                found.append((Parameter(parameter.name, _PLACES[parameter.kind], required), said))
        return found

    def _said(self, annotation: Any) -> Any:
        if annotation is inspect.Parameter.empty:
            return Any
        expression = parsed(annotation) if type(annotation) is str else None
        return annotation if expression is None else evaluate(expression, self.names)


_PLACES = {
    inspect.Parameter.POSITIONAL_ONLY: Place.POSITIONAL,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: Place.EITHER,
    inspect.Parameter.KEYWORD_ONLY: Place.KEYWORD,
}


def overloads_of(function: Any, scope: Scope) -> list[Overload]:
    """The overloads a function has in its source; none for one that has but its own signature."""
    inner = attempt(lambda: inspect.unwrap(function), function)
    found = attempt(lambda: typing.get_overloads(inner), [])
    signatures = [attempt(lambda each=each: inspect.signature(each), None) for each in found]  # type: ignore[misc]
    return [Overload(signature, scope) for signature in signatures if signature is not None]


def variadic(name: str) -> list[Parameter]:
    """What `*args` becomes: some optional parameters."""
    return [Parameter(f"{name}{number}", Place.VARIADIC, required=False) for number in (1, 2, 3)]


def of_function(module: str, name: str) -> list[Definition]:
    """The definitions of a function in a stub, one for each overload."""
    return _definitions(_resolve(module, name))


def of_member(cls: type, *names: str) -> list[Definition]:
    """The definitions of the first of these members that the stub of a class, or of a base of it, has."""
    for base in mro(cls)[:-1]:
        for name in names:
            definitions = _definitions(_member(text_of(base, "__module__"), text_of(base, "__qualname__"), name))
            if definitions:
                return definitions
    return []


def describes(cls: type, *names: str) -> bool:
    """Whether the stub of a class itself, and not only that of a base, has one of these members."""
    module, path = text_of(cls, "__module__"), text_of(cls, "__qualname__")
    return any(_member(module, path, name) is not None for name in names)


def is_known(cls: type) -> bool:
    """Whether a stub describes the class."""
    return _resolve(text_of(cls, "__module__"), text_of(cls, "__qualname__")) is not None


def of_attribute(cls: type, name: str) -> Any:
    """The annotation of an attribute or property in the stub of a class, MISSING if there is none."""
    for base in mro(cls)[:-1]:
        found = _member(text_of(base, "__module__"), text_of(base, "__qualname__"), name)
        if found is None:
            continue
        module, info = found
        if isinstance(info.ast, ast.AnnAssign):
            return evaluate(info.ast.annotation, _names(module))
        return next((definition.returns for definition in _definitions(found)), MISSING)
    return MISSING


Found = tuple[str, NameInfo]
"""A name in a stub, and the module of that stub."""


@cache
def _context() -> typeshed_client.SearchContext:
    return typeshed_client.get_search_context(search_path=[])


@cache
def _stub(module: str) -> dict[str, NameInfo]:
    if module.partition(".")[0] in sys.stdlib_module_names or module == "_typeshed":
        found = attempt(lambda: typeshed_client.get_stub_names(module, search_context=_context()), None)
    else:
        file = _own_stub(module)
        found = None if file is None else attempt(lambda: _parsed_stub(module, file), None)
    return found or {}


def _own_stub(module: str) -> Path | None:
    """The stub of a module outside the standard library: in a stub package, which comes first, or beside its source."""
    top, _, inner = module.partition(".")
    for place in _stub_packages(tuple(sys.path)).get(f"{top}-stubs", ()):
        base = place.joinpath(*inner.split(".")) if inner else place
        for file in (base / "__init__.pyi", base.with_suffix(".pyi") if inner else base / "__init__.pyi"):
            if file.is_file():
                return file
    source = text_of(sys.modules.get(module), "__file__")
    # a module in C is called `name.cpython-311-x86_64-linux-gnu.so`
    beside = Path(source).with_name(Path(source).name.partition(".")[0] + ".pyi") if source else None
    return beside if beside is not None and beside.is_file() else None


@cache
def _stub_packages(path: tuple[str, ...]) -> dict[str, list[Path]]:
    """The stub packages on the path, by name."""
    found: dict[str, list[Path]] = {}
    for directory in path:
        for name in attempt(lambda place=directory: os.listdir(place or "."), []):  # type: ignore[misc]
            if name.endswith("-stubs"):
                found.setdefault(name, []).append(Path(directory, name))
    return found


def _parsed_stub(module: str, file: Path) -> dict[str, NameInfo]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    where = typeshed_client.ModulePath(tuple(module.split(".")))
    return parse_ast(tree, _context(), where, is_init=file.name == "__init__.pyi", file_path=file)


@cache
def _resolve(module: str, path: str) -> Found | None:
    """Follow a dotted path through imports, to where it is written."""
    first, _, rest = path.partition(".")
    info = _stub(module).get(first)
    if info is None:
        return None
    if isinstance(info.ast, ImportedName):
        source = ".".join(info.ast.module_name)
        further = ".".join(part for part in (info.ast.name, rest) if part)
        # stubs may import from one another in a circle
        return attempt(lambda: _resolve(source, further), None) if further else None
    for part in rest.split(".") if rest else []:
        info = (info.child_nodes or {}).get(part)
        if info is None:
            return None
    return module, info


@cache
def _member(module: str, path: str, name: str) -> Found | None:
    """A member of a class in a stub, its own or inherited as the stub has it."""
    found = _resolve(module, path)
    if found is None:
        return None
    where, info = found
    if name in (info.child_nodes or {}):
        return where, info.child_nodes[name]  # type: ignore[index]
    for base in _bases(info):
        inherited = _member(where, base, name) if base != path else None
        if inherited is not None:
            return inherited
    return None


def _bases(info: NameInfo) -> Iterator[str]:
    for base in info.ast.bases if isinstance(info.ast, ast.ClassDef) else ():
        plain = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(plain, (ast.Name, ast.Attribute)):
            yield ast.unparse(plain)


def _definitions(found: Found | None) -> list[Definition]:
    if found is None:
        return []
    module, info = found
    nodes = info.ast.definitions if isinstance(info.ast, OverloadedName) else [info.ast]
    names = _names(module)
    return [Definition(node, names) for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


@cache
def _names(module: str) -> _StubNames:
    return _StubNames(module)


class _StubNames:
    """The names a stub can see; those that exist only in stubs become what they stand for."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._found: dict[str, Any] = {}

    def find(self, name: str) -> Any:
        """The object of that name, or MISSING."""
        if name not in self._found:
            self._found[name] = Any  # what an alias that speaks of itself sees
            self._found[name] = attempt(lambda: self._find(name), Any)
        return self._found[name]

    def _find(self, name: str) -> Any:
        info = _stub(self._module).get(name)
        if info is None:
            # what a stub imports from a module that has none is what that module holds, if anybody imported it
            found = dynamic(importlib.import_module("builtins"), name)
            return dynamic(sys.modules.get(self._module), name) if found is MISSING else found
        node = info.ast.definitions[0] if isinstance(info.ast, OverloadedName) else info.ast
        match node:
            case ImportedName(module_name=module, name=None):
                return attempt(lambda: importlib.import_module(".".join(module)), MISSING)
            case ImportedName(module_name=module, name=str() as original):
                return self._imported(".".join(module), original)
            case ast.ClassDef():
                return self._class(name, info)
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                return self._assigned(value)
            case _:
                return MISSING

    def _imported(self, module: str, name: str) -> Any:
        if module in _SPOKEN:
            spoken = dynamic(importlib.import_module("typing" if module == "typing_extensions" else module), name)
            if spoken is not MISSING:
                return spoken
        return _names(module).find(name)

    def _class(self, name: str, info: NameInfo) -> Any:
        runtime = attempt(lambda: dynamic(importlib.import_module(self._module), name), MISSING)
        if is_class(runtime):
            return runtime
        if "Protocol" not in set(_bases(info)):
            return Any
        if not info.child_nodes and isinstance(info.ast, ast.ClassDef):
            return evaluate(info.ast.bases[0], self)
        members = frozenset(info.child_nodes or ())
        met = matching(members, PLAIN) or matching(members, FURTHER)
        options = met.options if isinstance(met, OneOf) else (met,)
        classes = tuple(option.cls for option in options if isinstance(option, Instance))
        return typing.Union.__getitem__(classes) if classes else Any

    def _assigned(self, value: ast.expr) -> Any:
        match value:
            case ast.Call(func=ast.Name(id="TypeVar"), args=[_, *constraints], keywords=keywords):
                bounds = [keyword.value for keyword in keywords if keyword.arg == "bound"]
                options = [evaluate(option, self) for option in constraints]
                bound = evaluate(bounds[0], self) if bounds else None
                return typing.TypeVar("T", *options, bound=bound)
            case ast.Call():
                return Any
            case _:
                return evaluate(value, self)
