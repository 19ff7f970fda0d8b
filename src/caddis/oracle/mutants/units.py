"""Units: the functions of the target's source, the live objects made from each, and how those are given a fault."""

from __future__ import annotations
import __future__

import ast
import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import CodeType, FunctionType, ModuleType
from typing import Any

from caddis.oracle.mutants.faults import Definition, Fault, faults, other_values

FUTURE = 0
for _name in __future__.all_feature_names:
    FUTURE |= getattr(__future__, _name).compiler_flag
KINDS = 0x20 | 0x80 | 0x100 | 0x200
"""The flags of generators, coroutines, what `types.coroutine` makes of generators, and asynchronous generators."""

Key = tuple[str, int, str]
"""By which a function is known: its file, its first line, and its qualified name."""
Change = tuple[FunctionType, str, Any, Any]
"""A function, the name of one of its attributes, what that is and what it is to be."""


class Unit:
    """A function that is not defined inside another, with all that is defined in it."""

    def __init__(self, tree: ast.Module, node: Definition, live: dict[Key, list[FunctionType]], code: CodeType) -> None:
        """`tree` holds nothing but the function, in its classes; `code` is what was made of it."""
        self.file = code.co_filename
        self.name = code.co_qualname
        self.lines = range(code.co_firstlineno, (node.end_lineno or node.lineno) + 1)
        self._tree = tree
        self._node = node
        self._flags = code.co_flags & FUTURE
        self._live = live
        self._whole = code
        self._codes = {_key(each): each for each in _codes(code)}
        self.faults = faults(node)

    def injected(self, fault: Fault) -> list[Change]:
        """What must be changed for a fault; nothing if it cannot be, or would make no difference."""
        try:
            with fault.made():
                fresh = self._compiled()
            if self._changes(fresh) is None:
                # a name is not used any more: with the statement as it was, never run, it is
                with _never(fault.function, deepcopy(fault.statement)), fault.made():
                    fresh = self._compiled()
        except (SyntaxError, ValueError, TypeError, RecursionError):
            return []
        return self._changes(fresh) or []

    def _compiled(self) -> dict[Key, CodeType]:
        whole = compile(self._tree, self.file, "exec", flags=self._flags, dont_inherit=True)
        mine = next((code for code in _codes(whole) if _key(code) == _key(self._whole)), None)
        return {} if mine is None else {_key(code): code for code in _codes(mine)}

    def _changes(self, fresh: dict[Key, CodeType]) -> list[Change] | None:
        """The functions whose code is another; None if one could not be given it."""
        changes: list[Change] = []
        for key, before in self._codes.items():
            after = fresh.get(key)
            if after is None or after == before or key not in self._live:
                continue
            if after.co_freevars != before.co_freevars or (after.co_flags ^ before.co_flags) & KINDS:
                return None
            changes += [(function, "__code__", before, after) for function in self._live[key]]
        return changes

    def defaults(self) -> Iterator[list[Change]]:
        """What must be changed for a default to be another, one by one."""
        functions = self._live.get(_key(self._whole), [])
        arguments = self._node.args
        for place, default in enumerate(arguments.defaults):
            for function in functions[:1]:
                values = function.__defaults__ or ()
                if len(values) == len(arguments.defaults) and _is_constant(default, values[place]):
                    for other in other_values(values[place]):
                        changed = (*values[:place], other, *values[place + 1 :])
                        yield [(function, "__defaults__", values, changed)]
        for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            for function in functions[:1]:
                named = function.__kwdefaults__ or {}
                if value is not None and argument.arg in named and _is_constant(value, named[argument.arg]):
                    for other in other_values(named[argument.arg]):
                        yield [(function, "__kwdefaults__", named, {**named, argument.arg: other})]


@contextmanager
def changed(changes: list[Change]) -> Iterator[None]:
    """The target has a fault in here."""
    for function, name, _, after in changes:
        setattr(function, name, after)
    try:
        yield
    finally:
        for function, name, before, _ in changes:
            setattr(function, name, before)


def units(modules: Iterable[tuple[ModuleType, str]]) -> list[Unit]:
    """The units of modules, given with their source, that have live functions made from that very source."""
    parsed = []
    files = set()
    for module, source in modules:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError):
            continue
        file = getattr(module, "__file__", None)
        if file:
            parsed.append((file, tree))
            files.add(file)
    live = _live(files)
    flags = {key[0]: functions[0].__code__.co_flags & FUTURE for key, functions in live.items()}
    found = [unit for file, tree in parsed for unit in _units(file, tree, live, flags.get(file, 0))]
    return sorted(found, key=lambda unit: (unit.file, unit.lines.start, unit.name))


def _live(files: set[str]) -> dict[Key, list[FunctionType]]:
    """The functions there are, whoever holds them."""
    found: dict[Key, list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename in files:
            found.setdefault(_key(one.__code__), []).append(one)
    return found


def _units(file: str, tree: ast.Module, live: dict[Key, list[FunctionType]], flags: int) -> Iterator[Unit]:
    # what is imported is called in another way than other objects' methods are
    imports = list(_imports(tree))
    for path in _definitions(tree, ()):
        node = path[-1]
        assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        alone = _alone(path, imports)
        try:
            whole = compile(alone, file, "exec", flags=flags, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError):
            continue
        name = ".".join(getattr(each, "name", "") for each in path)
        code = next((each for each in _codes(whole) if each.co_qualname == name), None)
        if code is None:
            continue
        mine = {_key(each): each for each in _codes(code)}
        alive = {key: live[key] for key in mine if key in live}
        alike = {
            key: functions
            for key, functions in alive.items()
            # something else may have been made of the source, or of another one
            if all(function.__code__.co_code == mine[key].co_code for function in functions)
        }
        if alike and len(alike) == len(alive):
            yield Unit(alone, node, alike, code)


def _definitions(node: ast.AST, classes: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, ...]]:
    """The functions in a tree that are in no other, each behind the classes it is in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield (*classes, child)
        elif isinstance(child, ast.ClassDef):
            yield from _definitions(child, (*classes, child))
        elif isinstance(child, ast.stmt):
            yield from _definitions(child, classes)


def _imports(node: ast.AST) -> Iterator[ast.stmt]:
    """What a module imports, all at its top."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import) or (isinstance(child, ast.ImportFrom) and child.module != "__future__"):
            yield child
        elif not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.expr)):
            yield from _imports(child)


def _alone(path: tuple[ast.AST, ...], imports: list[ast.stmt]) -> ast.Module:
    """A module with little but a function, in classes of the same names, which decide how private ones are spelt."""
    inner: Any = path[-1]
    for cls in reversed(path[:-1]):
        assert isinstance(cls, ast.ClassDef)
        inner = ast.copy_location(ast.ClassDef(cls.name, [], [], [inner], [], **_type_parameters(cls)), cls)
    return ast.fix_missing_locations(ast.Module([*imports, inner], []))


def _type_parameters(cls: ast.ClassDef) -> dict[str, Any]:
    return {"type_params": cls.type_params} if hasattr(cls, "type_params") else {}


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _key(code: CodeType) -> Key:
    return (code.co_filename, code.co_firstlineno, code.co_qualname)


@contextmanager
def _never(function: Definition, statement: ast.stmt) -> Iterator[None]:
    """A function that ends with a statement that is never run."""
    dead = ast.If(test=ast.Constant(False), body=[statement], orelse=[])
    ast.fix_missing_locations(ast.copy_location(dead, statement))
    function.body.append(dead)
    try:
        yield
    finally:
        function.body.pop()


def _is_constant(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is type(value) and node.value == value
