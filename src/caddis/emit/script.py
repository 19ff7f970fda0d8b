"""A sequence as a program that can be pasted into a file or a prompt."""

from __future__ import annotations

from caddis.emit.code import body
from caddis.emit.imports import block, plan
from caddis.emit.layout import at_top
from caddis.emit.module import split_claim
from caddis.emit.names import made_by
from caddis.model.definition import all_operations
from caddis.model.finding import Finding
from caddis.model.sequence import Sequence


def script(sequence: Sequence, type_names: tuple[str, ...] = ()) -> str:
    """The source of a program: its imports, then a line or two for each statement."""
    operations = list(all_operations(sequence))
    imports = plan(operations)
    needed = block(found for operation in operations if (found := imports.needed(operation)))
    names = type_names or tuple(made_by(statement.operation) for statement in sequence)
    lines = at_top(body(sequence, names, imports.spell, imports.names, indent=0))
    return "\n".join([*needed, *[""] * bool(needed), *lines])


def showing(sequence: Sequence, subject: int, template: str, *, refused: bool = False) -> str:
    """A program that ends with a look at one of its values, if that is more than its last line shows.

    With `refused`, its last call raises, and is not to end it.
    """
    attempt = ("from contextlib import suppress", "with suppress(Exception):\n    {last}") if refused else ()
    look = (*_IMPORTS.get(template.partition(".")[0], ()), template) if template else ()
    claimed, claim = split_claim((*attempt, *look))
    operations = list(all_operations(sequence))
    imports = plan(operations, claimed)
    needed = block([*(found for operation in operations if (found := imports.needed(operation))), *claimed])
    names = tuple(made_by(statement.operation) for statement in sequence)
    lines = body(sequence, names, imports.spell, imports.names, subjects=(subject,), claim=claim, indent=0)
    return "\n".join([*needed, *[""] * bool(needed), *lines])


_IMPORTS = {"copy": ("import copy",), "pickle": ("import pickle",)}


def shown(finding: Finding) -> str:
    """The statements of a finding and its claim, without any imports."""
    claimed, claim = split_claim(finding.violation.claim)
    imports = plan(all_operations(finding.sequence), claimed)
    return "\n".join(
        body(
            finding.sequence,
            finding.type_names,
            imports.spell,
            imports.names,
            subjects=finding.violation.subjects,
            claim=claim,
            indent=0,
        )
    )
