"""Other implementations of the library: the library with classes exchanged and methods edited or rewritten."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = HERE / "library" / "ratpoly.py"


@dataclass(frozen=True, slots=True)
class Edit:
    """A passage of a method, written once there, and what is put in its place."""

    where: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A method, and the whole of what is put in its place."""

    where: str
    new: str


@dataclass(frozen=True, slots=True)
class Variant:
    """An implementation by its name: the parts it is put together from, and how they are changed."""

    name: str
    parts: tuple[str, ...] = ()
    changes: tuple[Edit | Rewrite, ...] = ()

    def source(self) -> str:
        """The code of the module."""
        text = LIBRARY.read_text(encoding="utf-8")
        for part in self.parts:
            text = _exchange(text, (HERE / "parts" / f"{part}.py").read_text(encoding="utf-8"))
        for change in self.changes:
            text = _changed(text, change, self.name)
        return text


def _exchange(text: str, part: str) -> str:
    """Put the class of a part, and what stands around it there, in the place of the class of the same name."""
    tree = ast.parse(part)
    index, replacing = next((at, node) for at, node in enumerate(tree.body) if isinstance(node, ast.ClassDef))
    imports = [node for node in tree.body[:index] if isinstance(node, ast.Import | ast.ImportFrom)]
    future = "from __future__ import annotations\n"
    wanted = "".join(f"{ast.unparse(node)}\n" for node in imports)
    lines = part.splitlines(keepends=True)
    code = "".join(lines[_first_line(replacing) - 1 :])
    start, end = _span(text, replacing.name)
    return (text[:start] + code + text[end:]).replace(future, future + wanted.replace(future, ""), 1)


def _changed(text: str, change: Edit | Rewrite, name: str) -> str:
    start, end = _span(text, change.where)
    match change:
        case Rewrite(new=new):
            replaced = textwrap.indent(textwrap.dedent(new).strip("\n") + "\n", "    ")
        case Edit(old=old, new=new):
            if text.count(old, start, end) != 1:
                raise ValueError(f"{name}: {change.where} has {text.count(old, start, end)} times {old!r}")
            replaced = text[start:end].replace(old, new)
    return text[:start] + replaced + text[end:]


def _span(text: str, where: str) -> tuple[int, int]:
    """Where a class, or a method of one, begins and ends, decorators included."""
    body: list[ast.stmt] = ast.parse(text).body
    found: ast.stmt | None = None
    for name in where.split("."):
        found = next((n for n in body if isinstance(n, ast.ClassDef | ast.FunctionDef) and n.name == name), None)
        if found is None:
            raise ValueError(f"there is no {where}")
        body = found.body if isinstance(found, ast.ClassDef) else []
    assert found is not None
    lines = text.splitlines(keepends=True)
    return len("".join(lines[: _first_line(found) - 1])), len("".join(lines[: found.end_lineno or 0]))


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
