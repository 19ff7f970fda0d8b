"""Imports point one way: model ← stages ← engine ← campaign ← cli. Read from the real imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import caddis

ROOT = Path(caddis.__file__).parent
STAGES = {"discover", "recording", "generate", "execute", "judge", "keep", "reduce", "oracle", "emit", "report"}
SHARED = {"errors", "config", "plugin", "properties"}
FACTS = {"model"}

MAY_IMPORT: dict[str, set[str]] = {
    "model": FACTS,
    **dict.fromkeys(SHARED, FACTS | SHARED),
    **{stage: FACTS | SHARED | {stage} for stage in STAGES},
    "engine": FACTS | SHARED | STAGES | {"engine"},
    "campaign": FACTS | SHARED | STAGES | {"engine", "campaign"},
    "cli": FACTS | SHARED | STAGES | {"engine", "campaign", "cli", ""},
    "pytest_plugin": FACTS | SHARED | STAGES | {"campaign"},
    "hypothesis": FACTS | SHARED | {"discover", "execute", "emit", "hypothesis"},
    "__main__": {"cli"},
    "": SHARED | {"recording"},
}
"""For each room, `caddis` itself being the empty one, the rooms it may import from."""


def name_of(path: Path) -> str:
    """The dotted name of a module, without `caddis`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


def room(module: str) -> str:
    """The room a module belongs to."""
    return module.partition(".")[0]


def imported(module: str, *, late: bool) -> Iterator[str]:
    """The modules of ours that a module imports; those imported inside functions only if `late`."""
    path = MODULES[module]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if late else _at_import(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, module, is_package=path.name == "__init__.py")
            # `from caddis.discover import walk` imports a module, `from caddis.engine import Explorer` a name of one
            names = [inner if _ours(inner := f"{base}.{alias.name}") is not None else base for alias in node.names]
        else:
            continue
        yield from (module for module in map(_ours, names) if module is not None)


def _ours(name: str) -> str | None:
    """The module of ours that a dotted name is, if it is one."""
    first, _, inside = name.partition(".")
    return inside if first == "caddis" and inside in MODULES else None


def _at_import(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run when a module is imported: none in functions, none for the type checker alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from _at_import(node)


def _absolute(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = ["caddis", *module.split(".")] if module else ["caddis"]
    base = parts[: len(parts) - node.level + is_package]
    return ".".join([*base, *([node.module] if node.module else [])])


def test_every_room_has_its_place_in_the_arrow() -> None:
    """A new room must say what it may import."""
    assert {room(module) for module in MODULES} <= MAY_IMPORT.keys()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module or "caddis")
def test_imports_follow_the_arrow(module: str) -> None:
    """Also those inside functions."""
    allowed = MAY_IMPORT[room(module)]

    assert [name for name in imported(module, late=True) if room(name) not in allowed] == []


def test_nothing_imports_the_command_line() -> None:
    """But itself and `python -m caddis`."""
    users = {room(module) for module in MODULES for name in imported(module, late=True) if room(name) == "cli"}

    assert users <= {"cli", "__main__"}


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    """Within a room neither."""
    graph = {module: set(imported(module, late=False)) - {module} for module in MODULES}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"imports in a circle: {' → '.join(error.args[1])}")

    assert set(order) == set(MODULES)


def test_the_reader_of_imports_sees_them() -> None:
    """Of each form, or the tests above would pass for nothing."""
    assert {"config", "generate.generator", "model.sequence", "keep.pool"} <= set(
        imported("engine.explorer", late=False)
    )
    assert "properties" in set(imported("", late=False))
    assert "plugin" in set(imported("", late=True))
    assert set(imported("model.sequence", late=True)) == {"model.operation"}
