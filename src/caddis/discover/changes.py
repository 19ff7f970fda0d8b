"""Which functions of a module were changed between two versions, read from their sources without running any."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
Met = tuple[str, str, int]
"""A function that ran: its module, its qualified name, its first line."""


@dataclass
class Sources:
    """The functions of one side."""

    files: Mapping[str, str]
    """By module."""
    _functions: dict[str, dict[str, list[tuple[int, str]]]] = field(default_factory=dict)

    def spellings(self, module: str, name: str) -> set[str]:
        """How the functions of a qualified name are written; a property has up to three of one name."""
        return {text for _, text in self._of(module).get(name, ())}

    def spelling(self, met: Met) -> str | None:
        """How the function is written that ran."""
        module, name, line = met
        return next((text for first, text in self._of(module).get(_outermost(name), ()) if first == line), None)

    def _of(self, module: str) -> dict[str, list[tuple[int, str]]]:
        if module not in self._functions:
            found: dict[str, list[tuple[int, str]]] = {}
            for name, line, text in _read(self.files.get(module)):
                found.setdefault(name, []).append((line, text))
            self._functions[module] = found
        return self._functions[module]


def changed(met: list[Met], mine: Sources, theirs: Sources, renamed: Mapping[str, str]) -> set[str]:
    """Of the functions that ran on one side, those that the other has not, or not so."""
    names = set()
    for module, name, line in met:
        # what stands inside a function is part of it, and has lines of its own
        if "<locals>" in name:
            continue
        text = mine.spelling((module, name, line))
        if text is not None and text not in theirs.spellings(renamed.get(module, module), name):
            names.add(f"{module}.{name}")
    return names


def _outermost(name: str) -> str:
    return name.partition(".<locals>")[0]


def _read(file: str | None) -> Iterator[tuple[str, int, str]]:
    """The functions of a file: qualified name, first line as code objects have it, and the text without docstrings."""
    if file is None or not Path(file).is_file():
        return
    try:
        with tokenize.open(file) as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return
    yield from _below(tree, "")


def _below(node: ast.AST, prefix: str) -> Iterator[tuple[str, int, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            line = min([child.lineno, *(one.lineno for one in child.decorator_list)])
            yield prefix + child.name, line, _text(child)
        elif isinstance(child, ast.ClassDef):
            yield from _below(child, f"{prefix}{child.name}.")
        else:
            yield from _below(child, prefix)


def _text(function: Function) -> str:
    bare = ast.parse(ast.unparse(function))
    for node in ast.walk(bare):
        if (
            isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(bare)
