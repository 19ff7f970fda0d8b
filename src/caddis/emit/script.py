"""A sequence as a program that can be pasted into a file or a prompt."""

from __future__ import annotations

from caddis.emit.code import body
from caddis.emit.imports import block, plan
from caddis.model.sequence import Sequence


def script(sequence: Sequence, type_names: tuple[str, ...]) -> str:
    """The source of a program: its imports, then a line or two for each statement."""
    operations = [statement.operation for statement in sequence]
    imports = plan(operations)
    needed = block(found for operation in operations if (found := imports.needed(operation)))
    lines = body(sequence, type_names, imports.spell, imports.names, indent=0)
    return "\n".join([*needed, *[""] * bool(needed), *lines])
