"""Tests of an earlier run, read back from their file, and how they live on: the same behaviour, the same text."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from caddis.emit.drafts import Draft, Entry, Frame, single
from caddis.emit.imports import Import
from caddis.emit.module import FIXTURES, TestFile, about, is_ours

HEADER = 2
"""Lines at the top of a file of ours."""
Functions = (ast.FunctionDef, ast.AsyncFunctionDef)


def read(text: str) -> TestFile | None:
    """The tests of a file that we wrote and nobody changed; None for any other, and for what is more than tests."""
    if not is_ours(text):
        return None
    lines = text.replace("\r\n", "\n").split("\n")
    imports: list[Import] = []
    entries: list[Entry] = []
    heading = ""
    end = 0
    for node in ast.parse(text).body:
        match node:
            case ast.Import(names=names) if not any(alias.asname for alias in names):
                imports += [Import(alias.name) for alias in names]
            case ast.ImportFrom(module=str(module), names=names) if not any(alias.asname for alias in names):
                imports += [Import(module, alias.name) for alias in names]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test_"):
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                above = [line[2:] for line in lines[max(end, HEADER) : first - 1] if line.startswith("# ")]
                heading = above[-1] if above else heading
                source = "".join(f"{line}\n" for line in lines[first - 1 : node.end_lineno])
                needs = frozenset(one for one in imports if _uses(node, one))
                fixtures = FIXTURES if any(argument.arg == FIXTURES[0] for argument in node.args.args) else ()
                draft = Draft(name, (), needs, Frame(fixtures=fixtures), text=source, rows=_rows(node))
                entries.append(single(draft, heading))
            case _:
                return None
        end = node.end_lineno or end
    return TestFile(about(text), tuple(entries))


def merged(new: TestFile, old: TestFile) -> TestFile:
    """The new tests, with the text and name of the old ones that show the same, and old ones that nothing replaces.

    An old test shows the same as a new one if they differ in nothing but their names, or, under one name, in nothing
    but values. Nothing replaces one that uses a name that no other test does.
    """
    keeper = _Keeper(old, {one for entry in new.entries for one in entry.needs})
    sources = [entry.source for entry in new.entries]
    same = [keeper.take(source, alike=_body) for source in sources]
    for position, entry in enumerate(new.entries):
        if same[position] is None:
            same[position] = keeper.take(sources[position], alike=_skeleton, named=_base(entry.name))
    used = set[str]().union(*map(_names, sources))
    extra = [place for place in [*keeper.left] if not _names(old.entries[place].source) <= used and keeper.fits(place)]
    # those that stay do so in the order they were in
    stay = iter(sorted(place for place in (*same, *extra) if place is not None))
    slots = [(position, None if place is None else next(stay)) for position, place in enumerate(same)]
    slots += [(0, place) for place in stay]
    taken = {old.entries[place].name for _, place in slots if place is not None}
    entries: list[Entry] = []
    for position, place in slots:
        entry = _under_a_free_name(new.entries[position], taken) if place is None else old.entries[place]
        taken.add(entry.name)
        entries.append(entry)
    headings = list(dict.fromkeys(entry.heading for entry in entries))
    return replace(new, entries=tuple(sorted(entries, key=lambda entry: headings.index(entry.heading))))


class _Keeper:
    """Gives out old tests, each once, as long as what they import can stand beside the other imports."""

    def __init__(self, old: TestFile, imports: Iterable[Import]) -> None:
        self._old = old
        self._bound = {one.binds: one for one in imports}
        self.left: list[int] = [*range(len(old.entries))]

    def take(self, source: str, alike: Callable[[str], str], named: str = "") -> int | None:
        """An old test that is like this one, and perhaps bears this name."""
        wanted = alike(source)
        for place in self.left:
            entry = self._old.entries[place]
            if (not named or _base(entry.name) == named) and alike(entry.source) == wanted and self.fits(place):
                self.left.remove(place)
                return place
        return None

    def fits(self, place: int) -> bool:
        """Whether the imports of an old test clash with no others; if so, they are there from now on."""
        needed = self._old.entries[place].needs
        if any(_clash(one, self._bound.get(one.binds, one)) for one in needed):
            return False
        self._bound |= {one.binds: one for one in needed}
        return True


def _clash(one: Import, other: Import) -> bool:
    return one != other and bool(one.name or other.name)


def _rows(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How often pytest runs a test."""
    for decorator in node.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[_, ast.List(elts=rows)]):
                return len(rows)
    return 1


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


def _under_a_free_name(entry: Entry, taken: set[str]) -> Entry:
    chosen, number = entry.name, 2
    while chosen in taken:
        chosen, number = f"{_base(entry.name)}_{number}", number + 1
    return entry if chosen == entry.name else entry.renamed(chosen)
