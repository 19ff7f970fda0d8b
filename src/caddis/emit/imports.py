"""Imports of a test file: which, in what form and in what order."""

from __future__ import annotations

import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from caddis.emit.printer import INDENT, WIDTH
from caddis.model.operation import Kind, Operation
from caddis.model.operators import MODULES

_SPECIAL_TO_PYTEST = re.compile(
    r"[Tt]est|pytest|(setup|teardown)(_module|_function)?$|(setUp|tearDown)Module$|load_tests$|collect_ignore|__"
)


@dataclass(frozen=True, order=True, slots=True)
class Import:
    """One import: of a name from a module, or, without a name, of the module."""

    module: str
    name: str = ""

    @property
    def binds(self) -> str:
        """The name it makes known in the file."""
        return self.name or self.module.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Imports:
    """How the things some operations need are imported and written in one file."""

    dotted: frozenset[Import]
    """Names that cannot be imported by themselves: another module has the same, or pytest would collect them."""
    names: frozenset[str]
    """What the imports bind, and what is reserved: no variable may be called so."""

    def needed(self, operation: Operation) -> Import | None:
        """The import that a call of the operation needs."""
        wanted = _wanted(operation)
        return Import(wanted.module) if wanted in self.dotted else wanted

    def spell(self, operation: Operation) -> str:
        """How the operation is written in this file."""
        wanted = _wanted(operation)
        return f"{wanted.module}.{operation.path}" if wanted in self.dotted else operation.path


def plan(
    operations: Iterable[Operation], others: Iterable[Import] = (), reserved: Collection[str] = frozenset()
) -> Imports:
    """How to import what the operations need, beside other imports that are there anyway and reserved names."""
    wanted = {found for operation in operations if (found := _wanted(operation))}
    fixed = set(others)
    bound = defaultdict(set)
    for one in wanted | fixed:
        bound[one.binds].add(one)
    dotted = {
        one
        for one in wanted
        if one.name
        # people write `pytest.approx`
        and (len(bound[one.name]) > 1 or one.name in reserved or _is_special(one.name) or one.module == "pytest")
    }
    # importing a module binds its first part, which may again be the name of something imported
    while clashing := {one for one in wanted - dotted if one.name in {Import(d.module).binds for d in dotted}}:
        dotted |= clashing
    real = {Import(one.module) if one in dotted else one for one in wanted} | fixed
    return Imports(frozenset(dotted), frozenset(one.binds for one in real).union(reserved))


def block(imports: Iterable[Import], indent: int = 0) -> list[str]:
    """The lines of the imports, sorted as ruff sorts them, to stand `indent` columns from the left."""
    sections: tuple[list[Import], list[Import]] = ([], [])
    for one in sorted(set(imports)):
        sections[one.module.partition(".")[0] not in sys.stdlib_module_names].append(one)
    return [line for section in sections if section for line in ["", *_section(section, indent)]][1:]


def _is_special(name: str) -> bool:
    return hasattr(builtins, name) or _SPECIAL_TO_PYTEST.match(name) is not None


def _wanted(operation: Operation) -> Import | None:
    if operation.kind is Kind.OPERATOR and operation.name in MODULES:
        return Import(MODULES[operation.name])
    name = operation.imported
    return Import(operation.module, name) if name else None


def _section(imports: list[Import], indent: int) -> list[str]:
    whole = sorted({one.module for one in imports if not one.name}, key=_module_key)
    parts: dict[str, list[str]] = defaultdict(list)
    for one in imports:
        if one.name:
            parts[one.module].append(one.name)
    lines = [f"import {module}" for module in whole]
    for module in sorted(parts, key=_module_key):
        members = sorted(parts[module], key=_member_key)
        line = f"from {module} import {', '.join(members)}"
        if indent + len(line) <= WIDTH:
            lines.append(line)
        else:
            lines += [f"from {module} import (", *(f"{' ' * INDENT}{name}," for name in members), ")"]
    return lines


def _natural(text: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", text) if part]


def _module_key(module: str) -> tuple[object, ...]:
    return (_natural(module.lower()), _natural(module))


def _member_key(name: str) -> tuple[object, ...]:
    kind = 0 if len(name) > 1 and name.isupper() else 1 if name[:1].isupper() else 2
    return (kind, _natural(name.lower()), _natural(name))
