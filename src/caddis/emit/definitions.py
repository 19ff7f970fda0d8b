"""Functions and classes that a test defines, as `def` and `class` statements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from caddis.emit import literals
from caddis.emit.printer import INDENT
from caddis.model.definition import SELF, SUPER, Definition, Formal, Method
from caddis.model.operation import constant
from caddis.model.sequence import Sequence, Statement

Write = Callable[[Sequence, list[str], frozenset[str]], list[str]]
"""Writes a body, given the texts of its slots and the names that its parameters take."""
Spell = Callable[..., str]


def definition_source(definition: Definition, name: str, captured: list[str], spell: Spell, write: Write) -> str:
    """The source of a definition under a name, with the texts of the values that it uses."""
    if definition.base is None:
        method = definition.methods[0]
        return "\n".join(_function(method, name, [], [*captured, name], write))
    lines = [f"class {name}({spell(constant(*definition.base))}):"]
    for method in definition.methods:
        first = [] if method.decorator == "staticmethod" else ["cls" if method.decorator == "classmethod" else SELF]
        slots = [*captured, *first, *([SUPER] if first else [])]
        lines += [" " * INDENT + line if line else "" for line in _function(method, method.name, first, slots, write)]
        lines.append("")
    return "\n".join(lines if definition.methods else [*lines, " " * INDENT + "pass"])


def _function(method: Method, name: str, first: list[str], slots: list[str], write: Write) -> list[str]:
    formals = [formal.name for formal in method.formals]
    body = write(method.body, [*slots, *formals], frozenset([*first, *formals]))
    keyword = "async def" if method.waits else "def"
    above = [f"@{method.decorator}"] if method.decorator else []
    head = f"{keyword} {name}({', '.join([*first, *signature(method.formals)])}):"
    return [*above, head, *(" " * INDENT + line if line else "" for line in body or ["pass"])]


def signature(formals: Iterable[Formal]) -> list[str]:
    """The parameters as a signature spells them."""
    spelt: list[str] = []
    for formal in formals:
        if formal.by_keyword and not any(one.startswith("*") for one in spelt):
            spelt.append("*")
        default = f"={literals.source(formal.default.value)}" if formal.default is not None else ""
        spelt.append(f"{formal.spelling}{default}")
    return spelt


def names_inside(statements: Iterable[Statement]) -> Iterator[str]:
    """The names of the parameters of all that statements define: no variable around may be called so."""
    for statement in statements:
        definition = statement.operation.definition
        for method in definition.methods if definition is not None else ():
            yield from (formal.name for formal in method.formals)
            yield from names_inside(method.steps)


def free_name(wanted: str, taken: Collection[str], forbidden: Collection[str]) -> str:
    """A name that nothing else has."""
    name, number = wanted, 2
    while name in taken or name in forbidden:
        name, number = f"{wanted}{number}", number + 1
    return name
