"""Tests of an earlier run, read back from their file, and how they live on: the same behaviour, the same text."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterable

from caddis.emit.imports import Import
from caddis.emit.module import TestFile, about, is_ours

Functions = (ast.FunctionDef, ast.AsyncFunctionDef)


def read(text: str) -> TestFile | None:
    """The tests of a file that we wrote and nobody changed; None for any other, and for what is more than tests."""
    if not is_ours(text):
        return None
    lines = text.replace("\r\n", "\n").split("\n")
    imports: list[Import] = []
    tests: list[tuple[str, str]] = []
    in_directory: set[str] = set()
    needs: list[frozenset[Import]] = []
    for node in ast.parse(text).body:
        match node:
            case ast.Import(names=names) if not any(alias.asname for alias in names):
                imports += [Import(alias.name) for alias in names]
            case ast.ImportFrom(module=str(module), names=names) if not any(alias.asname for alias in names):
                imports += [Import(module, alias.name) for alias in names]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test_"):
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                tests.append((name, "".join(f"{line}\n" for line in lines[first - 1 : node.end_lineno])))
                needs.append(frozenset(one for one in imports if _uses(node, one)))
                if any(argument.arg == "tmp_path" for argument in node.args.args):
                    in_directory.add(name)
            case _:
                return None
    return TestFile(about(text), tuple(tests), tuple(needs), in_directory=frozenset(in_directory))


def merged(new: TestFile, old: TestFile) -> tuple[TestFile, tuple[int | None, ...]]:
    """The new tests, with the text and name of the old ones that show the same, and old ones that nothing replaces.

    An old test shows the same as a new one if they differ in nothing but their names, or, under one name, in nothing
    but values. Nothing replaces one that uses a name that no other test does. With it, for each test the position of
    the new one it is, None for an old one.
    """
    keeper = _Keeper(old, {one for needed in new.needs for one in needed})
    same = [keeper.take(source, alike=_body) for _, source in new.tests]
    for position, (name, source) in enumerate(new.tests):
        if same[position] is None:
            same[position] = keeper.take(source, alike=_skeleton, named=_base(name))
    used = set[str]().union(*(_names(source) for _, source in new.tests))
    extra = [place for place in [*keeper.left] if not _names(old.tests[place][1]) <= used and keeper.fits(place)]
    # those that stay do so in the order they were in
    stay = iter(sorted(place for place in (*same, *extra) if place is not None))
    slots = [(position, None if place is None else next(stay)) for position, place in enumerate(same)]
    slots += [(0, place) for place in stay]
    taken = {old.tests[place][0] for _, place in slots if place is not None}
    tests: list[tuple[str, str]] = []
    needs: list[frozenset[Import]] = []
    in_directory: set[str] = set()
    for position, place in slots:
        origin, there = (new, position) if place is None else (old, place)
        given, text = origin.tests[there]
        name, source = _renamed(given, text, taken) if place is None else (given, text)
        taken.add(name)
        tests.append((name, source))
        needs.append(origin.needs[there])
        if given in origin.in_directory:
            in_directory.add(name)
    origins = [position if place is None else None for position, place in slots]
    file = TestFile(new.about, tuple(tests), tuple(needs), alone=new.alone, in_directory=frozenset(in_directory))
    return file, tuple(origins)


class _Keeper:
    """Gives out old tests, each once, as long as what they import can stand beside the other imports."""

    def __init__(self, old: TestFile, imports: Iterable[Import]) -> None:
        self._old = old
        self._bound = {one.binds: one for one in imports}
        self.left: list[int] = [*range(len(old.tests))]

    def take(self, source: str, alike: Callable[[str], str], named: str = "") -> int | None:
        """An old test that is like this one, and perhaps bears this name."""
        wanted = alike(source)
        for place in self.left:
            name, text = self._old.tests[place]
            if (not named or _base(name) == named) and alike(text) == wanted and self.fits(place):
                self.left.remove(place)
                return place
        return None

    def fits(self, place: int) -> bool:
        """Whether the imports of an old test clash with no others; if so, they are there from now on."""
        needed = self._old.needs[place]
        if any(_clash(one, self._bound.get(one.binds, one)) for one in needed):
            return False
        self._bound |= {one.binds: one for one in needed}
        return True


def _clash(one: Import, other: Import) -> bool:
    return one != other and bool(one.name or other.name)


def _uses(node: ast.AST, one: Import) -> bool:
    if one.name:
        return any(isinstance(part, ast.Name) and part.id == one.name for part in ast.walk(node))
    return re.search(rf"\b{re.escape(one.module)}\b", ast.unparse(node)) is not None


def _function(source: str) -> ast.FunctionDef | ast.AsyncFunctionDef:
    node = ast.parse(source).body[0]
    assert isinstance(node, Functions)
    return node


def _body(source: str) -> str:
    """A test without its name."""
    node = _function(source)
    node.name = "_"
    return ast.dump(node)


def _skeleton(source: str) -> str:
    """A test without its name, and without the values in it."""
    node = _function(source)
    node.name = "_"
    return ast.dump(_Blank().visit(node))


class _Blank(ast.NodeTransformer):
    """Makes all constants one."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(type(node.value).__name__)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        inner = self.visit(copy.deepcopy(node.operand))
        return inner if isinstance(inner, ast.Constant) else self.generic_visit(node)


def _names(source: str) -> set[str]:
    """What a test calls and reads, by name."""
    nodes = list(ast.walk(_function(source)))
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    return called | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def _base(name: str) -> str:
    return re.sub(r"_\d+$", "", name)


def _renamed(name: str, source: str, taken: Iterable[str]) -> tuple[str, str]:
    """A test under a name that is free."""
    used = {*taken}
    chosen, number = name, 2
    while chosen in used:
        chosen, number = f"{_base(name)}_{number}", number + 1
    return chosen, re.sub(rf"^((?:async )?def ){re.escape(name)}\(", rf"\g<1>{chosen}(", source, count=1, flags=re.M)
