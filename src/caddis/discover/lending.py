"""Examples lent from one parameter to another of the same name: what `version` is here, it is there as well."""

from __future__ import annotations

from dataclasses import replace

from caddis.model.api import Clue, Signature, Source
from caddis.model.operation import Operation
from caddis.model.types import Exactly, Record, Spelt

MOST = 8
"""Values of one name that are lent."""


def lent(known: dict[Operation, Signature]) -> dict[Operation, Signature]:
    """The same operations; parameters without an example get those of others with their name."""
    examples: dict[str, dict[Spelt, None]] = {}
    for operation, signature in known.items():
        for parameter, clues in zip(operation.parameters, signature.clues, strict=False):
            for clue in clues:
                if clue.source is Source.EXAMPLE and isinstance(clue.known, Exactly):
                    examples.setdefault(parameter.name, {}).update(dict.fromkeys(clue.known.values))
    return {operation: _with(operation, signature, examples) for operation, signature in known.items()}


def _with(operation: Operation, signature: Signature, examples: dict[str, dict[Spelt, None]]) -> Signature:
    if not signature.clues:
        return signature
    clues = [
        (*own, Clue(Source.NAME, found))
        if (found := _shown(parameter.name, examples)) and not any(clue.source is Source.EXAMPLE for clue in own)
        else own
        for parameter, own in zip(operation.parameters, signature.clues, strict=True)
    ]
    return replace(signature, clues=tuple(tuple(_filled(clue, examples) for clue in own) for own in clues))


def _filled(clue: Clue, examples: dict[str, dict[Spelt, None]]) -> Clue:
    """The attributes of a namespace are lent what parameters of their names are."""
    if not isinstance(clue.known, Record) or clue.known.cls is dict:
        return clue
    fields = [replace(field, known=_shown(field.name, examples) or field.known) for field in clue.known.fields]
    return Clue(clue.source, replace(clue.known, fields=tuple(fields)))


def _shown(name: str, examples: dict[str, dict[Spelt, None]]) -> Exactly | None:
    """What examples pass under a name; `version2` is called as if it were `version`."""
    found = examples.get(name) or examples.get(name.rstrip("0123456789"))
    return Exactly(tuple(found)[:MOST]) if found else None
